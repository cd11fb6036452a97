import type { Knex } from 'knex';
import type { PageCounts, PageList } from '../../../../src/plugins/content-delivery/contracts/pseo-pages';
import { UID } from '../../../fixtures/content';
import { contentPermissions, signInWith, LISTED_WEBSITES } from '../../../support/admin-panel';
import { databaseKind } from '../../../support/databases';
import { storeUnfitSlug } from '../../../support/unfit-slugs';
import { withServer } from '../../../support/with-server';

const PERMISSION = { action: 'plugin::content-delivery.pseo-pages.list', subject: null };

describe('the list of pSEO pages', () => {
  const { server, content, documentsOf, asSuperAdmin } = withServer();
  const pages = documentsOf(UID.page);
  const panel = asSuperAdmin();
  let website: string;
  let campaigns: [string, string];

  const query = (parameters: Record<string, string | number>): string =>
    new URLSearchParams(
      Object.entries(parameters).map(([name, value]) => [name, String(value)] as [string, string]),
    ).toString();
  const get = async <Data>(path: string, user = panel): Promise<Data> => {
    const { status, body } = await user.get(`/content-delivery${path}`);
    expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
    return body.data as Data;
  };
  const list = (parameters: Record<string, string | number> = {}, user = panel) =>
    get<PageList>(`/pseo-pages?${query({ website, ...parameters })}`, user);
  const counts = (parameters: Record<string, string> = {}, user = panel) =>
    get<PageCounts>(`/pseo-pages/counts?${query({ website, ...parameters })}`, user);
  const slugs = async (parameters: Record<string, string | number>, user = panel) => {
    const found: (string | null)[] = [];
    let cursor: string | null = null;
    do {
      const part: PageList = await list({ ...parameters, ...(cursor !== null && { cursor }) }, user);
      found.push(...part.pages.map(({ slug }) => slug));
      cursor = part.nextCursor;
    } while (cursor !== null);
    return found;
  };

  beforeAll(async () => {
    website = (await content.website()).documentId;
    const [one, two] = [
      (await content.campaign(website, { name: 'One' })).documentId,
      (await content.campaign(website, { name: 'Two' })).documentId,
    ];
    campaigns = [one, two];
    await content.pageDraft(one, { slug: 'b-draft' });
    await content.page(one, { slug: 'a-live' });
    const changed = await content.page(one, { slug: 'c-changed' });
    await pages.update({ documentId: changed.documentId, data: { html: 'changed' } });
    await content.pageDraft(one, {});
    const odd = await content.pageDraft(two, { slug: 'odd' });
    await storeUnfitSlug(server.strapi, UID.page, website, odd.documentId, 'a%draft_1', { publish: false });
    await content.pageDraft(two, {});
    const elsewhere = (await content.website()).documentId;
    await content.page((await content.campaign(elsewhere)).documentId, { slug: 'foreign' });
  });

  it('shows all of a page that an editor goes by', async () => {
    const { pages: found, nextCursor } = await list({ search: 'c-chan' });
    expect(nextCursor).toBeNull();
    expect(found).toEqual([
      {
        documentId: expect.stringMatching(/^[a-z0-9]{24}$/) as string,
        slug: 'c-changed',
        campaign: { documentId: campaigns[0], name: 'One' },
        state: 'changed',
        createdAt: expect.stringMatching(/Z$/) as string,
        updatedAt: expect.stringMatching(/Z$/) as string,
        publishedAt: expect.stringMatching(/Z$/) as string,
      },
    ]);
  });

  it.each([1, 2, 3, 100])('comes in parts of %d, each page once, in order', async (limit) => {
    const sorted = [null, null, 'a%draft_1', 'a-live', 'b-draft', 'c-changed'];
    expect(await slugs({ limit })).toEqual(sorted);
  });

  it('is narrowed by campaign, state and part of a slug', async () => {
    expect(await slugs({ campaign: campaigns[1] })).toEqual([null, 'a%draft_1']);
    expect(await slugs({ state: 'live' })).toEqual(['a-live']);
    expect(await slugs({ state: 'changed' })).toEqual(['c-changed']);
    expect(await slugs({ state: 'draft' })).toEqual([null, null, 'a%draft_1', 'b-draft']);
    expect(await slugs({ state: 'waiting' })).toEqual([]);
    expect(await slugs({ search: 'DRAFT' })).toEqual(['a%draft_1', 'b-draft']);
    expect(await slugs({ search: '%d' })).toEqual(['a%draft_1']);
    expect(await slugs({ search: 't_1' })).toEqual(['a%draft_1']);
    expect(await slugs({ search: 'x' })).toEqual([]);
    expect(await slugs({ campaign: 'nosuchcampaign' })).toEqual([]);
  });

  it('is counted by state', async () => {
    expect(await counts()).toEqual({ all: 6, draft: 4, waiting: 0, live: 1, changed: 1 });
    expect(await counts({ campaign: campaigns[1] })).toEqual({
      all: 2,
      draft: 2,
      waiting: 0,
      live: 0,
      changed: 0,
    });
    expect(await counts({ search: 'a' })).toEqual({ all: 4, draft: 2, waiting: 0, live: 1, changed: 1 });
  });

  it.each([
    ['', 'website'],
    [`website=w&state=gone`, 'state'],
    [`website=w&limit=1000`, 'limit'],
    [`website=w&cursor=abc`, 'cursor'],
    [`website=w&search[]=abc`, 'search'],
  ])('says what is wrong with %s', async (parameters, field) => {
    const { status, body } = await panel.get(
      `/content-delivery/pseo-pages?${parameters.replace('=w', `=${website}`)}`,
    );
    expect(status).toBe(400);
    expect(body.error?.details.errors).toEqual([expect.objectContaining({ path: [field] })]);
  });

  describe('for editors', () => {
    const signIn = (types: string[], conditions: string[] = [], own = [PERMISSION]) =>
      signInWith(server.strapi, [...contentPermissions(server.strapi, types, conditions), ...own]);

    it('takes a permission of its own, and the right to read pages', async () => {
      const without = await signIn([UID.website, UID.page], [], []);
      const noPages = await signIn([UID.website]);
      for (const { panel: user } of [without, noPages]) {
        expect((await user.get(`/content-delivery/pseo-pages?website=${website}`)).status).toBe(403);
        expect((await user.get(`/content-delivery/pseo-pages/counts?website=${website}`)).status).toBe(403);
      }
    });

    it('is of the websites that they are listed on, and of no other', async () => {
      const { id, panel: user } = await signIn([UID.website, UID.campaign, UID.page], [LISTED_WEBSITES]);
      const path = `/content-delivery/pseo-pages?website=${website}`;
      expect((await user.get(path)).status).toBe(404);
      expect((await user.get(path.replace('pages?', 'pages/counts?'))).status).toBe(404);
      await content.update(UID.website, website, { editors: [id] });
      expect(await slugs({ limit: 2 }, user)).toHaveLength(6);
      expect(await counts({}, user)).toEqual({ all: 6, draft: 4, waiting: 0, live: 1, changed: 1 });
    });

    it('keeps to other conditions of their roles', async () => {
      const { panel: user } = await signInWith(server.strapi, [
        ...contentPermissions(server.strapi, [UID.website, UID.campaign]),
        ...contentPermissions(server.strapi, [UID.page], ['admin::is-creator']),
        PERMISSION,
      ]);
      expect(await list({}, user)).toEqual({ pages: [], nextCursor: null });
      const { status } = await user.post(`/content-manager/collection-types/${UID.page}`, {
        slug: 'mine',
        variables: {},
        campaign: { connect: [{ documentId: campaigns[0] }] },
      });
      expect(status).toBe(201);
      for (const limit of [1, 2, 50]) expect(await slugs({ limit }, user)).toEqual(['mine']);
      expect(await counts({}, user)).toEqual({ all: 1, draft: 1, waiting: 0, live: 0, changed: 0 });
    });
  });

  if (databaseKind() === 'sqlite') {
    it('is read beside the thread that serves, unless a transaction has written', async () => {
      const { db } = server.strapi;
      const client = db.connection.client as {
        acquireConnection(): Promise<{ function(name: string, work: () => number): void }>;
        releaseConnection(connection: object): Promise<void>;
      };
      const connection = await client.acquireConnection();
      // Other connections do not know it.
      connection.function('main_connection', () => 1);
      await client.releaseConnection(connection);
      const read = (sql: Knex) => sql('pseo_pages').select('slug', sql.raw('main_connection()'));
      const elsewhere = {
        code: 'SQLITE_ERROR',
        message: expect.stringContaining('main_connection') as string,
      };

      await expect(read(db.connection)).rejects.toMatchObject(elsewhere);
      await db.transaction(async ({ trx, rollback }) => {
        await expect(read(trx)).rejects.toMatchObject(elsewhere);
        await trx('pseo_pages').insert({ document_id: 'uncommitted', slug: 'uncommitted' });
        expect((await read(trx)).map(({ slug }: { slug: string }) => slug)).toContain('uncommitted');
        expect(await db.query(UID.page).count({ where: { slug: 'uncommitted' } })).toBe(1);
        await rollback();
      });
      expect(await db.query(UID.page).count({ where: { slug: 'uncommitted' } })).toBe(0);
    });
  }
});
