import { textId } from './plugin-id';
import { inPlaceOfStrapis } from './strapis-texts';

/** What Strapi shows of an error is looked up in the translations under this prefix. */
const ERROR_TEXT_PREFIX = 'apiError.';
/** Names of content types are looked up by themselves. */
const TYPE_PREFIX = 'type.';

type Texts = Readonly<Record<string, string>>;

/** The catalogues that Strapi has asked for, by language, with English for what they lack. */
export const catalogues = new Map<string, Texts>();

const read = async (locale: string): Promise<Texts | null> => {
  try {
    return ((await import(`../translations/${locale}.json`)) as { default: Texts }).default;
  } catch {
    return null;
  }
};

/** The messages that Strapi gets for a catalogue: those of the plugin, and those in place of its own. */
const messagesOf = (texts: Texts): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(texts).flatMap(([key, text]) => [
      [textId(key), text],
      // Texts that replace an error's message.
      [ERROR_TEXT_PREFIX + textId(key), text],
      ...(key.startsWith(TYPE_PREFIX) ? [[key.slice(TYPE_PREFIX.length), text]] : []),
    ]),
  ),
  ...inPlaceOfStrapis(texts),
});

/**
 * The messages for a language, in English where its catalogue lacks one; none for a language without a catalogue, for which
 * Strapi shows English.
 */
export const messagesIn = async (locale: string): Promise<Record<string, string>> => {
  const [{ default: english }, own] = await Promise.all([import('../translations/en.json'), read(locale)]);
  if (own === null) return {};
  const texts = { ...english, ...own };
  catalogues.set(locale, texts);
  return messagesOf(texts);
};
