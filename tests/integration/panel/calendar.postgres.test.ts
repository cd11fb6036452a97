import type { Calendar, PostState } from '../../../src/plugins/content-delivery/contracts/calendar';
import type { Home, RecentPosts } from '../../../src/plugins/content-delivery/contracts/home';
import { MANAGE_WEBHOOKS_PERMISSION as MANAGE_WEBHOOKS } from '../../../src/plugins/content-delivery/contracts/webhooks';
import { UID, type TestWebsite } from '../../fixtures/content';
import {
  contentPermissions,
  signInWith,
  type AdminPanel,
  LISTED_WEBSITES,
  dataOf,
} from '../../support/admin-panel';
import { resumeClock, stopClockAt } from '../../support/clock';
import { withServer } from '../../support/with-server';

const CALENDAR = '/content-delivery/calendar';
/** In Berlin, 12:00 on a Saturday in winter. */
const NOON = '2026-11-21T11:00:00.000Z';
const DECEMBER = `from=2026-12-01T00:00:00.000Z&until=2027-01-01T00:00:00.000Z`;
const at = (day: number) => `2026-12-${String(day).padStart(2, '0')}T08:00:00.000Z`;

describe('what goes live when', () => {
  const { server, content, api, rowsOf, asSuperAdmin } = withServer();
  const superAdmin = asSuperAdmin();
  let editor: AdminPanel;
  let author: AdminPanel;
  let shop: TestWebsite;
  let other: TestWebsite;

  beforeAll(async () => {
    const own = contentPermissions(server.strapi, [UID.post, UID.website, UID.campaign], [LISTED_WEBSITES]);
    const one = await signInWith(server.strapi, own);
    const two = await signInWith(
      server.strapi,
      own.filter(({ action }) => !action.endsWith('.publish')),
    );
    [editor, author] = [one.panel, two.panel];
    shop = await content.website({ name: 'Shop', scheduledPosts: 'withhold', editors: [one.id, two.id] });
    other = await content.website({ name: 'Other' });
  });
  beforeEach(() => stopClockAt(NOON));
  afterEach(resumeClock);

  const entries = (panel: AdminPanel, query = DECEMBER) =>
    dataOf<Calendar>(panel.get(`${CALENDAR}?${query}`));
  const inDecember = async (panel: AdminPanel) =>
    (await entries(panel)).posts.map(({ title, state, mayMove }) => [title, state, mayMove]);
  const move = (panel: AdminPanel, id: string, from: string, to: string) =>
    panel.put(`${CALENDAR}/posts/${id}`, { from, to });
  const states = async (panel: AdminPanel, ids: readonly string[]) => {
    const path = `/content-delivery/post-states?posts=${ids.join(',')}`;
    const found = await dataOf<PostState[]>(panel.get(path));
    return Object.fromEntries(found.map(({ documentId, ...rest }) => [documentId, rest]));
  };
  afterEach(async () => {
    for (const { id } of await rowsOf(UID.post).findMany({ select: ['id'] }))
      await rowsOf(UID.post).delete({ where: { id } });
  });

  it('is by date, with drafts that are planned, and each editor’s own websites alone', async () => {
    await content.post(shop.documentId, { title: 'Scheduled', scheduleDate: at(24) });
    await content.draft(shop.documentId, { title: 'Planned', scheduleDate: at(3) });
    await content.draft(shop.documentId, { title: 'Without a date' });
    await content.post(other.documentId, { title: 'Elsewhere', scheduleDate: at(5) });
    await content.post(shop.documentId, { title: 'Of January', scheduleDate: '2027-01-01T00:00:00.000Z' });
    expect(await inDecember(superAdmin)).toEqual([
      ['Planned', 'planned', true],
      ['Elsewhere', 'scheduled', true],
      ['Scheduled', 'scheduled', true],
    ]);
    expect(await inDecember(editor)).toEqual([
      ['Planned', 'planned', true],
      ['Scheduled', 'scheduled', true],
    ]);
    // To move what is published takes the right to publish.
    expect(await inDecember(author)).toEqual([
      ['Planned', 'planned', true],
      ['Scheduled', 'scheduled', false],
    ]);
    await content.post(shop.documentId, { title: 'Live', publishDate: at(30) });
    expect((await inDecember(superAdmin))[3]).toEqual(['Live', 'live', false]);

    const { posts } = await entries(superAdmin, `${DECEMBER}&website=${other.documentId}`);
    expect(posts.map(({ title }) => title)).toEqual(['Elsewhere']);
    expect((await editor.get(`${CALENDAR}?${DECEMBER}&website=${other.documentId}`)).status).toBe(404);
    for (const wrong of [
      '',
      'from=x&until=y',
      `until=${at(1)}&from=${at(2)}`,
      `from=${at(1)}&until=2027-03-01T00:00:00Z`,
    ])
      expect((await superAdmin.get(`${CALENDAR}?${wrong}`)).status).toBe(400);
  });

  it('has the dates of drips, with as many pages as each one publishes', async () => {
    const campaign = await content.campaign(shop.documentId, {
      name: 'Towns',
      htmlTemplate: '<p>{{ town }}</p>',
    });
    for (const town of ['Aachen', 'Bonn', 'Celle'])
      await content.pageDraft(campaign.documentId, { slug: town.toLowerCase(), variables: { town } });
    const plan = {
      amount: 2,
      every: 'week',
      weekday: 1,
      time: '09:00',
      timeZone: 'Europe/Berlin',
      order: 'slug',
    };
    const made = await superAdmin.post('/content-delivery/pseo-drips', {
      campaign: campaign.documentId,
      plan,
    });
    expect(made.status).toBe(201);
    const november = 'from=2026-11-01T00:00:00.000Z&until=2026-12-01T00:00:00.000Z';
    const drips = (calendar: Calendar) =>
      calendar.drips.map((drip) => [drip.campaign.name, drip.at, drip.pages]);
    expect(drips(await entries(editor, november))).toEqual([
      ['Towns', '2026-11-23T08:00:00.000Z', 2],
      ['Towns', '2026-11-30T08:00:00.000Z', 1],
    ]);
    expect(drips(await entries(editor))).toEqual([]);
  });

  it('changes when a post is moved: a draft stays one, and what is published waits for the new date', async () => {
    const { documentId: planned } = await content.draft(shop.documentId, {
      title: 'Plan',
      scheduleDate: at(3),
    });
    const { documentId: scheduled } = await content.post(shop.documentId, {
      slug: 'gift',
      scheduleDate: at(4),
    });
    expect((await move(author, planned, at(3), at(10))).status).toBe(200);
    expect((await move(author, scheduled, at(4), at(11))).status).toBe(403);
    expect((await move(editor, scheduled, at(4), at(11))).status).toBe(200);
    expect((await states(editor, [planned, scheduled]))[planned]).toMatchObject({
      visibility: 'not-published',
      plannedFor: at(10),
    });
    expect((await states(editor, [scheduled]))[scheduled]).toEqual({
      visibility: 'withheld',
      waitsUntil: at(11),
      plannedFor: null,
      unpublishedChanges: false,
      publishDate: expect.any(String) as string,
    });
    stopClockAt(at(10));
    expect((await api.blog(shop.key, { slug: 'gift' })).status).toBe(404);
    stopClockAt(at(11));
    expect((await api.blog(shop.key, { slug: 'gift' })).status).toBe(200);
  });

  it('refuses to move what is live, changed meanwhile or not published, and to where it would be late', async () => {
    const { documentId: id } = await content.post(shop.documentId, { scheduleDate: at(4) });
    const refused = async (panel: AdminPanel, from: string, to: string) => {
      const { status, body } = await move(panel, id, from, to);
      return [status, body.error?.message];
    };
    expect(await refused(editor, at(5), at(9))).toEqual([
      400,
      expect.stringContaining('has changed meanwhile'),
    ]);
    expect(await refused(editor, at(4), NOON)).toEqual([400, expect.stringContaining('still to come')]);
    expect(await refused(editor, at(4), 'soon')).toEqual([
      400,
      expect.stringContaining('"to" must be a moment'),
    ]);
    stopClockAt('2026-11-21T11:01:00.000Z');
    await content.update(UID.post, id, { title: 'Better' });
    expect(await refused(editor, at(4), at(9))).toEqual([400, expect.stringContaining('not published')]);
    expect((await states(editor, [id]))[id]).toMatchObject({ waitsUntil: at(4), unpublishedChanges: true });

    const [shown, typed] = ['2026-01-02T08:00:00.000Z', '2026-02-03T08:00:00.000Z'];
    const { documentId: dated } = await content.post(shop.documentId, { publishDate: shown });
    await content.update(UID.post, dated, { publishDate: typed });
    // Of the two, that which readers see.
    expect((await states(editor, [dated]))[dated]).toMatchObject({ publishDate: shown });
    const { documentId: draft } = await content.draft(shop.documentId, { publishDate: typed });
    expect((await states(editor, [draft]))[draft]).toMatchObject({ publishDate: null });

    const { documentId: live } = await content.post(shop.documentId, { publishDate: at(6) });
    const late = await move(editor, live, at(6), at(9));
    expect([late.status, late.body.error?.message]).toEqual([400, expect.stringContaining('live already')]);
    const { documentId: foreign } = await content.draft(other.documentId, { scheduleDate: at(20) });
    expect((await move(editor, foreign, at(20), at(21))).status).toBe(404);
    expect(await states(editor, [id, foreign, 'unknown'])).toEqual({ [id]: expect.anything() as unknown });
    expect((await editor.get('/content-delivery/post-states?posts=')).status).toBe(400);
    expect((await editor.get("/content-delivery/post-states?posts=a'b")).status).toBe(400);
  });

  it('is on the home page, with one’s own drafts and those of colleagues who may not publish', async () => {
    const write = async (panel: AdminPanel, title: string) => {
      const post = { title, website: { connect: [{ documentId: shop.documentId }] } };
      const made = panel.post(`/content-manager/collection-types/${UID.post}`, post);
      return (await dataOf<{ documentId: string }>(made, 201)).documentId;
    };
    const home = async (panel: AdminPanel) => {
      const { drafts, toPublish, scheduled, mayWrite } = await dataOf<Home>(
        panel.get('/content-delivery/home'),
      );
      const titles = (list: Home['toPublish']) =>
        list && [list.total, ...list.posts.map(({ title }) => title)];
      return { drafts: titles(drafts), toPublish: titles(toPublish), scheduled: titles(scheduled), mayWrite };
    };
    await write(editor, 'Begun by the editor');
    await write(author, 'Begun by the author');
    await content.publish(UID.post, await write(author, 'Published since'));
    await content.draft(other.documentId, { title: 'Foreign' });
    await content.post(shop.documentId, { title: 'In three days', scheduleDate: '2026-11-24T11:00:00.000Z' });
    await content.post(shop.documentId, { title: 'Tomorrow', scheduleDate: '2026-11-22T11:00:00.000Z' });
    await content.post(shop.documentId, { title: 'Too late', scheduleDate: at(1) });
    await content.post(other.documentId, { title: 'Elsewhere', scheduleDate: '2026-11-22T11:00:00.000Z' });

    const scheduled = [2, 'Tomorrow', 'In three days'];
    expect(await home(editor)).toEqual({
      drafts: [1, 'Begun by the editor'],
      toPublish: [1, 'Begun by the author'],
      scheduled,
      mayWrite: true,
    });
    expect(await home(author)).toEqual({
      drafts: [1, 'Begun by the author'],
      toPublish: null,
      scheduled,
      mayWrite: true,
    });
    expect((await home(superAdmin)).scheduled?.[0]).toBe(3);
    const nobody = await signInWith(server.strapi, contentPermissions(server.strapi, [UID.website]));
    for (const path of ['/content-delivery/home', '/content-delivery/home/recent'])
      expect((await nobody.panel.get(path)).status).toBe(403);

    const recent = async (panel: AdminPanel) =>
      ((await panel.get('/content-delivery/home/recent')).body.data as RecentPosts).map(({ title }) => title);
    expect(await recent(author)).toEqual(['Published since', 'Begun by the author']);
    expect(await recent(editor)).toEqual(['Begun by the editor']);
  });

  it('lists on the home page live posts with saved changes, for who made them and who may publish them', async () => {
    const home = async (panel: AdminPanel, query = '') =>
      (await panel.get(`/content-delivery/home${query}`)).body.data as Home;
    const titles = (list: Home['toPublish']) => list?.posts.map(({ title }) => title);
    const change = async (panel: AdminPanel, documentId: string, title: string) => {
      const path = `/content-manager/collection-types/${UID.post}/${documentId}`;
      expect((await panel.put(path, { title })).status).toBe(200);
    };
    const first = await content.post(shop.documentId, { title: 'First' });
    const second = await content.post(shop.documentId, { title: 'Second' });
    await content.post(shop.documentId, { title: 'Unchanged' });
    // The clock stands; a change comes later than the publication.
    stopClockAt('2026-11-21T11:00:05.000Z');
    await change(editor, first.documentId, 'First, by the editor');
    await change(author, second.documentId, 'Second, by the author');

    expect(titles((await home(editor)).changed)).toEqual(['First, by the editor']);
    expect(titles((await home(editor)).toPublish)).toEqual(['Second, by the author']);
    expect(titles((await home(author)).changed)).toEqual(['Second, by the author']);
    await content.publish(UID.post, second.documentId);
    expect(titles((await home(author)).changed)).toEqual([]);
    expect((await home(editor)).toPublish).toEqual({ total: 0, posts: [] });

    for (let number = 0; number < 7; number += 1)
      await editor.post(`/content-manager/collection-types/${UID.post}`, {
        title: `Draft ${number}`,
        website: { connect: [{ documentId: shop.documentId }] },
      });
    expect((await home(editor)).drafts).toMatchObject({ total: 7, posts: { length: 5 } });
    const more = async (panel: AdminPanel, query: string) => {
      const { status, body } = await panel.get(`/content-delivery/home/posts?${query}`);
      return [status, titles(body.data as Home['toPublish'])] as const;
    };
    const [, all] = await more(editor, 'list=drafts');
    expect(all).toHaveLength(7);
    expect(await more(editor, `list=drafts&start=5&website=${shop.documentId}`)).toEqual([
      200,
      all?.slice(5),
    ]);
    expect(await more(editor, 'list=drafts&start=7')).toEqual([200, []]);
    expect((await more(author, 'list=toPublish'))[0]).toBe(403);
    for (const query of ['', 'list=constructor', 'list=drafts&start=-1', 'list=drafts&start=x'])
      expect((await more(editor, query))[0]).toBe(400);
  });

  it('lists on the home page what one has typed and not saved, and nobody else', async () => {
    const unsaved = async (panel: AdminPanel) =>
      ((await panel.get('/content-delivery/home')).body.data as Home).unsaved.map(
        ({ type, entry, title }) => [type, entry, title],
      );
    const keep = async (panel: AdminPanel, entry: string | null, form: string, changes: object) => {
      const path = `/content-delivery/unsaved-work/${UID.post}/${form}`;
      expect((await panel.put(path, { entry, basedOn: null, changes })).status).toBe(204);
    };
    const post = await content.draft(shop.documentId, { title: 'Stored' });
    const foreign = await content.draft(other.documentId, { title: 'Foreign' });
    await keep(editor, null, 'new-form', { title: { from: null, to: 'Typed' } });
    stopClockAt('2026-11-21T11:00:05.000Z');
    await keep(editor, post.documentId, 'of-post', { metaTitle: { from: null, to: 'More' } });
    await keep(editor, foreign.documentId, 'of-foreign', { metaTitle: { from: null, to: 'More' } });
    expect(await unsaved(editor)).toEqual([
      ['Post', post.documentId, 'Stored'],
      ['Post', null, 'Typed'],
    ]);
    expect(await unsaved(author)).toEqual([]);
    for (const form of ['new-form', 'of-post', 'of-foreign'])
      await editor.delete(`/content-delivery/unsaved-work/${UID.post}/${form}`);
    expect(await unsaved(editor)).toEqual([]);
  });

  it('names work on many pages that stopped, to who may do such work there, until it is done again', async () => {
    const job = (kind: string, website: string, state: string) =>
      server.strapi.db
        .query('plugin::content-delivery.job')
        .create({ data: { kind, website, state, payload: { pageImport: 'of-pages' }, message: 'Secret' } });
    const failed = async (panel: AdminPanel) => {
      const { body } = await panel.get('/content-delivery/home');
      expect(JSON.stringify(body)).not.toContain('Secret');
      return (body.data as Home).failed.map(({ work, website, pageImport }) => ({
        work,
        website: website?.name ?? null,
        pageImport,
      }));
    };
    const pages = { action: 'plugin::content-delivery.pseo-pages.list', subject: null };
    const types = contentPermissions(server.strapi, [UID.website, UID.post], [LISTED_WEBSITES]);
    const { id, panel: restricted } = await signInWith(server.strapi, [...types, pages]);
    const name = 'With work that stopped';
    const own = (await content.website({ name, editors: [id] })).documentId;
    await job('pseo-pages', own, 'done');
    await job('pseo-pages', own, 'failed');
    await job('pseo-import-run', own, 'failed');
    await job('pseo-page-slugs', other.documentId, 'failed');
    const change = { work: 'pages', website: name, pageImport: null };
    expect(await failed(restricted)).toEqual([change]);
    expect(await failed(superAdmin)).toEqual(
      expect.arrayContaining([change, { work: 'import', website: name, pageImport: 'of-pages' }]),
    );
    expect(await failed(superAdmin)).toHaveLength(3);
    await job('pseo-page-slugs', own, 'done');
    expect(await failed(restricted)).toEqual([]);
  });

  it('names failed work behind however much work of others', async () => {
    const { documentId: account } = await content.account();
    const types = contentPermissions(server.strapi, [UID.website, UID.post, UID.account], [LISTED_WEBSITES]);
    const rights = ['pseo-pages.list', 'links.read'].map((action) => ({
      action: `plugin::content-delivery.${action}`,
      subject: null,
    }));
    const { id, panel } = await signInWith(server.strapi, [...types, ...rights]);
    const own = (await content.website({ name: 'Behind others', editors: [id], account })).documentId;
    const jobs = server.strapi.db.query('plugin::content-delivery.job');
    await jobs.create({ data: { kind: 'pseo-pages', website: own, state: 'failed', payload: {} } });
    await jobs.create({ data: { kind: 'link-check', state: 'failed', payload: { account } } });
    const ofOthers = (number: number) => ({
      document_id: `of-others-${number}`,
      kind: 'link-check',
      state: 'done',
      payload: JSON.stringify({ account: 'of-others' }),
      created_at: new Date(),
      updated_at: new Date(),
    });
    for (let from = 0; from < 1_200; from += 50)
      await server.strapi.db
        .connection('content_delivery_jobs')
        .insert(Array.from({ length: 50 }, (_, at) => ofOthers(from + at)));
    const { failed } = (await panel.get('/content-delivery/home')).body.data as Home;
    expect(failed.map(({ work }) => work).sort()).toEqual(['links', 'pages']);
  });

  it('tells failed checks of links of several accounts apart, also for who may not read accounts', async () => {
    const accounts = [await content.account(), await content.account()];
    const types = contentPermissions(server.strapi, [UID.website, UID.post], [LISTED_WEBSITES]);
    const seeLinks = { action: 'plugin::content-delivery.links.read', subject: null };
    const { id, panel } = await signInWith(server.strapi, [...types, seeLinks]);
    for (const { documentId: account } of accounts) {
      await content.website({ editors: [id], account });
      await server.strapi.db
        .query('plugin::content-delivery.job')
        .create({ data: { kind: 'link-check', state: 'failed', payload: { account } } });
    }
    const { failed } = (await panel.get('/content-delivery/home')).body.data as Home;
    expect(failed.map(({ work, account }) => [work, account])).toEqual([
      ['links', null],
      ['links', null],
    ]);
    expect(new Set(failed.map(({ key }) => key)).size).toBe(2);
  });

  it('names replacements and checks of links that failed, and webhooks that are off, to who may see them', async () => {
    const queries = server.strapi.db;
    const { documentId: account } = await content.account();
    const [actions, types] = [
      ['plugin::content-delivery.posts.replace', 'plugin::content-delivery.links.read', MANAGE_WEBHOOKS],
      contentPermissions(server.strapi, [UID.website, UID.post, UID.account], [LISTED_WEBSITES]),
    ];
    const rights = actions.map((action) => ({ action, subject: null }));
    const { id, panel: restricted } = await signInWith(server.strapi, [...types, ...rights]);
    const { panel: without } = await signInWith(server.strapi, types);
    const own = (await content.website({ name: 'With webhooks', editors: [id], account })).documentId;
    const failedJob = (kind: string, payload: object) =>
      queries.query('plugin::content-delivery.job').create({ data: { kind, state: 'failed', payload } });
    const failed = async (panel: AdminPanel) =>
      ((await panel.get('/content-delivery/home')).body.data as Home).failed
        .map(({ work, website }) => [work, website?.name ?? null])
        .sort();
    await failedJob('post-replacements', { websites: [own], search: 'a' });
    await failedJob('link-check', { account });
    await queries
      .query('plugin::content-delivery.webhook')
      .create({ data: { website: own, url: 'https://example.com/' } });
    // As the server does it.
    await queries
      .connection('content_delivery_webhooks')
      .where({ website: own })
      .update({ active: false, off_reason: 'failing', off_since: new Date(NOON) });
    expect(await failed(restricted)).toEqual([
      ['links', null],
      ['replacement', null],
      ['webhook', 'With webhooks'],
    ]);
    expect(await failed(without)).toEqual([]);
    // Of a website that is not theirs, too: then the run is not theirs to see.
    await failedJob('post-replacements-back', { websites: [own, other.documentId] });
    expect(await failed(restricted)).toHaveLength(3);
    const narrowed = await restricted.get(`/content-delivery/home?website=${own}`);
    expect((narrowed.body.data as Home).failed.map(({ work }) => work).sort()).toEqual(['links', 'webhook']);
  });
});
