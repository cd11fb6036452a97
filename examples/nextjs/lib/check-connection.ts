import { setTimeout as pause } from 'node:timers/promises';
import { ContentDeliveryError, createClient } from 'content-delivery-client';
import { contentServer, LOCAL } from './settings';

/** Milliseconds: long enough for a server that is up; one that is not is no reason to stay down oneself. */
const TIMEOUT = 5_000;
/** Milliseconds until a server that was down is asked again. */
const AGAIN = 2_000;

/** Reads what the website is called. lib/settings.ts takes it from the environment, where what was set by hand goes first. */
const introduce = async (): Promise<void> => {
  const client = createClient({ ...contentServer(), timeout: TIMEOUT, retries: 0 });
  const { name, url, description, language } = await client.website();
  const own = {
    SITE_NAME: name,
    SITE_URL: url,
    SITE_DESCRIPTION: description,
    SITE_LANGUAGE: language,
  };
  for (const [variable, value] of Object.entries(own)) {
    if (value !== null && !process.env[variable]?.trim()) process.env[variable] = value;
  }
  if (process.env['SITE_URL']?.trim()) return;
  process.env['SITE_URL'] = LOCAL;
  if (process.env.NODE_ENV === 'production') {
    console.warn(
      `This website has no address, and says to search engines that it is at ${LOCAL}. Set SITE_URL, or its address in the admin panel of the content server, and start this server again.`,
    );
  }
};

/** True for what will not work tomorrow either, until somebody has mended it. */
const isFinal = (error: ContentDeliveryError): boolean =>
  error.kind === 'malformed' || error.kind === 'redirect' || [401, 403, 404].includes(error.status ?? 0);

const introduceLater = async (): Promise<void> => {
  for (let isTold = false; ;) {
    await pause(AGAIN, undefined, { ref: false });
    try {
      return await introduce();
    } catch (error) {
      // That it is down still, each request that needs it says in the log.
      const isDown = error instanceof ContentDeliveryError && !isFinal(error);
      if (!isDown && !isTold) console.error(error instanceof Error ? error.message : error);
      isTold ||= !isDown;
    }
  }
};

/**
 * Asks the content server once, when this one starts.
 * @throws ContentDeliveryError for a key or an address that will not work tomorrow either
 */
export const checkConnection = async (): Promise<void> => {
  try {
    await introduce();
  } catch (error) {
    if (!(error instanceof ContentDeliveryError)) throw error;
    if (isFinal(error)) throw error;
    console.warn(
      `${error.message} The website starts all the same, and shows its pages once they can be read.`,
    );
    void introduceLater();
  }
};
