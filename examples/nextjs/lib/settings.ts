/** Read when they are needed and not when the site is built: one build runs with any content server. */

const text = (name: string): string => process.env[name]?.trim() ?? '';

/** @throws with the name of the variable and where its value is found */
const required = (name: string, where: string): string => {
  const value = text(name);
  if (!value) throw new Error(`${name} is missing. ${where} Put it into .env.local, see .env.example.`);
  return value;
};

export const contentServer = () => ({
  baseUrl: required('CONTENT_API_URL', 'It is the address of the content server.'),
  apiKey: required(
    'CONTENT_API_KEY',
    'The admin panel of the content server shows it under Websites, Connect.',
  ),
});

/** Seconds after which a page is made anew. @throws for anything but a whole number above 0 */
export const revalidateSeconds = (): number => {
  const seconds = Number(text('CONTENT_REVALIDATE_SECONDS') || '60');
  if (Number.isInteger(seconds) && seconds > 0) return seconds;
  throw new Error('CONTENT_REVALIDATE_SECONDS must be a whole number above 0.');
};

/** What webhooks are signed with; null when none are taken. */
export const webhookSecret = (): string | null => text('CONTENT_WEBHOOK_SECRET') || null;

/** Off without a key, which is 8 to 128 letters, digits and hyphens of one's own. */
export const indexNow = () => ({
  key: /^[A-Za-z0-9-]{8,128}$/.exec(text('INDEXNOW_KEY'))?.[0] ?? null,
  endpoint: text('INDEXNOW_ENDPOINT') || 'https://api.indexnow.org/indexnow',
});

/** Of a website that has no address, as on a developer's own machine. */
export const LOCAL = 'http://localhost:3000';

/** What is set by now; lib/check-connection.ts adds what the content server says. */
const known = () => ({
  name: text('SITE_NAME') || 'Blog',
  description: text('SITE_DESCRIPTION'),
  language: languageFrom(text('SITE_LANGUAGE') || 'en'),
  /** Without a slash at the end. */
  url: originFrom(text('SITE_URL') || LOCAL),
});

/**
 * The website. A build knows no settings, and development may go on without.
 * @throws while the content server has not said what its address is: pages with another one would be kept, here and by search engines
 */
export const site = () => {
  const isServing = process.env.NODE_ENV === 'production' && text('NEXT_PHASE') !== 'phase-production-build';
  if (isServing && !text('SITE_URL')) {
    throw new Error('The address of this website is not known until the content server can be asked for it.');
  }
  return known();
};

const originFrom = (address: string): string => {
  if (!URL.canParse(address))
    throw new Error('SITE_URL must be an address, such as https://www.example.com.');
  return new URL(address).origin;
};

const languageFrom = (language: string): string => {
  try {
    return new Intl.Locale(language).toString();
  } catch {
    throw new Error('SITE_LANGUAGE must be the code of a language, such as en or pt-BR.');
  }
};

/** @throws for the first setting that is missing or cannot be used */
export const checkSettings = (): void => {
  contentServer();
  revalidateSeconds();
  known();
};
