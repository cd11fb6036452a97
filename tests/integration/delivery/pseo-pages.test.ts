import { UID } from '../../fixtures/content';
import { resumeClock, stopClockAt } from '../../support/clock';
import { expectAnswer, expectError } from '../../support/requests';
import { storeUnfitSlug } from '../../support/unfit-slugs';
import { withServer } from '../../support/with-server';

const AT_9 = '2025-06-02T09:00:00.123Z';
const AT_10 = '2025-06-02T09:10:00.456Z';
const AT_11 = '2025-06-02T09:20:00.789Z';

interface Page {
  html: string;
  fields: { metaTitle: string; metaDescription: string };
  slug: string;
  targetSlug: string;
  internalLinks: { keyword: string; anchor: string; url: string }[];
  createdAt: string;
  updatedAt: string;
}

describe('GET /api/pseo-pages', () => {
  const { server, content, api, withWebsite } = withServer();
  const website = withWebsite({ url: 'https://front.example.com/' });

  afterEach(resumeClock);

  const single = async (slug: string, key = website.key): Promise<Page> => {
    const response = await api.pseoPages(key, { slug });
    expect({ status: response.status, slug: (response.body as Page).slug }).toEqual({ status: 200, slug });
    return response.body as Page;
  };
  const listed = async (key: string, campaignId?: string): Promise<string[]> => {
    const response = await api.pseoPages(key, campaignId === undefined ? {} : { campaignId });
    expect(response.status).toBe(200);
    return (response.body as Page[]).map((page) => page.slug);
  };

  describe('as a list', () => {
    it('is empty for a website without pages', async () => {
      const own = await content.website();
      expectAnswer(await api.pseoPages(own.key), []);
    });

    it('has every field of the specification in its order, and no others', async () => {
      const own = await content.website();
      stopClockAt(AT_9);
      const campaign = await content.campaign(own.documentId, {
        slugTemplate: 'delivery/{{ city }}',
        targetSlugTemplate: 'coffee/{{ city }}',
        htmlTemplate: '<h1>{{ city }}</h1>',
        internalLinks: [{ keyword: 'coffee', url: '/coffee' }],
      });
      stopClockAt(AT_10);
      const page = await content.page(campaign.documentId, { variables: { city: 'kyiv' } });
      expectAnswer(await api.pseoPages(own.key), [
        {
          pageId: page.documentId,
          campaignId: campaign.documentId,
          websiteId: own.documentId,
          slug: 'delivery/kyiv',
          targetSlug: 'coffee/kyiv',
          status: 'live',
          variables: { city: 'kyiv' },
          createdAt: AT_10,
          updatedAt: AT_10,
        },
      ]);
    });

    it('is in the order of the slugs, by code unit', async () => {
      const own = await content.website();
      const one = await content.campaign(own.documentId);
      const two = await content.campaign(own.documentId);
      const inOrder = ['10', '9', 'Z', 'a', 'a/b', 'a0', 'Ä', 'ä', 'я', '😀', 'ﬀ'];
      for (const [index, slug] of [...inOrder].reverse().entries()) {
        const { documentId } = await content.page((index % 2 ? one : two).documentId, { slug: `p${index}` });
        await storeUnfitSlug(server.strapi, UID.page, own.documentId, documentId, slug);
      }
      expect(await listed(own.key)).toEqual(inOrder);
    });

    it('has live pages only: no drafts, no unpublished or deleted ones, no draft edits', async () => {
      const own = await content.website();
      const campaign = await content.campaign(own.documentId);
      await content.pageDraft(campaign.documentId, { slug: 'draft' });
      const unpublished = await content.page(campaign.documentId, { slug: 'unpublished' });
      const deleted = await content.page(campaign.documentId, { slug: 'deleted' });
      const live = await content.page(campaign.documentId, { slug: 'live', metaTitle: 'Live' });
      expect(await listed(own.key)).toEqual(['deleted', 'live', 'unpublished']);

      await content.unpublish(UID.page, unpublished.documentId);
      await content.remove(UID.page, deleted.documentId);
      await content.update(UID.page, live.documentId, { slug: 'edited', metaTitle: 'Edited' });
      expect(await listed(own.key)).toEqual(['live']);
      expect((await single('live', own.key)).fields.metaTitle).toBe('Live');
      for (const slug of ['draft', 'unpublished', 'deleted', 'edited', 'nowhere']) {
        expectError(await api.pseoPages(own.key, { slug }), 404, 'NotFoundError');
      }

      await content.publish(UID.page, live.documentId);
      expect(await listed(own.key)).toEqual(['edited']);
    });

    it('is restricted to a campaign of the website by campaignId', async () => {
      const own = await content.website();
      const other = await content.website();
      const one = await content.campaign(own.documentId);
      const two = await content.campaign(own.documentId);
      const empty = await content.campaign(own.documentId);
      const foreign = await content.campaign(other.documentId);
      await content.page(one.documentId, { slug: 'one' });
      await content.page(two.documentId, { slug: 'two' });
      await content.page(foreign.documentId, { slug: 'one' });
      expect(await listed(own.key)).toEqual(['one', 'two']);
      expect(await listed(own.key, one.documentId)).toEqual(['one']);
      expect(await listed(own.key, two.documentId)).toEqual(['two']);
      expectAnswer(await api.pseoPages(own.key, { campaignId: empty.documentId }), []);
      expectAnswer(await api.pseoPages(own.key, { campaignId: foreign.documentId }), []);
      for (const campaignId of [
        'unknown',
        one.documentId.toUpperCase(),
        `${one.documentId} `,
        '1',
        '\0',
        '😀',
      ]) {
        expectAnswer(await api.pseoPages(own.key, { campaignId }), []);
      }
    });
  });

  describe('by slug', () => {
    it('has every field of the specification in its order, and no others', async () => {
      stopClockAt(AT_9);
      const campaign = await content.campaign(website.documentId, {
        slugTemplate: 'full/{{ city }}',
        targetSlugTemplate: 'target/{{ city }}',
        htmlTemplate: '<h1>{{ drink }} in {{ city }}</h1>',
        metaTitleTemplate: '{{ drink }} in {{ city }}',
        metaDescriptionTemplate: 'All about {{ drink }}',
        internalLinks: [
          {
            keyword: 'Beans',
            anchor: 'our beans',
            url: 'https://x.example/',
            internal: false,
            nofollow: true,
          },
        ],
      });
      stopClockAt(AT_10);
      const page = await content.page(campaign.documentId, {
        variables: { city: 'lviv', drink: 'Tea & <b>' },
        internalLinks: [{ keyword: 'Tea', url: '/tea' }],
      });
      expectAnswer(await api.pseoPages(website.key, { slug: 'full/lviv' }), {
        pageId: page.documentId,
        campaignId: campaign.documentId,
        websiteId: website.documentId,
        slug: 'full/lviv',
        targetSlug: 'target/lviv',
        status: 'live',
        variables: { city: 'lviv', drink: 'Tea & <b>' },
        createdAt: AT_10,
        updatedAt: AT_10,
        html: '<h1>Tea &amp; &lt;b&gt; in lviv</h1>',
        fields: { metaTitle: 'Tea & <b> in lviv', metaDescription: 'All about Tea & <b>' },
        internalLinks: [
          { keyword: 'Tea', anchor: 'Tea', url: '/tea', internal: true, nofollow: false },
          {
            keyword: 'Beans',
            anchor: 'our beans',
            url: 'https://x.example/',
            internal: false,
            nofollow: true,
          },
        ],
      });
    });

    it('has empty texts and lists where neither page nor campaign gives any, and the slug as target', async () => {
      const campaign = await content.campaign(website.documentId);
      await content.page(campaign.documentId, { slug: 'empty' });
      const response = await api.pseoPages(website.key, { slug: 'empty' });
      expect(response.status).toBe(200);
      expect(response.body).toMatchObject({
        targetSlug: 'empty',
        variables: {},
        html: '',
        fields: { metaTitle: '', metaDescription: '' },
        internalLinks: [],
      });
      expect(Object.keys((response.body as Page).fields)).toEqual(['metaTitle', 'metaDescription']);
    });

    it("takes the page's own texts instead of the campaign's, letter for letter", async () => {
      const campaign = await content.campaign(website.documentId, {
        slugTemplate: 'from/{{ city }}',
        targetSlugTemplate: 'from/{{ city }}',
        htmlTemplate: 'html of {{ city }}',
        metaTitleTemplate: 'title of {{ city }}',
        metaDescriptionTemplate: 'description of {{ city }}',
        internalLinks: [{ keyword: '{{ city }}', anchor: '{{ city }}', url: '/{{city}}' }],
      });
      await content.page(campaign.documentId, {
        variables: { city: 'odesa' },
        slug: 'own/city',
        targetSlug: 'own-target/city',
        html: '<i>{{ city }}</i>{% raw %}',
        metaTitle: '{{ city }} & own',
        metaDescription: '{% own %}',
      });
      const page = await single('own/city');
      expect(page).toMatchObject({
        targetSlug: 'own-target/city',
        html: '<i>{{ city }}</i>{% raw %}',
        fields: { metaTitle: '{{ city }} & own', metaDescription: '{% own %}' },
        internalLinks: [
          { keyword: '{{ city }}', anchor: '{{ city }}', url: '/{{city}}', internal: true, nofollow: false },
        ],
      });
    });

    it('delivers variables with unusual names and values whole, whatever order they have', async () => {
      const campaign = await content.campaign(website.documentId);
      const variables = {
        z: 'last',
        '10': 'number-like',
        '2': '',
        'with space': ' a \n b ',
        'Ключ 😀': '</script>',
        constructor: 'of every object',
        a: 'first',
      };
      await content.page(campaign.documentId, { slug: 'variables', variables });
      const response = await api.pseoPages(website.key, { slug: 'variables' });
      const list = await api.pseoPages(website.key, { campaignId: campaign.documentId });
      expect(response.status).toBe(200);
      expect((response.body as { variables: object }).variables).toEqual(variables);
      expect((list.body as { variables: object }[])[0]?.variables).toEqual(variables);
    });

    it.each([
      ['slashes, of which one is at the end', 'доставка/київ/'],
      ['a percent sign', '50%-off/%2F'],
      ['an ampersand and an equals sign', 'a&slug=b'],
    ])('is found by a slug with %s, with and without campaignId', async (_what, slug) => {
      const campaign = await content.campaign(website.documentId);
      const { documentId } = await content.page(campaign.documentId, { slug: 'x' });
      await storeUnfitSlug(server.strapi, UID.page, website.documentId, documentId, slug);
      expect((await single(slug)).slug).toBe(slug);
      const restricted = await api.pseoPages(website.key, { slug, campaignId: campaign.documentId });
      expect(restricted.status).toBe(200);
      expect(restricted.body).toMatchObject({ slug, campaignId: campaign.documentId });
    });

    it('is not found through another campaign, of the website or of another one', async () => {
      const campaign = await content.campaign(website.documentId);
      const sibling = await content.campaign(website.documentId);
      const stranger = await content.website();
      const foreign = await content.campaign(stranger.documentId);
      await content.page(campaign.documentId, { slug: 'guarded' });
      await content.page(foreign.documentId, { slug: 'foreign-only' });
      expect(
        (await api.pseoPages(website.key, { slug: 'guarded', campaignId: campaign.documentId })).status,
      ).toBe(200);
      for (const query of [
        { slug: 'guarded', campaignId: sibling.documentId },
        { slug: 'guarded', campaignId: foreign.documentId },
        { slug: 'guarded', campaignId: campaign.documentId.toUpperCase() },
        { slug: 'guarded', campaignId: 'unknown' },
        { slug: 'guarded', campaignId: '\0' },
        { slug: 'foreign-only', campaignId: foreign.documentId },
        { slug: 'foreign-only' },
      ] as Record<string, string>[]) {
        expectError(await api.pseoPages(website.key, query), 404, 'NotFoundError');
      }
    });
  });

  describe('with dates', () => {
    const dates = async (key: string, slug: string) => {
      const { createdAt, updatedAt } = await single(slug, key);
      const list = (await api.pseoPages(key)).body as Page[];
      expect(list.find((page) => page.slug === slug)).toMatchObject({ createdAt, updatedAt });
      return { createdAt, updatedAt };
    };

    it("has the later of the page's and the campaign's changes as updatedAt", async () => {
      const own = await content.website();
      stopClockAt(AT_9);
      const campaign = await content.campaign(own.documentId);
      const page = await content.page(campaign.documentId, { slug: 'dated' });
      expect(await dates(own.key, 'dated')).toEqual({ createdAt: AT_9, updatedAt: AT_9 });
      stopClockAt(AT_10);
      await content.update(UID.campaign, campaign.documentId, { htmlTemplate: 'changed' });
      expect(await dates(own.key, 'dated')).toEqual({ createdAt: AT_9, updatedAt: AT_10 });
      stopClockAt(AT_11);
      await content.update(UID.page, page.documentId, { metaTitle: 'changed' }, 'published');
      expect(await dates(own.key, 'dated')).toEqual({ createdAt: AT_9, updatedAt: AT_11 });
    });
  });

  describe('with internal links', () => {
    const urls = async (slug: string) =>
      (await single(slug)).internalLinks.map(({ keyword, url }) => `${keyword} ${url}`);

    it("has the page's own in their order, then the campaign's for other keywords, ignoring case", async () => {
      const campaign = await content.campaign(website.documentId, {
        internalLinks: [
          { keyword: 'zinc', url: '/campaign-zinc' },
          { keyword: 'COFFEE', url: '/campaign-coffee' },
          { keyword: 'apple', url: '/campaign-apple' },
        ],
      });
      const page = await content.page(campaign.documentId, {
        slug: 'merged',
        internalLinks: [
          { keyword: 'tea', url: '/own-tea' },
          { keyword: 'Coffee', url: '/own-coffee' },
        ],
      });
      expect(await urls('merged')).toEqual([
        'tea /own-tea',
        'Coffee /own-coffee',
        'zinc /campaign-zinc',
        'apple /campaign-apple',
      ]);
      await content.update(UID.page, page.documentId, { internalLinks: [] }, 'published');
      expect(await urls('merged')).toEqual([
        'zinc /campaign-zinc',
        'COFFEE /campaign-coffee',
        'apple /campaign-apple',
      ]);
      await content.update(UID.campaign, campaign.documentId, {
        internalLinks: [{ keyword: 'new', url: '/new' }],
      });
      expect(await urls('merged')).toEqual(['new /new']);
    });

    it("has none to the page itself, nor the campaign's for a keyword whose own link was to it", async () => {
      const campaign = await content.campaign(website.documentId, {
        internalLinks: [
          { keyword: 'word', url: '/elsewhere' },
          { keyword: 'self', url: '/muted' },
        ],
      });
      await content.page(campaign.documentId, {
        slug: 'muted',
        internalLinks: [{ keyword: 'word', url: 'https://front.example.com/muted/' }],
      });
      expect(await urls('muted')).toEqual([]);
    });
  });
});
