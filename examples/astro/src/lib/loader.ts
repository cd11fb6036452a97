import type { Loader } from 'astro/loaders';
import type { Change, Client } from 'content-delivery-client';
import { once } from './once';

/** How a collection is read from the content server. */
interface Source<Entry extends { slug: string }> {
  /** The type of its entries in the change log. */
  type: 'post' | 'pseo-page';
  /** Types of changes that concern none of its entries. Whatever else is not of its own type may concern all. */
  ignored: ReadonlySet<Change['type']>;
  all(): AsyncIterable<Entry>;
  /** @returns null where there is none now */
  one(slug: string): Promise<Entry | null>;
}

/** Where the change log ends, read once for all collections, ahead of their content. */
const present = once(async (client: Pick<Client, 'changes'>) => (await client.changes()).next);

/**
 * Entries by their slugs. A build reads what has changed since the last one, as far as Astro has kept that, and everything
 * where it has not, or where a change concerns all: see "What to read again" in the content server's documentation.
 */
export const followed = <Entry extends { slug: string }>(
  client: Pick<Client, 'changes'>,
  { type, ignored, all, one }: Source<Entry>,
): Loader => ({
  name: `content-delivery ${type}`,
  async load({ store, meta, logger, generateDigest }) {
    const put = (entry: Entry) =>
      store.set({ id: entry.slug, data: { ...entry }, digest: generateDigest({ ...entry }) });

    /** The slugs to read again, and the cursor behind; null where that is not known, or it is everything. */
    const changed = async (since: string): Promise<{ slugs: Set<string>; next: string } | null> => {
      const slugs = new Set<string>();
      for (let next = since; ;) {
        const answer = await client.changes({ since: next });
        if (!answer) return null;
        for (const change of answer.changes) {
          if (ignored.has(change.type)) continue;
          if (change.type !== type) return null;
          for (const slug of [change.slug, change.previousSlug]) if (slug !== null) slugs.add(slug);
        }
        next = answer.next;
        if (answer.complete) return { slugs, next };
      }
    };

    const since = meta.get('cursor');
    const known = since === undefined ? null : await changed(since);
    if (known) {
      for (const slug of known.slugs) {
        const entry = await one(slug);
        if (entry) put(entry);
        else store.delete(slug);
      }
      meta.set('cursor', known.next);
      logger.info(`${known.slugs.size} of ${store.keys().length} were read again.`);
      return;
    }

    // First the cursor: what changes while everything is read is told once more.
    const cursor = await present(client);
    const there = new Set<string>();
    for await (const entry of all()) {
      put(entry);
      there.add(entry.slug);
    }
    for (const id of store.keys()) if (!there.has(id)) store.delete(id);
    if (cursor !== undefined) meta.set('cursor', cursor);
    logger.info(`${there.size} were read.`);
  },
});
