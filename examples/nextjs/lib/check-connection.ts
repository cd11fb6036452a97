import { setTimeout as pause } from 'node:timers/promises';
import { ContentDeliveryError, createClient } from 'content-delivery-client';
import { contentServer } from './settings';

/** Milliseconds: long enough for a server that is up; one that is not is no reason to stay down oneself. */
const TIMEOUT = 5_000;
/** Milliseconds until a server that was down is asked again. */
const AGAIN = 10_000;

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
};

const introduceLater = async (): Promise<void> => {
  for (;;) {
    await pause(AGAIN, undefined, { ref: false });
    try {
      return await introduce();
    } catch {
      // It is down still, which each request that needs it says in the log.
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
    const { kind, status, message } = error;
    const isFinal =
      kind === 'malformed' || kind === 'redirect' || status === 401 || status === 403 || status === 404;
    if (isFinal) throw error;
    console.warn(`${message} The website starts all the same, and shows its pages once they can be read.`);
    void introduceLater();
  }
};
