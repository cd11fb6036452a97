import { readContents } from '../../../src/plugins/content-delivery/server/src/export/contents';
import type { WebsiteRecord } from '../../../src/plugins/content-delivery/server/src/export/records';
import type { DeliverySnapshot } from '../../../src/plugins/content-delivery/server/src/delivery/queries';
import type { Website } from '../../../src/plugins/content-delivery/server/src/delivery/queries/websites';
import type { Templates } from '../../../src/plugins/content-delivery/server/src/pseo/templates/templates';
import { ticksDuring } from '../../support/ticks';

const NOW = new Date();
const drafts = Array.from({ length: 50 }, (_, at) => ({ id: at + 1, documentId: `post-${at}` }));
const postAt = ({ id }: { id: number }) => ({
  ...{ id, documentId: `post-${id}`, title: 'Post', slug: `post-${id}`, category: null, tags: [] },
  ...{ uploadedImage: null, featuredImageUrl: null, imageDetails: null, author: null, language: null },
  ...{ metaTitle: null, metaDescription: null, scheduleDate: null, content: 'x' },
  ...{ createdAt: NOW, updatedAt: NOW, publishDate: NOW },
});
const pageAt = ({ id }: { id: number }) => ({
  ...{
    id,
    documentId: `post-${id - 1}`,
    slug: `page-${id}`,
    targetSlug: null,
    variables: {},
    websiteId: 'website',
  },
  ...{ campaignId: 'campaign', campaignUpdatedAt: NOW, createdAt: NOW, updatedAt: NOW, escapingVersion: 2 },
  ...{ html: { own: 'x', template: null }, metaTitle: { own: 'x', template: null } },
  ...{ metaDescription: { own: 'x', template: null }, ownLinks: [], campaignLinks: [] },
});

/** Answers at once, as what is read on the thread itself. */
const snapshot = {
  postPlaces: async () => [],
  pagePlaces: async () => [],
  postDrafts: async () => drafts.map((draft) => ({ ...draft, hasPublishDate: true })),
  pageDrafts: async () => drafts,
  contentLengths: async () => new Map(),
  htmlLengths: async () => new Map(),
  async *postsAt(places: { id: number }[]) {
    yield places.map(postAt);
  },
  async *pagesWithTextsAt(_: unknown, places: { id: number }[]) {
    yield places.map(pageAt);
  },
  ...{ taxonomies: async () => ({ categories: [], tags: [] }), authors: async () => [] },
  ...{ internalLinks: async () => [], campaigns: async () => [], redirects: async () => [] },
} as unknown as DeliverySnapshot;
const templates = { resolve: async (_: unknown, text: string) => text } as unknown as Templates;

const LONG = 'x'.repeat(1_000_000);
/** Some milliseconds, as long HTML takes that is read. */
const work = (): unknown => JSON.parse(JSON.stringify(LONG));

describe('a website that is exported', () => {
  it.each(['posts', 'pages'] as const)('leaves others their turn between its %s', async (what) => {
    const contents = await readContents({} as WebsiteRecord, {} as Website, {
      ...{ snapshot, templates, publicUrl: 'https://cms.example' },
    });
    const read: string[] = [];
    const ticks = await ticksDuring(async () => {
      for await (const entry of contents[what]()) {
        read.push(entry.slug ?? '');
        work();
      }
    });
    expect(read).toHaveLength(50);
    expect(ticks).toBeGreaterThan(5);
  });
});
