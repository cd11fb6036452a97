import type { Home } from '../../../src/plugins/content-delivery/contracts/home';
import {
  SEE_LINKS_PERMISSION,
  type KeywordPlaces,
  type LinkCheck,
  type LinkFinding,
  type LinkFindingKind,
  type LinkFindings,
  type LinkTargets,
} from '../../../src/plugins/content-delivery/contracts/links';
import { UID, type TestWebsite } from '../../fixtures/content';
import {
  contentPermissions,
  signInWith,
  type AdminPanel,
  LISTED_WEBSITES,
  dataOf,
} from '../../support/admin-panel';
import { until } from '../../support/until';
import { withServer } from '../../support/with-server';
import { serviceOf } from '../../support/services';

const CHECKS = '/content-delivery/link-checks';
const link = (href: string, words = 'more') => `<p><a href="${href}">${words}</a></p>`;

describe('links between entries', () => {
  const { server, content, asSuperAdmin } = withServer();
  const links = () => serviceOf(server.strapi, 'links');
  const superAdmin = asSuperAdmin();
  let editor: { panel: AdminPanel; id: number };
  let account: string;
  let shop: TestWebsite;
  let other: TestWebsite;

  const signIn = (permissions = [SEE_LINKS_PERMISSION]) =>
    signInWith(server.strapi, [
      ...contentPermissions(
        server.strapi,
        [UID.website, UID.account, UID.post, UID.link, UID.campaign, UID.page],
        [LISTED_WEBSITES],
      ),
      ...permissions.map((action) => ({ action, subject: null })),
    ]);

  beforeAll(async () => {
    editor = await signIn();
    links().runner.start();
  });
  afterAll(() => links().runner.stop());
  beforeEach(async () => {
    account = (await content.account({ name: 'Harbour' })).documentId;
    shop = await content.website({
      name: 'Shop',
      account,
      url: 'https://www.shop.example',
      editors: [editor.id],
    });
    other = await content.website({ name: 'Other', account, url: 'https://other.example' });
  });

  const checkOf = async (panel: AdminPanel): Promise<LinkCheck | undefined> => {
    const checks = await dataOf<LinkCheck[]>(panel.get(CHECKS));
    return checks.find((check) => check.account.documentId === account);
  };
  const check = async (panel = superAdmin): Promise<LinkCheck> => {
    const started = await panel.post(`${CHECKS}/${account}`, {});
    expect(started.status).toBe(202);
    return finished(panel);
  };
  const finished = (panel: AdminPanel): Promise<LinkCheck> =>
    until('the end of the check of links', async () => {
      const found = await checkOf(panel);
      if (found?.latest?.state === 'failed') throw new Error('The check has failed.');
      return found?.latest === null && found;
    });
  const findings = async (kind: LinkFindingKind, panel = superAdmin, query = ''): Promise<LinkFinding[]> => {
    const found: LinkFinding[] = [];
    for (let after: string | null = ''; after !== null;) {
      const path: string = `${CHECKS}/${account}/findings?kind=${kind}${query}&after=${after}`;
      const part: LinkFindings = await dataOf(panel.get(path));
      found.push(...part.findings);
      after = part.next;
    }
    return found;
  };
  const inWords = (found: readonly LinkFinding[]) =>
    found.map(({ entry, website, address, state }) => [entry.name, website?.name ?? null, address, state]);

  it('are found that lead nowhere, with what became of their targets', async () => {
    const draft = await content.draft(shop.documentId, { title: 'Draft', slug: 'draft' });
    const gone = await content.post(shop.documentId, { slug: 'gone' });
    const taken = await content.post(shop.documentId, { slug: 'taken-down' });
    await content.post(shop.documentId, { title: 'Live', slug: 'live' });
    await content.post(shop.documentId, {
      title: 'Guide',
      slug: 'guide',
      content: [
        link('/blog/live'),
        link('https://shop.example/blog/live/'),
        link('/articles/draft'),
        link('https://www.shop.example/blog/taken-down?from=guide#top'),
        link('/old/gone'),
        link('/blog/never-was'),
        // The front end's own pages, other websites, and what is no page.
        link('/pricing'),
        link('/'),
        link('#top'),
        link('mailto:a@shop.example'),
        link('https://elsewhere.example/blog/never-was'),
        link('https://other.example/blog/not-there'),
        `<script>"<a href='/blog/in-a-script'>"</script><pre>&lt;a href="/blog/in-a-text"></pre>`,
      ].join(''),
    });
    await content.unpublish(UID.post, taken.documentId);
    await content.remove(UID.post, gone.documentId);

    const done = await check();
    expect(done).toMatchObject({ isCurrent: true, unread: 0, isCut: false });
    const found = await findings('dead-link');
    expect(inWords(found)).toEqual([
      ['Guide', 'Shop', '/articles/draft', 'draft'],
      ['Guide', 'Shop', 'https://www.shop.example/blog/taken-down?from=guide#top', 'unpublished'],
      ['Guide', 'Shop', '/old/gone', 'deleted'],
      ['Guide', 'Shop', '/blog/never-was', 'missing'],
      ['Guide', 'Shop', 'https://other.example/blog/not-there', 'missing'],
    ]);
    expect(found[0]?.target).toEqual({ type: 'post', documentId: draft.documentId, name: 'Draft' });
    expect(done.counts['dead-link']).toBe(5);

    // What is mended since shows at once, and that something has changed.
    await content.publish(UID.post, draft.documentId);
    expect(inWords(await findings('dead-link'))[0]).toEqual(['Guide', 'Shop', '/articles/draft', 'live']);
    expect(await checkOf(superAdmin)).toMatchObject({ isCurrent: false, checkedAt: done.checkedAt });
    await links().renew(Date.now());
    expect((await checkOf(superAdmin))?.latest).toBeNull();
    // A day later it is checked by itself.
    await links().renew(Date.now() + 25 * 3_600_000);
    const renewed = await finished(superAdmin);
    expect(renewed).toMatchObject({ isCurrent: true, counts: { 'dead-link': 4 } });
    await links().renew(Date.now() + 25 * 3_600_000);
    expect((await checkOf(superAdmin))?.latest).toBeNull();
  });

  it('lead somewhere by an earlier slug, as front ends lead on, until the entry is gone or on another website', async () => {
    const post = await content.post(shop.documentId, { slug: 'before' });
    await content.update(UID.post, post.documentId, { slug: 'now' }, 'published');
    const campaign = await content.campaign(shop.documentId);
    const page = await content.page(campaign.documentId, { slug: 'delivery/bonn' });
    await content.update(UID.page, page.documentId, { slug: 'delivery/berlin' }, 'published');
    await content.page(campaign.documentId, { slug: 'delivery/essen' });
    const rule = await content.link({ account, keyword: 'kettle', url: '/blog/before' });
    await content.post(shop.documentId, {
      title: 'Guide',
      slug: 'guide',
      content: `<p>A kettle.</p>${link('/blog/before')}${link('/delivery/bonn')}${link('/delivery/never-was')}`,
    });
    await content.post(other.documentId, { title: 'Elsewhere', content: link('/blog/before') });
    const dead = async () => inWords([...(await findings('dead-link')), ...(await findings('dead-rule'))]);

    await check();
    const always = [
      ['Guide', 'Shop', '/delivery/never-was', 'missing'],
      ['Elsewhere', 'Other', '/blog/before', 'missing'],
    ];
    expect(await dead()).toEqual(always);
    // The post is linked, by its earlier slug alone.
    expect((await findings('unlinked-post')).map(({ entry }) => entry.documentId)).not.toContain(
      post.documentId,
    );

    await content.update(UID.post, post.documentId, { website: other.documentId }, 'published');
    await content.unpublish(UID.page, page.documentId);
    await check();
    expect(await dead()).toEqual([
      ['Guide', 'Shop', '/blog/before', 'missing'],
      ['Guide', 'Shop', '/delivery/bonn', 'missing'],
      ['Guide', 'Shop', '/delivery/never-was', 'missing'],
      ...always.slice(1),
      ['kettle', 'Shop', '/blog/before', 'missing'],
    ]);
    expect((await findings('dead-rule'))[0]?.entry.documentId).toBe(rule.documentId);
  });

  it('checks an account for the first time by itself, once it has something that readers get', async () => {
    const { documentId: account } = await content.account();
    const site = await content.website({ name: 'Never checked', account });
    const latest = async () => (await links().latest()).get(account)?.state ?? null;
    await content.draft(site.documentId, { title: 'Draft' });
    await links().renew(Date.now());
    expect(await latest()).toBeNull();
    await content.post(site.documentId, { title: 'Live', content: '<a href="/blog/nowhere">there</a>' });
    await links().renew(Date.now());
    expect(await latest()).not.toBeNull();
  });

  it('of pSEO pages count once for a campaign, in texts that templates make and in rules that find a word', async () => {
    const campaign = await content.campaign(shop.documentId, {
      name: 'Cities',
      htmlTemplate: '<p>Coffee in {{ city }}</p><a href="/delivery/{{ next }}">next</a>',
      internalLinks: [
        { keyword: 'coffee', url: '/blog/roasts' },
        { keyword: 'tea', url: '/blog/no-such-tea' },
      ],
    });
    const page = (city: string, next: string) =>
      content.page(campaign.documentId, { slug: `delivery/${city}`, variables: { city, next } });
    await page('berlin', 'bonn');
    await page('bonn', 'cologne');
    await page('essen', 'cologne');
    await content.page(campaign.documentId, {
      slug: 'delivery/own',
      html: link('/delivery/berlin'),
      variables: {},
    });
    const done = await check();
    const found = await findings('dead-link');
    expect(inWords(found)).toEqual([
      ['delivery/berlin', 'Shop', '/blog/roasts', 'missing'],
      ['delivery/bonn', 'Shop', '/delivery/cologne', 'missing'],
    ]);
    expect(found.map(({ pages }) => pages)).toEqual([3, 2]);
    expect(done.counts['dead-link']).toBe(2);

    await content.post(shop.documentId, { title: 'Roasts', slug: 'roasts' });
    await check();
    expect(inWords(await findings('dead-link'))).toEqual([
      ['delivery/bonn', 'Shop', '/delivery/cologne', 'missing'],
    ]);
    expect(await findings('unlinked-post')).toEqual([]);
  });

  it('are missing to posts that nothing else links to, and keywords to texts', async () => {
    const rule = (keyword: string, url: string) => content.link({ keyword, url, account });
    await rule('espresso', '/blog/espresso');
    await rule('brew ratio', '/blog/ratio');
    await rule('brew', '/blog/espresso');
    await rule('moka pot', 'https://other.example/blog/moka');
    await rule('press', '/pricing');
    const espresso = await content.post(shop.documentId, {
      title: 'Espresso',
      slug: 'espresso',
      // Its own keyword links nothing to it.
      content: '<p>Espresso, brewed.</p>',
    });
    await content.post(shop.documentId, {
      title: 'Ratio',
      slug: 'ratio',
      content: '<p>The <b>Brew  Ratio</b>, and ES&#80;RESSO.</p>',
    });
    await content.post(other.documentId, { title: 'Alone', slug: 'alone', content: link('/blog/alone') });
    await content.draft(shop.documentId, { title: 'Draft', content: '<p>A press, and brew.</p>' });
    await check();
    expect(inWords(await findings('unlinked-post'))).toEqual([
      ['Ratio', 'Shop', null, null],
      ['Alone', 'Other', null, null],
    ]);
    // The longest keyword has the place.
    expect(inWords(await findings('unused-keyword'))).toEqual([
      ['brew', null, '/blog/espresso', null],
      ['moka pot', null, 'https://other.example/blog/moka', null],
      ['press', null, '/pricing', null],
    ]);
    expect(inWords(await findings('dead-rule'))).toEqual([
      ['moka pot', 'Other', 'https://other.example/blog/moka', 'missing'],
    ]);
    await content.unpublish(UID.post, espresso.documentId);
    await check();
    // Of a website on which it links a word.
    expect(inWords(await findings('dead-rule')).filter(([keyword]) => keyword === 'espresso')).toEqual([
      ['espresso', 'Shop', '/blog/espresso', 'unpublished'],
    ]);
  });

  it('show to each editor those of their websites alone, and no drafts of others', async () => {
    await content.draft(other.documentId, { title: 'Secret', slug: 'secret' });
    await content.post(shop.documentId, {
      title: 'Mine',
      slug: 'mine',
      content: link('https://other.example/blog/secret'),
    });
    await content.post(other.documentId, { title: 'Theirs', content: link('/blog/nowhere') });
    const done = await check(editor.panel);
    expect(done.websites).toEqual([{ documentId: shop.documentId, name: 'Shop' }]);
    expect(done.counts).toMatchObject({ 'dead-link': 1, 'unlinked-post': 1 });
    expect((await checkOf(superAdmin))?.counts).toMatchObject({ 'dead-link': 2, 'unlinked-post': 2 });
    const [own, ...others] = await findings('dead-link', editor.panel);
    expect(others).toEqual([]);
    expect(own).toMatchObject({ entry: { name: 'Mine' }, state: 'missing', target: null });
    expect((await findings('dead-link'))[0]).toMatchObject({ state: 'draft', target: { name: 'Secret' } });

    const ofOther = `${CHECKS}/${account}/findings?kind=dead-link&website=${other.documentId}`;
    expect((await editor.panel.get(ofOther)).status).toBe(404);
    expect((await superAdmin.get(ofOther)).body.data).toMatchObject({
      findings: [{ entry: { name: 'Theirs' } }],
    });
    const foreign = await content.account();
    await content.website({ account: foreign.documentId });
    for (const path of [`${CHECKS}/${foreign.documentId}`, `${CHECKS}/a'b`])
      expect((await editor.panel.post(path, {})).status).toBe(404);
    expect((await editor.panel.get(`${CHECKS}/${foreign.documentId}/findings?kind=dead-link`)).status).toBe(
      404,
    );

    const onHome = async (panel: AdminPanel, query = '') =>
      ((await panel.get(`/content-delivery/home${query}`)).body.data as Home).deadLinks;
    expect([
      await onHome(superAdmin, `?website=${other.documentId}`),
      await onHome(editor.panel, `?website=${shop.documentId}`),
    ]).toEqual([1, 1]);
    const { panel: withoutRight } = await signIn([]);
    expect(await onHome(withoutRight)).toBeNull();
    expect((await withoutRight.get(CHECKS)).status).toBe(403);
    expect((await withoutRight.post(`${CHECKS}/${account}`, {})).status).toBe(403);
    for (const query of ['', 'kind=x', 'kind=dead-link&after=x', 'kind=dead-link&after=99999999999'])
      expect((await superAdmin.get(`${CHECKS}/${account}/findings?${query}`)).status).toBe(400);
  });

  it('are told of for a keyword that is not saved yet, as front ends would set them', async () => {
    const ask = async (panel: AdminPanel, more: object = {}) => {
      const given = { keyword: 'grind size', url: '/blog/grind', account, link: null, after: null, ...more };
      const parts: KeywordPlaces[] = [];
      for (let after: string | null = null; ;) {
        const { status, body } = await panel.post('/content-delivery/keyword-places', { ...given, after });
        if (status !== 200) return status;
        parts.push(body.data as KeywordPlaces);
        after = parts.at(-1)?.next ?? null;
        if (after === null) break;
      }
      return {
        posts: parts.reduce((sum, { posts }) => sum + posts, 0),
        places: parts.flatMap(({ places }) => places),
      };
    };
    const saved = await content.link({ keyword: 'grind', url: '/blog/grind', account });
    await content.link({ keyword: 'fine grind size', url: '/blog/fine', account });
    await content.post(shop.documentId, {
      title: 'Dialling in',
      content:
        '<p>First sentence. Choose the <em>right</em> Grind&nbsp;size, before anything else. Then go on.</p>',
    });
    await content.post(shop.documentId, {
      content: '<p>A fine grind size, and <a href="/x">grind size</a>.</p>',
    });
    const own = await content.post(shop.documentId, { slug: 'grind', content: '<p>Grind size.</p>' });
    await content.draft(shop.documentId, { content: '<p>Grind size.</p>' });
    const theirs = await content.post(other.documentId, { title: 'Theirs', content: '<p>GRIND SIZE!</p>' });

    expect(await ask(superAdmin)).toEqual({
      posts: 2,
      places: [
        {
          post: { documentId: expect.any(String) as string, title: 'Dialling in' },
          website: 'Shop',
          before: 'Choose the right ',
          found: 'Grind size',
          after: ', before anything else.',
        },
        {
          post: { documentId: theirs.documentId, title: 'Theirs' },
          website: 'Other',
          before: '',
          found: 'GRIND SIZE',
          after: '!',
        },
      ],
    });
    expect(await ask(editor.panel)).toMatchObject({ posts: 1 });
    // Its own version that is saved is not in its way.
    expect(await ask(superAdmin, { keyword: 'grind', link: saved.documentId })).toMatchObject({ posts: 2 });
    expect(await ask(superAdmin, { keyword: 'grin', url: 'no address yet' })).toMatchObject({ posts: 0 });
    expect(await ask(superAdmin, { keyword: ' ' })).toBe(400);
    // By a slug that the post had before, it would link to itself as well.
    await content.update(UID.post, own.documentId, { slug: 'grind-today' });
    await content.publish(UID.post, own.documentId);
    expect(await ask(superAdmin)).toMatchObject({ posts: 2 });
    expect(await ask(superAdmin, { url: '/blog/elsewhere' })).toMatchObject({ posts: 3 });
    expect(await ask(superAdmin, { keyword: 'x'.repeat(300) })).toBe(400);
    expect(await ask(superAdmin, { keyword: 7 })).toBe(400);
    expect(await ask(superAdmin, { account: 'unknown' })).toBe(404);
    const { status } = await superAdmin.post('/content-delivery/keyword-places', {
      keyword: 'x',
      url: '',
      account,
      after: "1'-2",
    });
    expect(status).toBe(400);
  });

  it('are offered to posts and pages of the website, drafts as such, with keywords that are links anyway', async () => {
    const targets = async (panel: AdminPanel, query: Record<string, string>, website = shop) => {
      const path = `/content-delivery/websites/${website.documentId}/link-targets?${new URLSearchParams(query)}`;
      const { status, body } = await panel.get(path);
      return status === 200 ? (body.data as LinkTargets) : status;
    };
    const cafe = await content.post(shop.documentId, { title: 'The Café guide', slug: 'cafe' });
    await content.update(UID.post, cafe.documentId, { slug: 'cafe-2' });
    await content.draft(shop.documentId, { title: 'Guide to cafe chairs', slug: 'chairs' });
    await content.post(shop.documentId, { title: 'Else', slug: 'else' });
    await content.post(other.documentId, { title: 'Café of others' });
    const campaign = await content.campaign(shop.documentId, { htmlTemplate: '<p>x</p>' });
    await content.page(campaign.documentId, { slug: 'cafe/berlin' });
    await content.link({ keyword: 'café', url: '/blog/cafe', account });

    const found = (await targets(editor.panel, {
      search: ' CAFÉ ',
      words: 'a cafe & a Café',
    })) as LinkTargets;
    expect(found.url).toBe('https://www.shop.example');
    expect(found.targets.map(({ type, title, slug, isLive }) => [type, title, slug, isLive])).toEqual([
      ['post', 'Guide to cafe chairs', 'chairs', false],
      ['post', 'The Café guide', 'cafe', true],
      ['pseo-page', 'cafe/berlin', 'cafe/berlin', true],
    ]);
    expect(found.keywords).toEqual([{ keyword: 'café', url: '/blog/cafe' }]);
    expect(((await targets(editor.panel, { search: 'guide cafe' })) as LinkTargets).targets).toHaveLength(2);
    expect(
      ((await targets(editor.panel, { search: 'cafe', entry: cafe.documentId })) as LinkTargets).targets,
    ).toHaveLength(2);
    expect(await targets(editor.panel, { search: 'cafe' }, other)).toBe(404);
    expect(await targets(superAdmin, { search: 'x'.repeat(201) })).toBe(400);
    const nobody = await signInWith(server.strapi, contentPermissions(server.strapi, [UID.website]));
    expect(await targets(nobody.panel, { search: 'cafe' })).toBe(403);
  });
});
