import {
  PAGE_EXTRAS,
  POST_EXTRAS,
} from '../../../src/plugins/content-delivery/contracts/delivery-parameters';
import { UID, type Content } from '../../fixtures/content';
import { storeUnfitSlug } from '../../support/unfit-slugs';
import { expectError, PATHS } from '../../support/requests';
import { withServer } from '../../support/with-server';

const SHARED_SLUG = 'shared-slug';

/** A website full of content that has the same names as the other's, and a mark in every free text. */
const createTwin = async (content: Content, mark: string) => {
  const account = await content.account();
  const website = await content.website({ account: account.documentId });
  const { documentId } = website;
  const category = await content.category(documentId, 'Shared category');
  const tag = await content.tag(documentId, 'Shared tag');
  const author = await content.author(documentId, { name: 'Shared author', slug: SHARED_SLUG, bio: mark });
  const post = (slug: string) =>
    content.post(documentId, {
      title: 'Shared title',
      slug,
      category: category.documentId,
      tags: [tag.documentId],
      author: author.documentId,
      content: mark,
      metaTitle: mark,
      metaDescription: mark,
      featuredImageUrl: `https://images.example.com/${mark}.webp`,
    });
  await content.link({ account: account.documentId, keyword: 'shared keyword', url: `/${mark}` });
  const campaign = await content.campaign(documentId, {
    name: 'Shared campaign',
    htmlTemplate: mark,
    metaTitleTemplate: mark,
    internalLinks: [{ keyword: 'shared keyword', url: `/${mark}` }],
  });
  const page = (slug: string) => content.page(campaign.documentId, { slug, variables: { shared: mark } });
  const documents = [
    website,
    account,
    category,
    tag,
    author,
    campaign,
    await post(SHARED_SLUG),
    await post(`only-${mark}`),
    await page(SHARED_SLUG),
    await page(`only-${mark}`),
  ];
  return {
    website,
    mark,
    ownSlug: `only-${mark}`,
    campaignId: campaign.documentId,
    /** What must not be seen by anybody else. */
    traces: [mark, ...documents.map((document) => document.documentId)],
  };
};

/** What may stand beside the key: each way to read a list has statements of its own. */
const extrasOf = (path: string): Record<string, string>[] => {
  if (path === '/api/blog') {
    const include = POST_EXTRAS.join(',');
    return [{}, { limit: '1000' }, { include, tag: 'shared-tag' }, { include, category: 'shared-category' }];
  }
  if (path === '/api/pseo-pages') return [{}, { include: PAGE_EXTRAS.join(','), limit: '1000' }];
  return [{}];
};

describe('two websites of two accounts with equal slugs, names and keywords', () => {
  const { server, content, api } = withServer();
  let twins: Awaited<ReturnType<typeof createTwin>>[];

  beforeAll(async () => {
    twins = [await createTwin(content, 'mark-of-alpha'), await createTwin(content, 'mark-of-beta')];
  });

  it('see nothing of each other, whatever key, slug and campaignId are combined', async () => {
    const slugs = [undefined, SHARED_SLUG, ...twins.map((twin) => twin.ownSlug)];
    const campaignIds = [undefined, ...twins.map((twin) => twin.campaignId)];
    const seen = new Map(twins.map((twin) => [twin.mark, 0]));
    for (const twin of twins) {
      const foreign = twins.filter((other) => other !== twin);
      for (const path of PATHS) {
        for (const slug of slugs) {
          for (const [campaignId, extras] of campaignIds.flatMap((id) =>
            extrasOf(path).map((more) => [id, more] as const),
          )) {
            const query = {
              apiKey: twin.website.key,
              ...(slug && { slug }),
              ...(campaignId && { campaignId }),
              ...extras,
            };
            const response = await api.get(path, query);
            const combination = { path, ...query };
            expect([200, 404]).toContain(response.status);
            const traces = foreign.flatMap((other) => other.traces);
            expect({ combination, found: traces.filter((trace) => response.text.includes(trace)) }).toEqual({
              combination,
              found: [],
            });
            if (response.text.includes(twin.mark)) seen.set(twin.mark, (seen.get(twin.mark) ?? 0) + 1);
          }
        }
      }
    }
    // The marks do show where they belong, so their absence elsewhere says something.
    for (const count of seen.values()) expect(count).toBeGreaterThan(10);
  });

  it('do not read with a key that was deleted, replaced or is only nearly right', async () => {
    const account = await content.account();
    const website = await content.website({ account: account.documentId, apiKey: 'Key-With-Case ünï' });
    expect((await api.taxonomies(website.key)).status).toBe(200);
    const nearly = [
      'key-with-case ünï',
      'KEY-WITH-CASE ÜNÏ',
      'Key-With-Case ünï ',
      ' Key-With-Case ünï',
      'Key-With-Case uni',
      'Key-With-Case ünï'.normalize('NFD'),
      'Key-With-Case ünï\0',
      'Key-With-Case\u200b ünï',
      'Key-With-Case ünï\ufe0f',
      'Key-With-Case\u00a0ünï',
      'Key-With-Case%20ünï',
      'Key-With-Case_ünï',
      '%',
    ];
    for (const apiKey of nearly) expectError(await api.taxonomies(apiKey), 401, 'UnauthorizedError');

    await content.update(UID.website, website.documentId, { apiKey: 'replaced-key' });
    expectError(await api.taxonomies(website.key), 401, 'UnauthorizedError');
    expect((await api.taxonomies('replaced-key')).status).toBe(200);
    await content.remove(UID.website, website.documentId);
    expectError(await api.taxonomies('replaced-key'), 401, 'UnauthorizedError');
  });

  it.each([
    ['case', 'Slug', 'slug', 'SLUG'],
    ['a space at the end', 'space', 'space ', 'space  '],
    ['composition', '\u00fcber', 'u\u0308ber', 'uber'],
    ['sharp s', 'straße', 'strasse', 'STRASSE'],
    ['width', 'ａ', 'a-narrow', 'A-narrow'],
    ['a space of no width', 'news', 'ne\u200bws', 'n\u200bews'],
    ['a joiner of no width', '👩‍💻', '👩💻', '👨‍💻'],
    ['a selector of a variant', '☕', '☕\ufe0f', '☕\ufe0e'],
    ['characters beyond the first 65,536', '𝒳', '𝒴', 'X'],
  ])('compare slugs byte for byte: %s', async (_what, first, second, absent) => {
    const account = await content.account();
    const { documentId, key } = await content.website({ account: account.documentId });
    const campaign = await content.campaign(documentId);
    // Not all of them can be entered now; all of them can be stored from before.
    for (const slug of [first, second]) {
      const post = await content.post(documentId, { content: `content of ${slug}` });
      await storeUnfitSlug(server.strapi, UID.post, documentId, post.documentId, slug);
      const page = await content.page(campaign.documentId, {
        slug: post.documentId,
        html: `content of ${slug}`,
      });
      await storeUnfitSlug(server.strapi, UID.page, documentId, page.documentId, slug);
    }
    for (const slug of [first, second]) {
      const post = await api.blog(key, { slug });
      expect({ status: post.status, body: post.body as unknown }).toMatchObject({
        status: 200,
        body: { slug, content: `content of ${slug}` },
      });
      const page = await api.pseoPages(key, { slug });
      expect({ status: page.status, body: page.body as unknown }).toMatchObject({
        status: 200,
        body: { slug, html: `content of ${slug}` },
      });
    }
    expectError(await api.blog(key, { slug: absent }), 404, 'NotFoundError');
    expectError(await api.pseoPages(key, { slug: absent }), 404, 'NotFoundError');
  });
});
