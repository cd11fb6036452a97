import 'server-only';
import type { WebhookEvent } from 'content-delivery-client';
import { pagePath, postPath } from './paths';
import { indexNow, site } from './settings';

/** The paths of what an event says is new, changed or gone. */
const pathsOf = ({ type, data }: WebhookEvent): string[] => {
  const pathOf = type.startsWith('post.') ? postPath : type.startsWith('pseo.page.') ? pagePath : null;
  if (!pathOf) return [];
  const slugs = data.entries.flatMap(({ slug, previousSlug }) => [slug, previousSlug ?? null]);
  return [...new Set(slugs.filter((slug) => slug !== null))].map(pathOf);
};

/**
 * Tells search engines which pages to look at again (https://www.indexnow.org), where a key is set. What they answer
 * changes nothing here: they come by themselves, too.
 */
export const tellSearchEngines = async (event: WebhookEvent): Promise<void> => {
  const { key, endpoint } = indexNow();
  const { url } = site();
  const urlList = pathsOf(event).map((path) => url + path);
  if (key === null || urlList.length === 0) return;
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json; charset=utf-8' },
      body: JSON.stringify({ host: new URL(url).host, key, keyLocation: `${url}/indexnow.txt`, urlList }),
      signal: AbortSignal.timeout(10_000),
      cache: 'no-store',
    });
    if (!response.ok) console.warn(`IndexNow answered with ${response.status}.`);
  } catch {
    console.warn('IndexNow could not be reached.');
  }
};
