import type { ChangeType, PseoPageExtras } from '../../../../../contracts/delivery';
import { inTurnsOf } from '../../../platform/worker-thread';
import type { Templates } from '../../../pseo/templates/templates';
import { byCodeUnit } from '../../../platform/database/values';
import type { DeliverySnapshot } from '../../queries';
import type { PagePlace, PseoPageEntityWithTexts } from '../../queries/pseo-pages';
import { toPseoPageExtras, toPseoPageListItem } from '../../serializers/pseo-page';
import type { EntriesQuery } from '../delivery-query';
import type { State } from '../state';
import { NO_SIZES, readAll, readSizes, sizedPlaces, type List, type Make } from './list';
import type { Orders } from './orders';
import { createCut, type Part } from './parts';

type PagesQuery = Extract<EntriesQuery, { route: 'pseo-pages' }>;

/** What an item takes beside its variables, roughly, in bytes; and its meta texts and links, where they are asked for. */
const ITEM = 450;
const TEXTS = 1_000;

const compare = (a: Omit<PagePlace, 'id' | 'bytes'>, b: Omit<PagePlace, 'id' | 'bytes'>): number =>
  byCodeUnit(a.slug, b.slug) || byCodeUnit(a.documentId, b.documentId);

/** What may change where all pages stand. */
const WHOLE: ReadonlySet<ChangeType> = new Set(['website', 'campaign']);

const placesOf = (
  query: PagesQuery,
  state: State,
  snapshot: DeliverySnapshot,
  orders: Orders,
): Promise<Part<PagePlace>> => {
  const { website } = state;
  const cut = createCut<PagePlace>(
    query,
    website.documentId,
    ({ slug, documentId }) => [slug, documentId],
    (place, [slug, documentId]) => compare(place, { slug: String(slug), documentId }),
  );
  const { campaignId, limit } = query;
  const all = () => snapshot.pagePlaces(website, campaignId);
  if (limit === undefined) return all().then(cut);
  const source = {
    type: 'pseo-page',
    whole: WHOLE,
    filter: campaignId ?? '',
    compare,
    all,
    some: (entries: readonly string[]) => snapshot.placesOfPages(website, entries, campaignId),
    // No page waits for a date.
    due: async () => [],
  } as const;
  return orders.read(snapshot, state, source, cut);
};

/** The list of pages as the specification has it (4.4): read at once where it is short. */
const plainList = ({ website }: State, snapshot: DeliverySnapshot, campaignId: string | undefined): List => ({
  headers: {},
  size: () => snapshot.pageListSize(website, campaignId),
  async read() {
    const pages = await snapshot.livePages(website, campaignId);
    return () => pages.map(toPseoPageListItem);
  },
  async *batches() {
    const places = await snapshot.pagePlaces(website, campaignId);
    for await (const pages of snapshot.pagesAt(website, places)) yield () => pages.map(toPseoPageListItem);
  },
});

/** A list of pSEO pages: all or those of a campaign, a part, with their texts. */
export const pageList = async (
  query: PagesQuery,
  state: State,
  snapshot: DeliverySnapshot,
  templates: Templates,
  orders: Orders,
): Promise<List> => {
  const { website } = state;
  const { include = [], campaignId, limit } = query;
  if (include.length === 0 && limit === undefined) return plainList(state, snapshot, campaignId);
  const { places, headers } = await placesOf(query, state, snapshot, orders);
  const html = include.includes('html')
    ? await readSizes(places, limit !== undefined, snapshot.htmlLengths, () =>
        snapshot.pageHtmlSize(website, campaignId),
      )
    : NO_SIZES;
  const batches = async function* (): AsyncGenerator<Make> {
    for await (const sized of sizedPlaces(places, html)) {
      if (include.length === 0) {
        for await (const pages of snapshot.pagesAt(website, sized)) yield () => pages.map(toPseoPageListItem);
      } else {
        for await (const pages of snapshot.pagesWithTextsAt(website, sized)) {
          yield () => withTexts(pages, templates, include);
        }
      }
    }
  };
  const variables = places.reduce((sum, { bytes }) => sum + bytes, 0);
  const size = html.total + variables + places.length * (ITEM + (include.length > 0 ? TEXTS : 0));
  return { headers, size: async () => size, read: () => readAll(batches()), batches };
};

const withTexts = async (
  pages: readonly PseoPageEntityWithTexts[],
  templates: Templates,
  include: readonly (keyof PseoPageExtras)[],
): Promise<unknown[]> => {
  const items: unknown[] = [];
  for (const page of pages) {
    const extras = await inTurnsOf(page.websiteId, () => toPseoPageExtras(page, templates, include));
    items.push({ ...toPseoPageListItem(page), ...extras });
  }
  return items;
};
