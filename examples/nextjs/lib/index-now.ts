import 'server-only';
import { isVisible, type WebhookEntry, type WebhookEvent } from 'content-delivery-client';
import { content } from './content';
import { pagePath, postPath } from './paths';
import { indexNow, site } from './settings';

/** Whether a post still waits for its date: events name those, too, and once more when it has come. */
const isToCome = async ({ type, action, slug }: WebhookEntry): Promise<boolean> => {
  if (type !== 'post' || action === 'removed' || slug === null) return false;
  const post = await content().posts.get(slug);
  return post !== null && !isVisible(post);
};

/** The paths of what an event says is new, changed or gone. */
const pathsOf = async ({ type, data }: WebhookEvent): Promise<string[]> => {
  const pathOf = type.startsWith('post.') ? postPath : type.startsWith('pseo.page.') ? pagePath : null;
  if (!pathOf) return [];
  const slugs = new Set<string>();
  for (const entry of data.entries) {
    if (await isToCome(entry)) continue;
    for (const slug of [entry.slug, entry.previousSlug]) if (slug) slugs.add(slug);
  }
  return [...slugs].map(pathOf);
};

/**
 * Tells search engines which pages to look at again (https://www.indexnow.org), where a key is set. What they answer
 * changes nothing here: they come by themselves, too.
 */
export const tellSearchEngines = async (event: WebhookEvent): Promise<void> => {
  const { key, endpoint } = indexNow();
  if (key === null) return;
  const { url } = site();
  const urlList = (await pathsOf(event)).map((path) => url + path);
  if (urlList.length === 0) return;
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
