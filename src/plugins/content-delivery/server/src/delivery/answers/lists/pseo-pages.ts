import type { ChangeType, PseoPageExtras } from '../../../../../contracts/delivery';
import { inTurnsOf } from '../../../platform/task-worker';
import type { Templates } from '../../../pseo/templates/templates';
import type { DeliverySnapshot } from '../../queries';
import { comparePages, type PagePlace, type PseoPageEntityWithTexts } from '../../queries/pseo-pages';
import { toPseoPageExtras, toPseoPageListItem } from '../../serializers/pseo-page';
import type { EntriesQuery } from '../delivery-query';
import type { Make } from '../json';
import type { State } from '../state';
import { NO_SIZES, readSizes, sizedPlaces, type List, type Sizes } from './list';
import type { Orders } from './orders';
import { findPlaces, type Positions } from './parts';
import { placedList, plainList } from './placed-list';
import type { PlaceSource } from './place-source';

type PagesQuery = Extract<EntriesQuery, { route: 'pseo-pages' }>;

/** What an item takes beside its variables, roughly, in bytes; and its meta texts and links, where they are asked for. */
const ITEM = 450;
const TEXTS = 1_000;

/** What may change the order of all pages, and all that is shown of them. */
const WHOLE: ReadonlySet<ChangeType> = new Set(['website', 'campaign']);

/** The places of the pages that a query asks for. */
const sourceFor = (
  { campaignId }: PagesQuery,
  { website }: State,
  snapshot: DeliverySnapshot,
): PlaceSource<PagePlace> => ({
  type: 'pseo-page',
  whole: WHOLE,
  filter: campaignId ?? '',
  compare: comparePages,
  all: () => snapshot.pagePlaces(website, campaignId),
  some: (entries) => snapshot.placesOfPages(website, entries, campaignId),
  // No page waits for a date.
  due: async () => [],
});

const POSITIONS: Positions<PagePlace> = {
  of: ({ slug, documentId }) => [slug, documentId],
  compare: (place, [slug, documentId]) => comparePages(place, { slug: String(slug), documentId }),
};

/** The list of pages as the specification has it (4.4). */
const allPages = (
  state: State,
  snapshot: DeliverySnapshot,
  campaignId: string | undefined,
  source: PlaceSource<PagePlace>,
): List => {
  const { website } = state;
  const batchesAt = async function* (places: readonly PagePlace[]): AsyncGenerator<Make> {
    for await (const pages of snapshot.pagesAt(website, places)) yield () => pages.map(toPseoPageListItem);
  };
  return plainList(snapshot, state, {
    bytes: () => snapshot.pageListSize(website, campaignId),
    async read() {
      const pages = await snapshot.livePages(website, campaignId);
      const places = pages.map(({ documentId, slug }) => ({ documentId, slug }));
      return { places, make: () => pages.map(toPseoPageListItem) };
    },
    batchesAt,
    source,
  });
};

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
  const source = sourceFor(query, state, snapshot);
  if (include.length === 0 && limit === undefined) return allPages(state, snapshot, campaignId, source);
  const batchesAt = async function* (some: readonly PagePlace[], html: Sizes): AsyncGenerator<Make> {
    for await (const sized of sizedPlaces(some, html)) {
      if (include.length === 0) {
        for await (const pages of snapshot.pagesAt(website, sized)) yield () => pages.map(toPseoPageListItem);
      } else {
        for await (const pages of snapshot.pagesWithTextsAt(website, sized)) {
          yield () => withTexts(pages, templates, include);
        }
      }
    }
  };
  return placedList(snapshot, state, {
    found: await findPlaces(query, state, snapshot, orders, source, POSITIONS),
    isPart: limit !== undefined,
    batchesAt,
    sizesAt: async (places, isFew) =>
      include.includes('html')
        ? readSizes(places, isFew, snapshot.htmlLengths, () => snapshot.pageHtmlSize(website, campaignId))
        : NO_SIZES,
    sizeOf(places, total) {
      const variables = places.reduce((sum, { bytes }) => sum + bytes, 0);
      const items = places.length * (ITEM + (include.length > 0 ? TEXTS : 0));
      return { bytes: total + variables + items, work: 0 };
    },
    source,
  });
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
