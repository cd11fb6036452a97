import { waitForIdlePool } from '../../../src/plugins/content-delivery/server/src/platform/idle-pool';
import type {
  WebsiteOverview,
  WebsitesAnswer,
} from '../../../src/plugins/content-delivery/contracts/websites';
import type { Home } from '../../../src/plugins/content-delivery/contracts/home';
import {
  SHOWN_WEBSITE_HEADER,
  type WebsiteNamesAnswer,
} from '../../../src/plugins/content-delivery/contracts/website-switch';
import { unique, UID, type TestWebsite } from '../../fixtures/content';
import {
  contentPermissions,
  signInAsSuperAdmin,
  signInWith,
  type AdminPanel,
} from '../../support/admin-panel';
import { resumeClock, stopClockAt } from '../../support/clock';
import { PUBLIC_URL } from '../../support/strapi';
import { withServer } from '../../support/with-server';

const CONDITION = 'plugin::content-delivery.listed-websites';
const NOW = '2031-05-01T12:00:00.000Z';
const LATER = '2031-05-01T12:00:00.001Z';
const anyText = expect.any(String) as string;
const TYPES = [UID.website, UID.post, UID.page, UID.campaign, UID.link];

describe('the overview of websites', () => {
  const { server, content, api } = withServer();
  let panel: AdminPanel;

  beforeAll(async () => {
    panel = await signInAsSuperAdmin(server.strapi);
  });
  afterEach(resumeClock);

  const overview = async (by = panel): Promise<WebsitesAnswer> => {
    const { status, body } = await by.get('/content-delivery/websites');
    expect(status).toBe(200);
    return body as unknown as WebsitesAnswer;
  };
  const one = async (documentId: string, by = panel): Promise<WebsiteOverview | undefined> =>
    (await overview(by)).data.find((website) => website.documentId === documentId);

  /** What the public routes give of a website. */
  const delivered = async (website: TestWebsite) => {
    const count = async (answer: PromiseLike<{ status: number; body: unknown }>): Promise<number> => {
      const { status, body } = await answer;
      expect(status).toBe(200);
      return (body as unknown[]).length;
    };
    return {
      posts: await count(api.blog(website.key)),
      pages: await count(api.pseoPages(website.key)),
      links: await count(api.internalLinks(website.key)),
    };
  };

  /** A website with posts in every state, pages and links. */
  const fill = async (data: Record<string, unknown> = {}): Promise<TestWebsite> => {
    const account = data['account'] ?? (await content.account()).documentId;
    const website = await content.website({ ...data, account });
    const id = website.documentId;
    await content.post(id);
    await content.post(id, { scheduleDate: '2020-01-01T00:00:00.000Z' });
    await content.post(id, { scheduleDate: NOW });
    await content.post(id, { scheduleDate: LATER });
    await content.draft(id);
    await content.draft(id, { scheduleDate: LATER });
    // Live with changes that are not: counts as live.
    const changed = await content.post(id);
    await content.update(UID.post, changed.documentId, { title: 'Changed' });
    const taken = await content.post(id);
    await content.unpublish(UID.post, taken.documentId);
    const campaign = await content.campaign(id);
    await content.page(campaign.documentId, { slug: 'one' });
    await content.page((await content.campaign(id)).documentId, { slug: 'two' });
    await content.pageDraft(campaign.documentId, { slug: 'three' });
    for (let link = 0; link < 3; link += 1) await content.link({ account });
    return website;
  };

  it.each([
    ['include', 5],
    ['withhold', 4],
  ])(
    'has the numbers that the public routes give where scheduled posts are to %s',
    async (scheduledPosts, posts) => {
      const website = await fill({ scheduledPosts });
      stopClockAt(NOW);
      panel = await signInAsSuperAdmin(server.strapi);
      const shown = await one(website.documentId);
      expect(shown?.numbers).toEqual({
        livePosts: 4,
        scheduledPosts: 1,
        draftPosts: 3,
        livePages: 2,
        links: 3,
      });
      expect(shown?.scheduledPosts).toBe(scheduledPosts);
      expect(await delivered(website)).toEqual({ posts, pages: 2, links: 3 });
      stopClockAt(LATER);
      expect((await one(website.documentId))?.numbers).toMatchObject({ livePosts: 5, scheduledPosts: 0 });
      expect((await delivered(website)).posts).toBe(5);
      resumeClock();
      panel = await signInAsSuperAdmin(server.strapi);
    },
  );

  it('says what a website is and has its key as a mask only', async () => {
    const key = unique('a-key-that-is-long-enough');
    const account = (await content.account()).documentId;
    const website = await content.website({
      account,
      name: unique('Shop'),
      kind: 'rest-api',
      url: 'https://shop.example.com',
      apiKey: key,
    });
    const answer = await overview();
    expect(answer.meta.publicUrl).toBe(PUBLIC_URL);
    expect(await one(website.documentId)).toEqual({
      documentId: website.documentId,
      name: website['name'],
      kind: 'rest-api',
      url: 'https://shop.example.com',
      previewUrl: null,
      scheduledPosts: 'include',
      numbers: { livePosts: 0, scheduledPosts: 0, draftPosts: 0, livePages: 0, links: 0 },
      keys: {
        current: { id: expect.any(String) as string, mask: website['apiKey'], isWeak: false },
        old: null,
      },
    });
    expect(JSON.stringify(answer)).not.toContain(key);
  });

  it('comes by name', async () => {
    const account = (await content.account()).documentId;
    for (const name of ['zebra', 'Apple', 'mango']) await content.website({ name, account });
    const names = (await overview()).data.map(({ name }) => name);
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')));
    expect(names.indexOf('Apple')).toBeLessThan(names.indexOf('mango'));
  });

  it('takes as many statements for one website as for many', async () => {
    const counted = async (): Promise<number> => {
      await waitForIdlePool(server.strapi);
      let count = 0;
      const countOne = () => (count += 1);
      server.strapi.db.connection.on('query', countOne);
      await overview();
      server.strapi.db.connection.removeListener('query', countOne);
      return count;
    };
    // Every few seconds the server looks for work of its own; on a busy machine that falls into one of them.
    const statements = async () => Math.min(await counted(), await counted(), await counted());
    const before = await statements();
    for (let website = 0; website < 8; website += 1) await fill();
    expect(await statements()).toBe(before);
  });

  it('is for users who may see websites', async () => {
    const { panel: nobody } = await signInWith(server.strapi, contentPermissions(server.strapi, [UID.post]));
    expect((await nobody.get('/content-delivery/websites')).status).toBe(403);
    expect((await nobody.get('/content-delivery/websites')).body.data).toBeNull();
  });

  it('has no numbers of what the user may not read, and no attributes', async () => {
    const website = await fill({ url: 'https://hidden.example.com' });
    const { panel: few } = await signInWith(server.strapi, [
      {
        action: 'plugin::content-manager.explorer.read',
        subject: UID.website,
        properties: { fields: ['name'] },
      },
      ...contentPermissions(server.strapi, [UID.link]),
    ]);
    expect(await one(website.documentId, few)).toEqual({
      documentId: website.documentId,
      name: website['name'],
      kind: null,
      url: null,
      previewUrl: null,
      scheduledPosts: null,
      numbers: { livePosts: null, scheduledPosts: null, draftPosts: null, livePages: null, links: 3 },
      keys: null,
    });
  });

  it('has only the websites that list a restricted editor, and numbers of these only', async () => {
    const { id, panel: editor } = await signInWith(
      server.strapi,
      contentPermissions(server.strapi, TYPES, [CONDITION]),
    );
    expect((await overview(editor)).data).toEqual([]);
    const own = [await fill({ editors: [id] }), await fill({ editors: [id] })];
    const foreign = await fill();
    const seen = await overview(editor);
    expect(seen.data.map(({ documentId }) => documentId).sort()).toEqual(
      own.map(({ documentId }) => documentId).sort(),
    );
    expect(JSON.stringify(seen)).not.toContain(foreign.documentId);
    for (const { documentId } of own) {
      // As everybody else sees them.
      expect(await one(documentId, editor)).toEqual(await one(documentId));
    }
  });

  it('counts for a user who sees all websites, but content of some, what the user may read', async () => {
    const { id, panel: mixed } = await signInWith(server.strapi, [
      ...contentPermissions(server.strapi, [UID.website]),
      ...contentPermissions(server.strapi, [UID.post, UID.page, UID.link], [CONDITION]),
    ]);
    const own = await fill({ editors: [id] });
    const foreign = await fill();
    expect((await one(own.documentId, mixed))?.numbers).toEqual((await one(own.documentId))?.numbers);
    expect((await one(foreign.documentId, mixed))?.numbers).toEqual({
      livePosts: 0,
      scheduledPosts: 0,
      draftPosts: 0,
      livePages: 0,
      links: 0,
    });
  });

  describe('the switcher', () => {
    const ENTRIES = '/content-manager/collection-types';
    let tea: TestWebsite;
    let coffee: TestWebsite;

    beforeAll(async () => {
      tea = await fill({ name: unique('Tea') });
      coffee = await fill({ name: unique('Coffee') });
    });

    const showing = (website: string) => ({ [SHOWN_WEBSITE_HEADER]: website });
    const namesOf = async (by = panel) => {
      const { status, body } = await by.get('/content-delivery/website-names');
      expect(status).toBe(200);
      return (body as unknown as WebsiteNamesAnswer).data;
    };
    const listed = async (uid: string, headers: Record<string, string>, by = panel, query = '') => {
      const address = `${ENTRIES}/${uid}?page=1&pageSize=100${query}`;
      const { status, body } = await by.get(address, undefined, headers);
      expect(status).toBe(200);
      return (body.results ?? []).map(({ documentId }) => documentId as string);
    };
    const picked = async (relation: string, headers: Record<string, string>, query = '') => {
      const { status, body } = await panel.get(
        `/content-manager/relations/${relation}?page=1&pageSize=100${query}`,
        undefined,
        headers,
      );
      expect(status).toBe(200);
      return (body.results ?? []).map(({ documentId }) => documentId as string);
    };

    it('offers the websites that the user may see, with accounts that they may see', async () => {
      const { id, panel: editor } = await signInWith(
        server.strapi,
        contentPermissions(server.strapi, [UID.website], [CONDITION]),
      );
      await content.update(UID.website, tea.documentId, { editors: [id] });
      expect(await namesOf(editor)).toEqual([{ documentId: tea.documentId, name: tea.name, account: null }]);
      const all = await namesOf();
      expect(all.map(({ documentId }) => documentId)).toEqual(
        expect.arrayContaining([tea.documentId, coffee.documentId]),
      );
      for (const { account } of all) expect(account).toEqual({ documentId: anyText, name: anyText });
    });

    it.each([UID.website, UID.account, UID.post, UID.campaign, UID.page, UID.link])(
      'narrows the list of %s to the website that is shown',
      async (uid) => {
        const totalOf = async (headers: Record<string, string>) => {
          const { body } = await panel.get(`${ENTRIES}/${uid}?page=1&pageSize=1`, undefined, headers);
          return (body as unknown as { pagination: { total: number } }).pagination.total;
        };
        const [ofTea, ofCoffee] = [
          await listed(uid, showing(tea.documentId)),
          await listed(uid, showing(coffee.documentId)),
        ];
        expect(ofTea.length).toBeGreaterThan(0);
        expect(ofCoffee.length).toBe(ofTea.length);
        expect(ofTea.filter((id) => ofCoffee.includes(id))).toEqual([]);
        expect(await totalOf(showing(tea.documentId))).toBe(ofTea.length);
        const every = await totalOf({});
        expect(every).toBeGreaterThanOrEqual(ofTea.length + ofCoffee.length);
        for (const all of ['*', '', "x' or 1=1"]) expect(await totalOf(showing(all))).toBe(every);
      },
    );

    it('narrows what is asked for besides, and opens nothing to who is restricted', async () => {
      const filter = `&filters[$and][0][website][documentId][$eq]=${coffee.documentId}`;
      expect(await listed(UID.post, showing(tea.documentId), panel, filter)).toEqual([]);
      const { id, panel: editor } = await signInWith(
        server.strapi,
        contentPermissions(server.strapi, [UID.website, UID.post], [CONDITION]),
      );
      await content.update(UID.website, coffee.documentId, { editors: [id] });
      expect(await listed(UID.post, showing(tea.documentId), editor)).toEqual([]);
      expect((await listed(UID.post, showing(coffee.documentId), editor)).length).toBeGreaterThan(0);
    });

    it('narrows what a new entry can be related to, and leaves an entry of another website its own', async () => {
      expect(await picked(`${UID.page}/campaign`, showing(tea.documentId))).toEqual(
        expect.not.arrayContaining(await listed(UID.campaign, showing(coffee.documentId))),
      );
      expect(await picked(`${UID.post}/website`, showing(tea.documentId))).toEqual([tea.documentId]);
      const [page] = await listed(UID.page, showing(coffee.documentId));
      const others = await listed(UID.campaign, showing(tea.documentId));
      expect(await picked(`${UID.page}/campaign`, showing(coffee.documentId), `&id=${page}`)).toEqual(
        expect.arrayContaining(others),
      );
    });

    it('is followed by the home page', async () => {
      const draft = await panel.post(`${ENTRIES}/${UID.post}`, {
        title: unique('Draft'),
        website: { connect: [{ documentId: tea.documentId }] },
      });
      expect(draft.status).toBe(201);
      const draftsOf = async (website: string) => {
        const { status, body } = await panel.get(`/content-delivery/home?website=${website}`);
        expect(status).toBe(200);
        return (body.data as Home).drafts.total;
      };
      expect([await draftsOf(tea.documentId), await draftsOf(coffee.documentId)]).toEqual([1, 0]);
      expect((await panel.get('/content-delivery/home?website=unknown')).status).toBe(404);
    });
  });
});
