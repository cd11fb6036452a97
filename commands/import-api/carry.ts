import type { IncomingPage, Writer } from '../../src/plugins/content-delivery/server/src/migration';
import { bringLinks, bringPages, bringRedirects } from '../shared/migration/bring';
import type { Session } from '../shared/migration/session';
import type { ImportApiOptions } from './options';
import { toTerm } from '../shared/migration/entries';
import { idsInOrder } from '../shared/migration/ids-in-order';
import { leaveOut, settled } from '../shared/migration/settled';
import { inOrder, toPage, toPost, type ListedPage, type ListedPost, type openSource } from './source';

type Source = Awaited<ReturnType<typeof openSource>>;

const SAME_ID = 'The source has the id of another entry here again, so there is a new one.';
const ADVICE = 'If a front end holds the id, give it the new one.';

/** Carries everything that the source has to the writer. */
export const carryOver = async (
  source: Source,
  writer: Writer,
  session: Session,
  options: Pick<ImportApiOptions, 'concurrency' | 'campaignNames' | 'website'>,
): Promise<void> => {
  const { report, signal } = session;
  const { taxonomies, links, posts, pages } = source;

  const terms = [
    ...taxonomies.categories.map((item) => ({ kind: 'category' as const, item })),
    ...taxonomies.tags.map((item) => ({ kind: 'tag' as const, item })),
  ];
  const termIds = new Set<string>();
  await session.each('Terms', terms.length, terms, async ({ kind, item }) => {
    const read = toTerm(kind, item);
    const entry = settled(report, kind, read.entry?.name ?? 'the list', read);
    if (!entry) return;
    const { sourceId, name } = entry;
    if (!termIds.has(`${kind} ${sourceId}`)) {
      termIds.add(`${kind} ${sourceId}`);
      return void (await writer.term(entry));
    }
    report.addRepeated({ loss: 'altered', kind, where: name }, SAME_ID, ADVICE);
    await writer.term({ ...entry, sourceId: `name:${name}`, id: null });
  });

  await bringLinks(session, writer, links);

  const ids = idsInOrder(posts, JSON.stringify([source.baseUrl, options.website.name]));
  const readPosts = inOrder(posts, options.concurrency, async (listed) => readPost(listed));
  await session.each('Posts', posts.length, readPosts, async (store) => store());

  await carryCampaigns();
  const readPages = inOrder(pages, options.concurrency, async (listed) => readPage(listed));
  await bringPages(session, writer, pages.length, readPages, (take) => take());

  await bringRedirects(session, writer, source.redirects);

  /** Reads a post. @returns what stores it, when its turn has come: the report is in the order of the list */
  async function readPost(listed: ListedPost): Promise<() => Promise<void>> {
    const { slug, version } = listed;
    if (await writer.has('post', slug, version)) return async () => undefined;
    const received = await source.read('blog', slug, signal);
    return async () => {
      const item = orLeftOut('post', slug, received);
      if (!item) return;
      const entry = settled(report, 'post', slug, toPost(listed, item, ids.get(slug) ?? null));
      if (entry) await writer.post(entry);
    };
  }

  /** The same for a page. */
  async function readPage(listed: ListedPage): Promise<() => IncomingPage | null> {
    const { pageId, formerId, slug, version, campaignId } = listed;
    for (const id of [pageId, ...(formerId === null ? [] : [formerId])]) {
      if (await writer.has('page', id, version)) return () => null;
    }
    const received = await source.read('pseoPages', slug, signal);
    return () => {
      const item = orLeftOut('page', slug, received);
      return item && settled(report, 'page', slug, toPage(listed, item, campaignId ?? NO_CAMPAIGN));
    };
  }

  async function carryCampaigns(): Promise<void> {
    const since = new Map<string, Date>();
    for (const { campaignId, since: ofPage, slug } of pages) {
      if (campaignId === null) {
        report.addRepeated(
          { loss: 'altered', kind: 'page', where: slug },
          `It names no campaign. It is in the campaign "${NAME_OF_NONE}" here.`,
          'Nothing.',
        );
      }
      const id = campaignId ?? NO_CAMPAIGN;
      const first = since.get(id);
      if (ofPage && (first === undefined || ofPage < first)) since.set(id, ofPage);
      else if (first === undefined) since.set(id, ofPage ?? new Date());
    }
    await session.each('pSEO campaigns', since.size, since, async ([id, createdAt]) => {
      const name = options.campaignNames.get(id) ?? (id === NO_CAMPAIGN ? NAME_OF_NONE : `Campaign ${id}`);
      const ownId = id === NO_CAMPAIGN ? null : id;
      await writer.campaign({ sourceId: id, version: name, id: ownId, name, createdAt });
    });
  }

  function orLeftOut(
    kind: 'post' | 'page',
    slug: string,
    received: Awaited<ReturnType<Source['read']>>,
  ): Record<string, unknown> | null {
    if ('item' in received && received.item !== null) return received.item;
    const what =
      'failure' in received ? received.failure : 'The list has it, but the server says that there is none.';
    leaveOut(report, kind, slug, what);
    return null;
  }
};

/** Pages of a server that names no campaigns get a separate one. */
const NO_CAMPAIGN = '';
const NAME_OF_NONE = 'Imported pages';
