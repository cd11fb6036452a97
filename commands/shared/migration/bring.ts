import type { Redirect } from '../../../client/src/contract';
import type { IncomingPage, Writer } from '../../../src/plugins/content-delivery/server/src/migration';
import { chunks } from '../../../src/plugins/content-delivery/server/src/platform/database/statements';
import { toLink } from './entries';
import type { Session } from './session';
import { settled } from './settled';

/** Pages that are stored together. */
const PAGE_BATCH_SIZE = 100;
/** The same of redirects. */
const REDIRECT_BATCH_SIZE = 200;

/** Internal links, as the API has them. */
export const bringLinks = (
  { report, each }: Session,
  writer: Writer,
  links: readonly unknown[],
): Promise<void> =>
  each('Internal links', links.length, links, async (item) => {
    const read = toLink(item);
    const link = settled(report, 'link', read.entry?.keyword ?? 'the list', read);
    if (link) await writer.link(link);
  });

/**
 * Pages, many at a time.
 * @param total how many entries there are
 * @param take makes the page of an entry; null for one that is here already, or that the report says cannot be had
 */
export const bringPages = async <Entry>(
  { each }: Session,
  writer: Writer,
  total: number,
  entries: AsyncIterable<Entry> | Iterable<Entry>,
  take: (entry: Entry) => IncomingPage | null | Promise<IncomingPage | null>,
): Promise<void> => {
  let batch: IncomingPage[] = [];
  const flush = async (): Promise<void> => {
    const now = batch;
    batch = [];
    if (now.length > 0) await writer.pages(now);
  };
  await each('pSEO pages', total, entries, async (entry) => {
    const page = await take(entry);
    if (page) batch.push(page);
    if (batch.length >= PAGE_BATCH_SIZE) await flush();
  });
  await flush();
};

/** Slugs that led to posts and pages before. */
export const bringRedirects = (
  { each }: Session,
  writer: Writer,
  redirects: readonly Redirect[],
): Promise<void> => {
  const batches = [...chunks(redirects, REDIRECT_BATCH_SIZE)];
  return each('Earlier slugs', batches.length, batches, (some) => writer.redirects(some));
};
