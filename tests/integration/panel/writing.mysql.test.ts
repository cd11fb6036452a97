import type { Impact } from '../../../src/plugins/content-delivery/contracts/entry-actions';
import { unique } from '../../fixtures/content';
import { contentPermissions, LISTED_WEBSITES } from '../../support/admin-users';
import { signInWith, type AdminPanel } from '../../support/admin-panel';
import { multiply } from '../../support/copied-rows';
import { withServer } from '../../support/with-server';

const POST = 'api::post.post';
const CATEGORY = 'api::category.category';
const TAG = 'api::tag.tag';
const WEBSITE = 'api::website.website';
const READ = 'plugin::content-manager.explorer.read';

const route = (website: string, path: string, query: Record<string, string> = {}) =>
  `/content-delivery/websites/${website}/${path}?${new URLSearchParams(query).toString()}`;

describe('what the forms of posts ask', () => {
  const { server, content, asSuperAdmin } = withServer();
  const panel = asSuperAdmin();
  let website: { documentId: string };
  let other: { documentId: string };

  beforeAll(async () => {
    website = await content.website({ url: 'https://example.com', scheduledPosts: 'withhold' });
    other = await content.website();
  });

  const address = async (query: Record<string, string>, of = website) => {
    const answer = await panel.get(route(of.documentId, 'post-address', query));
    expect(answer.status).toBe(200);
    return answer.body.data as Record<string, unknown>;
  };

  describe('the address of a post', () => {
    it('tells of the website', async () => {
      expect(await address({})).toEqual({
        slug: '',
        isFree: true,
        freeSlug: '',
        live: null,
        website: {
          name: expect.any(String) as string,
          url: 'https://example.com',
          scheduledPosts: 'withhold',
        },
      });
    });

    it.each(['Über uns & Café', 'Привет мир', 'コーヒーの淹れ方', 'A "quoted" title + 50 % more', '!!!'])(
      'is made from the title %j as saving makes it',
      async (title) => {
        const asked = await address({ title });
        const saved = await content.draft(website.documentId, { title });
        expect(saved['slug']).toBe(asked['freeSlug']);
        // And once more, when the first has taken it.
        const next = await address({ title });
        expect(next).toMatchObject({ slug: asked['slug'], isFree: false });
        expect((await content.draft(website.documentId, { title }))['slug']).toBe(next['freeSlug']);
      },
    );

    it('is taken by drafts and by live posts, byte for byte, and by those of the website only', async () => {
      const slug = unique('Taken');
      await content.draft(website.documentId, { slug });
      expect(await address({ slug })).toMatchObject({ slug, isFree: false, freeSlug: `${slug}-2` });
      for (const free of [slug.toLowerCase(), `${slug}x`]) {
        expect(await address({ slug: free })).toMatchObject({ slug: free, isFree: true, freeSlug: free });
      }
      // Nobody has it, but it does not work in an address; what would do is taken.
      const spaced = `${slug} `;
      expect(await address({ slug: spaced })).toMatchObject({
        slug: spaced,
        isFree: true,
        freeSlug: `${slug}-2`,
      });
      expect(await address({ slug }, other)).toMatchObject({ isFree: true });
    });

    it('stays taken by the live version until another one is published', async () => {
      const before = unique('before');
      const after = unique('after');
      const post = await content.post(website.documentId, { slug: before });
      await content.update(POST, post.documentId, { slug: after });
      for (const slug of [before, after]) {
        expect(await address({ slug })).toMatchObject({ isFree: false });
        expect(await address({ slug, post: post.documentId })).toMatchObject({
          isFree: true,
          live: { slug: before, websiteUrl: 'https://example.com', waitsUntil: null },
        });
      }
      await content.publish(POST, post.documentId);
      expect(await address({ slug: before })).toMatchObject({ isFree: true });
      expect(await address({ post: post.documentId })).toMatchObject({ live: { slug: after } });
    });

    it('has no live version for a draft', async () => {
      const draft = await content.draft(website.documentId);
      expect(await address({ post: draft.documentId })).toMatchObject({ live: null });
    });

    it('refuses lists and unknown posts and websites', async () => {
      const bad = await panel.get(`/content-delivery/websites/${website.documentId}/post-address?slug[]=a`);
      expect(bad.status).toBe(400);
      expect((await panel.get(route(website.documentId, 'post-address', { post: 'none' }))).status).toBe(404);
      expect((await panel.get(route('none', 'post-address'))).status).toBe(404);
    });
  });

  describe.each([
    ['categories', 'category'],
    ['tags', 'tag'],
  ] as const)('the %s of a website', (path, make) => {
    const names = async (query: Record<string, string> = {}, of = website) => {
      const answer = await panel.get(route(of.documentId, path, query));
      expect(answer.status).toBe(200);
      const { terms, hasMore } = answer.body.data as { terms: { name: string }[]; hasMore: boolean };
      return { names: terms.map(({ name }) => name), hasMore };
    };

    it('are its own, by name, those that contain the searched text', async () => {
      const site = await content.website();
      for (const name of ['Tea & cake', 'Coffee', '100 % Arabica'])
        await content[make](site.documentId, name);
      await content[make](other.documentId, 'Coffee elsewhere');
      expect(await names({}, site)).toEqual({
        names: ['100 % Arabica', 'Coffee', 'Tea & cake'],
        hasMore: false,
      });
      expect(await names({ search: 'COFF' }, site)).toEqual({ names: ['Coffee'], hasMore: false });
      expect(await names({ search: 'tea & c' }, site)).toEqual({ names: ['Tea & cake'], hasMore: false });
      expect(await names({ search: 'nothing' }, site)).toEqual({ names: [], hasMore: false });
    });

    it('come in pages', async () => {
      const site = await content.website();
      const all = Array.from({ length: 53 }, (_, index) => `Term ${String(index).padStart(2, '0')}`);
      const { documentId } = await content[make](site.documentId, all[0]);
      await multiply(
        server.strapi,
        {
          table: path,
          link: `${path}_website_lnk`,
          owner: `${make}_id`,
          change: (n) => ({ name: all[n], unique_key: unique('key') }),
        },
        documentId,
        all.length,
      );
      expect(await names({}, site)).toEqual({ names: all.slice(0, 50), hasMore: true });
      expect(await names({ page: '2' }, site)).toEqual({ names: all.slice(50), hasMore: false });
      for (const page of ['0', '-1', 'x', '1e9', ''])
        expect((await names({ page }, site)).names).toBeDefined();
    });
  });

  describe('permissions', () => {
    const paths = ['post-address', 'categories', 'tags'];
    const statuses = async (of: AdminPanel, id = website.documentId) => {
      const answers = await Promise.all(paths.map((path) => of.get(route(id, path))));
      return answers.map(({ status }) => status);
    };

    it('are asked of everybody', async () => {
      const nobody = await signInWith(server.strapi, []);
      expect(await statuses(nobody.panel)).toEqual([403, 403, 403]);
    });

    it('to read are not enough: who may not write posts on the website learns nothing', async () => {
      const reader = await signInWith(
        server.strapi,
        [POST, CATEGORY, TAG].map((subject) => ({ action: READ, subject })),
      );
      expect(await statuses(reader.panel)).toEqual([404, 404, 404]);
    });

    it('to write posts are not enough to see categories and tags', async () => {
      const writer = await signInWith(server.strapi, contentPermissions(server.strapi, [POST]));
      expect(await statuses(writer.panel)).toEqual([200, 403, 403]);
    });

    it('of a restricted editor end at the listed websites', async () => {
      const editor = await signInWith(
        server.strapi,
        contentPermissions(server.strapi, [WEBSITE, POST, CATEGORY, TAG], [LISTED_WEBSITES]),
      );
      const own = await content.website({ editors: [editor.id] });
      await content.tag(own.documentId, 'Own');
      const foreignPost = await content.post(other.documentId, { slug: unique('foreign') });

      expect(await statuses(editor.panel, own.documentId)).toEqual([200, 200, 200]);
      expect(await statuses(editor.panel, other.documentId)).toEqual([404, 404, 404]);
      const peek = await editor.panel.get(
        route(own.documentId, 'post-address', { post: foreignPost.documentId }),
      );
      expect(peek.status).toBe(404);
      expect(JSON.stringify(peek.body)).not.toContain(String(foreignPost['slug']));
    });
  });

  it('is understood when the form sends the whole of a relation in order', async () => {
    const tags = [];
    for (let count = 0; count < 4; count += 1) tags.push((await content.tag(website.documentId)).documentId);
    const entries = '/content-manager/collection-types/api::post.post';
    const created = await panel.post(entries, {
      title: unique('Ordered'),
      website: { connect: [{ documentId: website.documentId }] },
      tags: { connect: [], disconnect: [], set: [tags[2], tags[0]].map((documentId) => ({ documentId })) },
    });
    expect(created.status).toBe(201);
    const { documentId } = created.body.data as { documentId: string };
    const order = async () => {
      const answer = await panel.get(`/content-manager/relations/api::post.post/${documentId}/tags`);
      // Strapi gives the last one first.
      return (answer.body.results ?? []).map((tag) => tag['documentId']).reverse();
    };
    expect(await order()).toEqual([tags[2], tags[0]]);
    for (const next of [[tags[3], tags[2], tags[1], tags[0]], [tags[0]], []]) {
      const saved = await panel.put(`${entries}/${documentId}`, {
        tags: { connect: [], disconnect: [], set: next.map((tag) => ({ documentId: tag })) },
      });
      expect(saved.status).toBe(200);
      expect(await order()).toEqual(next);
    }
  });

  describe('what an editor may do, and what readers lose', () => {
    const path = (id: string, what: string) => `/content-delivery/entries/${POST}/${id}/${what}`;
    const impact = async (ids: string[], by = panel) =>
      (await by.get(`/content-delivery/entries/${POST}/impact?ids=${ids.join(',')}`)).body.data as Impact;

    it('names the live posts and link rules that lead to an address, however it is written', async () => {
      const account = (await content.defaultAccount()).documentId;
      const home = await content.website({ url: 'https://tea.example', account });
      const post = (title: string, html: string) => content.post(home.documentId, { title, content: html });
      const target = await content.post(home.documentId, {
        title: 'Green_tea',
        slug: 'green-tea',
        publishDate: '2025-02-03T04:05:06.000Z',
      });
      await post('A', '<p><a class="x" href="/blog/green-tea/">x</a></p>');
      await post('B', "<a href='https://tea.example/blog/green-tea?a=1&amp;b=2#top'>x</a>");
      await post('C', '<a href=green-tea>x</a>');
      // Neither the same slug, nor the same website, nor a link, nor live.
      await post(
        'D',
        '<a href="/blog/new-green-tea">green-tea</a> <a href="https://other.example/green-tea">x</a>',
      );
      await content.draft(home.documentId, { content: '<a href="/blog/green-tea">x</a>' });
      await content.link({ keyword: 'green', url: '/blog/green-tea', account });
      await content.link({ keyword: 'white', url: '/blog/white-tea', account });
      const elsewhere = await content.website({ account });
      await content.post(elsewhere.documentId, { content: '<a href="/blog/green-tea">x</a>' });

      expect(await impact([target.documentId])).toEqual({
        live: 1,
        waiting: 0,
        entries: [
          {
            name: 'Green_tea',
            slug: 'green-tea',
            websiteUrl: 'https://tea.example',
            since: '2025-02-03T04:05:06.000Z',
          },
        ],
        posts: { count: 3, titles: ['A', 'B', 'C'] },
        rules: { count: 1, keywords: ['green'] },
        binDays: 30,
      });
      // What waits for its date is lost to nobody yet.
      const withholding = await content.website({ scheduledPosts: 'withhold' });
      const later = await content.post(withholding.documentId, { scheduleDate: '2099-01-01T00:00:00.000Z' });
      expect(await impact([later.documentId])).toMatchObject({
        live: 1,
        waiting: 1,
        entries: [{ since: '2099-01-01T00:00:00.000Z' }],
      });
      await content.unpublish(POST, target.documentId);
      expect(await impact([target.documentId])).toMatchObject({ live: 0, posts: { count: 0 } });
      expect((await panel.get(`/content-delivery/entries/${POST}/impact?ids=%00`)).status).toBe(400);
    });

    it('depends on the entry, and says nothing of those of others', async () => {
      const [own, foreign] = [await content.website(), await content.website()];
      const [mine, theirs] = [await content.post(own.documentId), await content.post(foreign.documentId)];
      const rights = contentPermissions(server.strapi, [POST]);
      const editor = await signInWith(
        server.strapi,
        rights.map((right) => (right.action === READ ? right : { ...right, conditions: [LISTED_WEBSITES] })),
      );
      const restricted = await signInWith(
        server.strapi,
        rights.map((right) => ({ ...right, conditions: [LISTED_WEBSITES] })),
      );
      await content.update(WEBSITE, own.documentId, { editors: [editor.id, restricted.id] });
      const rightsOn = async (id: string, by = editor.panel) => (await by.get(path(id, 'rights'))).body.data;
      const all = { update: true, publish: true, delete: true };
      expect(await rightsOn(mine.documentId)).toEqual(all);
      expect(await rightsOn(theirs.documentId)).toEqual({ update: false, publish: false, delete: false });
      expect(await rightsOn(mine.documentId, restricted.panel)).toEqual(all);
      expect((await restricted.panel.get(path(theirs.documentId, 'rights'))).status).toBe(404);
      expect(await impact([theirs.documentId], restricted.panel)).toMatchObject({ live: 0, entries: [] });
    });
  });
});
