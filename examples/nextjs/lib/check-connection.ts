import { ContentDeliveryError, createClient } from 'content-delivery-client';
import { contentServer } from './settings';

/** Long enough for a server that is up; one that is not is no reason to stay down oneself. */
const PATIENCE_MS = 5_000;

/**
 * Reads something once.
 * @throws ContentDeliveryError for a key or an address that will not work tomorrow either
 */
export const checkConnection = async (): Promise<void> => {
  try {
    await createClient({ ...contentServer(), timeout: PATIENCE_MS, retries: 0 }).taxonomies.get();
  } catch (error) {
    if (!(error instanceof ContentDeliveryError)) throw error;
    const { kind, status, message } = error;
    const isFinal =
      kind === 'malformed' || kind === 'redirect' || status === 401 || status === 403 || status === 404;
    if (isFinal) throw error;
    console.warn(`${message} The website starts all the same, and shows its pages once they can be read.`);
  }
};
