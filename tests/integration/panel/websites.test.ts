import { randomBytes } from 'node:crypto';
import { waitForIdlePool } from '../../../src/plugins/content-delivery/server/src/platform/idle-pool';
import type {
  WebsiteOverview,
  WebsitesAnswer,
} from '../../../src/plugins/content-delivery/contracts/websites';
import type { Home } from '../../../src/plugins/content-delivery/contracts/home';
import {
  SHOWN_WEBSITE_HEADER,
  type WebsiteName,
} from '../../../src/plugins/content-delivery/contracts/website-switch';
import type { Exporter } from '../../../src/plugins/content-delivery/server/src/export';
import { unique, UID, type TestWebsite } from '../../fixtures/content';
import {
  contentPermissions,
  signInAsSuperAdmin,
  signInWith,
  type AdminPanel,
  LISTED_WEBSITES,
  dataOf,
} from '../../support/admin-panel';
import { portOf } from '../../support/connections';
import { resumeClock, stopClockAt } from '../../support/clock';
import { PUBLIC_URL } from '../../support/strapi';
import { until } from '../../support/until';
import { unzipped } from '../../support/zip';
import { withServer } from '../../support/with-server';

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
    const before = Math.min(await counted(), await counted(), await counted());
    await fill();
    await fill();
    // The server looks for work of its own meanwhile, which is counted too: on a busy machine it falls into many of them.
    await until('no more statements than before', async () => (await counted()) <= before);
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
      contentPermissions(server.strapi, TYPES, [LISTED_WEBSITES]),
    );
    expect((await overview(editor)).data).toEqual([]);
    const own = [
      await fill({ editors: [id] }),
      await content.website({ editors: [id], account: (await content.account()).documentId }),
    ];
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

  it('has no numbers for a user who may not read all of what they count', async () => {
    const { id, panel: mixed } = await signInWith(server.strapi, [
      ...contentPermissions(server.strapi, [UID.website]),
      ...contentPermissions(server.strapi, [UID.post, UID.page, UID.link], [LISTED_WEBSITES]),
    ]);
    const own = await fill({ editors: [id] });
    const foreign = await fill();
    expect((await one(own.documentId, mixed))?.numbers).toEqual((await one(own.documentId))?.numbers);
    expect((await one(foreign.documentId, mixed))?.numbers).toEqual({
      livePosts: null,
      scheduledPosts: null,
      draftPosts: null,
      livePages: null,
      links: null,
    });
    // An author, who may read what they have written.
    const { panel: author } = await signInWith(server.strapi, [
      ...contentPermissions(server.strapi, [UID.website]),
      ...contentPermissions(server.strapi, [UID.post], ['admin::is-creator']),
    ]);
    const empty = await content.website({ account: (await content.account()).documentId });
    expect((await one(foreign.documentId, author))?.numbers).toMatchObject({ livePosts: null });
    expect((await one(empty.documentId, author))?.numbers).toMatchObject({ livePosts: 0, draftPosts: 0 });
  });

  describe('the export', () => {
    const EXPORT = 'plugin::content-delivery.website.export';
    const download = async (website: string, query = '', by = panel) => {
      const port = await portOf(server.strapi.server.httpServer);
      return fetch(`http://127.0.0.1:${port}/content-delivery/websites/${website}/export${query}`, {
        headers: { Authorization: `Bearer ${by.token}` },
      });
    };
    let website: TestWebsite;
    beforeAll(async () => {
      website = await fill();
    });
    const files = async (answer: Response) => unzipped(Buffer.from(await answer.arrayBuffer()));

    it('is an archive with all that the website has, and a table of what the format could not take', async () => {
      const named = await fill({ name: 'Größe "&" more\r\nX: y' });
      const answer = await download(named.documentId, '?format=json');
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-disposition')).toMatch(
        /^attachment; filename="gro-e-more-x-y-json-\d{4}-\d\d-\d\d\.zip"$/,
      );
      expect(answer.headers.get('cache-control')).toBe('no-store');
      const { 'blog.json': posts = '', 'pseo-pages.json': pages = '', ...others } = await files(answer);
      const read = (text: string) =>
        (JSON.parse(text) as { status: string; draft?: unknown }[]).map(({ status, draft }) =>
          draft === undefined ? status : `${status}, changed`,
        );
      expect(read(posts).sort()).toEqual([
        ...['draft', 'draft', 'draft', 'published', 'published', 'published', 'published'],
        'published, changed',
      ]);
      expect(read(pages).sort()).toEqual(['draft', 'live', 'live']);
      expect(others['report.csv']).toMatch(/^loss,kind,where,what,what to do,count\r\n/);
      expect(JSON.stringify(others) + posts + pages).not.toContain(named.key);
      for (const format of ['markdown', 'wordpress']) {
        const all = Object.keys(await files(await download(named.documentId, `?format=${format}`)));
        expect(all).toContain('report.csv');
      }
      expect((await download(named.documentId, '?format=pdf')).status).toBe(400);
    });

    it('is for users who may export, and see the website', async () => {
      const rights = contentPermissions(server.strapi, TYPES);
      const { panel: reader } = await signInWith(server.strapi, rights);
      expect((await download(website.documentId, '', reader)).status).toBe(403);
      const { id, panel: editor } = await signInWith(server.strapi, [
        ...contentPermissions(server.strapi, TYPES, [LISTED_WEBSITES]),
        { action: EXPORT, subject: null },
      ]);
      expect((await download(website.documentId, '', editor)).status).toBe(404);
      const own = await content.website({ editors: [id], account: (await content.account()).documentId });
      expect((await download(own.documentId, '', editor)).status).toBe(200);
      expect((await download('nothing', '', panel)).status).toBe(404);
    });

    it('says what is wrong before it begins, and goes on serving', async () => {
      const { exporter } = server.strapi
        .plugin('content-delivery')
        .service<{ exporter: Exporter }>('delivery');
      jest.spyOn(exporter, 'write').mockRejectedValueOnce(new Error('The database is gone.'));
      expect((await download(website.documentId)).status).toBe(500);
      expect((await download(website.documentId)).status).toBe(200);
    });

    it('is cut off when it fails on the way, so that nobody takes a part for the whole', async () => {
      const { exporter } = server.strapi
        .plugin('content-delivery')
        .service<{ exporter: Exporter }>('delivery');
      jest.spyOn(exporter, 'write').mockImplementationOnce(async (_, sink) => {
        await sink.add('first.json', [randomBytes(1_000_000)]);
        throw new Error('The database is gone.');
      });
      const answer = await download(website.documentId);
      expect(answer.status).toBe(200);
      await expect(answer.arrayBuffer()).rejects.toThrow();
      expect((await download(website.documentId)).status).toBe(200);
    });

    it('makes room for the next one when nobody takes it any more', async () => {
      // More than connections hold, and nothing that an archive makes small.
      const long = `<p>${randomBytes(4_000_000).toString('base64')}</p>`;
      for (let n = 0; n < 3; n += 1) await content.post(website.documentId, { content: long });
      const first = await download(website.documentId);
      expect(first.status).toBe(200);
      expect((await download(website.documentId)).status).toBe(503);
      await first.body?.cancel();
      await until('the end of a download', async () => {
        const next = await download(website.documentId);
        await next.body?.cancel();
        return next.status === 200;
      });
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
      const answer = by.get('/content-delivery/website-names');
      return dataOf<WebsiteName[]>(answer);
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
        contentPermissions(server.strapi, [UID.website], [LISTED_WEBSITES]),
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
        contentPermissions(server.strapi, [UID.website, UID.post], [LISTED_WEBSITES]),
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
        const home = await dataOf<Home>(panel.get(`/content-delivery/home?website=${website}`));
        return home.drafts.total;
      };
      expect([await draftsOf(tea.documentId), await draftsOf(coffee.documentId)]).toEqual([1, 0]);
      expect((await panel.get('/content-delivery/home?website=unknown')).status).toBe(404);
    });
  });
});
