import type {
  Drip,
  DripPlan,
  DripPreview,
} from '../../../../src/plugins/content-delivery/contracts/pseo-drips';
import type { PageRefusals } from '../../../../src/plugins/content-delivery/contracts/pseo-pages';
import type {
  createDrips as CreateDrips,
  Drips,
} from '../../../../src/plugins/content-delivery/server/src/pseo/drips';
import type { Pages } from '../../../../src/plugins/content-delivery/server/src/pseo/pages';
import { UID, type TestWebsite } from '../../../fixtures/content';
import {
  contentPermissions,
  signInAsSuperAdmin,
  signInWith,
  type AdminPanel,
} from '../../../support/admin-panel';
import { anotherProcess } from '../../../support/another-process';
import { resumeClock, stopClockAt } from '../../../support/clock';
import { requireBuilt } from '../../../support/built';
import { HELD_WORK, holdWork } from '../../../support/held-work';
import { insertDrafts } from '../../../support/page-rows';
import { until } from '../../../support/until';
import { someoneWaits } from '../../../support/waiting-writers';
import { withServer } from '../../../support/with-server';
import { serviceOf } from '../../../support/services';

const { createDrips } = requireBuilt<{ createDrips: typeof CreateDrips }>('pseo/drips');

const DRIPS = '/content-delivery/pseo-drips';
const PERMISSIONS = [
  { action: 'plugin::content-delivery.pseo-drips.manage', subject: null },
  { action: 'plugin::content-delivery.pseo-pages.list', subject: null },
];
const PLAN: DripPlan = {
  amount: 2,
  every: 'day',
  weekday: null,
  time: '09:00',
  timeZone: 'Europe/Berlin',
  order: 'slug',
};
/** In Berlin, 12:00 on a Saturday in winter. */
const NOON = '2026-11-21T11:00:00.000Z';
const NINE = (day: number) => `2026-11-${day}T08:00:00.000Z`;

describe('a drip', () => {
  const { server, content, api, documentsOf } = withServer(HELD_WORK);
  const pages = documentsOf(UID.page);
  let present: AdminPanel;
  let panel: AdminPanel;
  let website: TestWebsite;
  let campaign: { documentId: string };
  const instances: Drips[] = [];

  beforeAll(async () => {
    // Some of what Strapi's libraries do reaches for it; in here they are the test's own.
    Object.assign(globalThis, { strapi: server.strapi });
    present = await signInAsSuperAdmin(server.strapi);
    // With the first request the server has begun to look by itself, every few seconds; only the tests' own shall.
    await serviceOf(server.strapi, 'drips').runner.stop();
  });
  beforeEach(async () => {
    panel = present;
    website = await content.website();
    campaign = await content.campaign(website.documentId, { htmlTemplate: '<h1>{{ place }}</h1>' });
  });
  afterEach(async () => {
    resumeClock();
    await Promise.all(instances.splice(0).map(({ runner }) => runner.stop()));
    // One of another test's campaign would be due as well.
    await server.strapi.db.connection('content_delivery_drips').delete();
  });
  afterAll(() => void Reflect.deleteProperty(globalThis, 'strapi'));

  /** Another process, as far as drips can tell. */
  const instance = async (change: (pages: Pages) => Pages = (same) => same): Promise<Drips> => {
    const made = createDrips(server.strapi, change(anotherProcess(server.strapi).pages));
    instances.push(made);
    made.runner.start();
    await made.runner.wake();
    return made;
  };
  const panels = new Map<string, AdminPanel>();
  /** The clock stands still there, for somebody who has signed in within the hour. */
  const goTo = async (moment: string): Promise<void> => {
    stopClockAt(moment);
    const hour = moment.slice(0, 13);
    panel = panels.get(hour) ?? (await signInAsSuperAdmin(server.strapi));
    panels.set(hour, panel);
  };
  /** What every process does every few seconds. */
  const at = async (moment: string, ...looking: Drips[]): Promise<void> => {
    await goTo(moment);
    await Promise.all(looking.map(({ runner }) => runner.wake()));
  };

  const drafts = (count: number, columnsOf?: (n: number) => Record<string, unknown>) =>
    insertDrafts(server.strapi, campaign, website, count, columnsOf);
  const create = async (plan: Partial<DripPlan> = {}): Promise<Drip> => {
    const { status, body } = await panel.post(DRIPS, {
      campaign: campaign.documentId,
      plan: { ...PLAN, ...plan },
    });
    expect({ status, error: body.error }).toEqual({ status: 201, error: undefined });
    return body.data as Drip;
  };
  const read = async ({ documentId }: Drip): Promise<Drip> => {
    const { status, body } = await panel.get(`${DRIPS}/${documentId}`);
    expect(status).toBe(200);
    return body.data as Drip;
  };
  const tell = async ({ documentId }: Drip, what: string): Promise<Drip> => {
    const { status, body } = await panel.post(`${DRIPS}/${documentId}/${what}`);
    expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
    return body.data as Drip;
  };
  const liveSlugs = async (): Promise<string[]> =>
    ((await api.pseoPages(website.key)).body as { slug: string }[]).map(({ slug }) => slug);
  const slug = (n: number) => `page-00000${n}`;
  const slugsTo = (count: number) => Array.from({ length: count }, (_, n) => slug(n));

  it('says beforehand what it will do, and changes nothing', async () => {
    await goTo(NOON);
    await drafts(5);
    const { status, body } = await panel.post(`${DRIPS}/preview`, {
      campaign: campaign.documentId,
      plan: PLAN,
    });
    expect({ status, data: body.data as DripPreview }).toEqual({
      status: 200,
      data: { pages: 5, times: 3, next: [NINE(22), NINE(23), NINE(24)], lastAt: NINE(24) },
    });
    expect((await panel.get(`${DRIPS}?website=${website.documentId}`)).body.data).toEqual([]);
  });

  it('publishes so many a day at the time of day, in order, until no page waits', async () => {
    await goTo(NOON);
    await drafts(5);
    const process = await instance();
    const drip = await create();
    expect(drip).toEqual({
      documentId: expect.any(String) as string,
      campaign: { documentId: campaign.documentId, name: expect.any(String) as string },
      website: website.documentId,
      plan: PLAN,
      state: 'running',
      nextAt: NINE(22),
      lastAt: NINE(24),
      waiting: 5,
      published: 0,
      refused: 0,
      missed: 0,
      lastRun: null,
      createdAt: NOON,
    });
    const counts = `/content-delivery/pseo-pages/counts?website=${website.documentId}`;
    expect((await panel.get(counts)).body.data).toMatchObject({ waiting: 5, draft: 0 });

    await at('2026-11-22T07:59:59.999Z', process);
    expect(await liveSlugs()).toEqual([]);
    await at(NINE(22), process);
    await at('2026-11-22T08:00:05.000Z', process);
    expect(await liveSlugs()).toEqual(slugsTo(2));
    expect(await read(drip)).toMatchObject({
      nextAt: NINE(23),
      lastAt: NINE(24),
      waiting: 3,
      published: 2,
      lastRun: { at: NINE(22), published: 2 },
    });
    expect((await panel.get(counts)).body.data).toMatchObject({ waiting: 3, live: 2 });

    await at(NINE(23), process);
    expect(await liveSlugs()).toEqual(slugsTo(4));
    await at(NINE(24), process);
    expect(await liveSlugs()).toEqual(slugsTo(5));
    expect(await read(drip)).toMatchObject({
      state: 'finished',
      nextAt: null,
      lastAt: null,
      waiting: 0,
      published: 5,
      missed: 0,
      lastRun: { at: NINE(24), published: 1 },
    });
  });

  it('leaves pages as if they had been published by hand then', async () => {
    await goTo(NOON);
    const [page] = await drafts(1);
    const process = await instance();
    await create();
    await at(NINE(22), process);
    const live = await pages.findOne({ documentId: page ?? '', status: 'published' });
    expect(live).toMatchObject({ createdAt: NOON, updatedAt: NOON, publishedAt: NINE(22) });
  });

  it('publishes each page once, at one date, however many processes look', async () => {
    await goTo(NOON);
    await drafts(9);
    const drip = await create({ amount: 3 });
    const processes = [await instance(), await instance(), await instance()];
    await at(NINE(22), ...processes, ...processes);
    expect(await liveSlugs()).toEqual(slugsTo(3));
    await at(NINE(23), ...processes);
    expect(await liveSlugs()).toEqual(slugsTo(6));
    expect(await read(drip)).toMatchObject({ published: 6, waiting: 3, nextAt: NINE(24) });
  });

  it('takes up a date that a process left in the middle, and publishes the rest and no more', async () => {
    await goTo(NOON);
    await drafts(3_000);
    const drip = await create({ amount: 2_800 });
    const doomed = await instance();
    await goTo(NINE(22));
    const held = await holdWork(server.strapi, 'entry.publish');
    const looking = doomed.runner.wake();
    await until('some pages', async () => (await read(drip)).published > 0);
    // Ends after the transaction that is under way.
    await doomed.runner.stop();
    await looking;
    await held.release();
    const { published, state, nextAt } = await read(drip);
    expect({ state, nextAt }).toEqual({ state: 'running', nextAt: NINE(22) });
    expect(published % 200).toBe(0);
    expect(published).toBeLessThan(2_800);
    expect(await liveSlugs()).toHaveLength(published);

    const next = await instance();
    await at('2026-11-22T08:10:00.000Z', next);
    expect(await liveSlugs()).toHaveLength(2_800);
    expect(await read(drip)).toMatchObject({ published: 2_800, waiting: 200, nextAt: NINE(23), missed: 0 });
  });

  it('does not make up for dates at which no server ran: one amount, as soon as one runs', async () => {
    await goTo(NOON);
    await drafts(9);
    const drip = await create();
    await goTo('2026-11-25T20:00:00.000Z');
    await instance();
    expect(await liveSlugs()).toEqual(slugsTo(2));
    expect(await read(drip)).toMatchObject({
      missed: 3,
      published: 2,
      nextAt: NINE(26),
      lastRun: { at: NINE(25), published: 2 },
    });
  });

  it('can be paused; what falls into the pause is not made up for', async () => {
    await goTo(NOON);
    await drafts(5);
    const process = await instance();
    const drip = await create();
    expect(await tell(drip, 'pause')).toMatchObject({ state: 'paused', nextAt: null, waiting: 5 });
    expect((await panel.post(`${DRIPS}/${drip.documentId}/pause`)).status).toBe(409);
    await at('2026-11-24T12:00:00.000Z', process);
    expect(await liveSlugs()).toEqual([]);
    expect(await tell(drip, 'resume')).toMatchObject({ state: 'running', nextAt: NINE(25), missed: 0 });
    expect((await panel.post(`${DRIPS}/${drip.documentId}/resume`)).status).toBe(409);
    await at(NINE(25), process);
    expect(await liveSlugs()).toEqual(slugsTo(2));
  });

  it('passes over pages that cannot be published, with the reason, and takes others instead', async () => {
    await goTo(NOON);
    await content.page(campaign.documentId, { slug: 'taken', html: 'own' });
    const documentIds = await drafts(6, (n) => ({
      ...(n === 0 && { variables: '{}' }),
      ...(n === 1 && { slug: 'aa-gone' }),
    }));
    const process = await instance();
    const drip = await create();
    expect(drip).toMatchObject({ waiting: 6 });
    await pages.delete({ documentId: documentIds[1] ?? '' });
    await pages.publish({ documentId: documentIds[2] ?? '' });
    await at(NINE(22), process);
    // Two by the drip: one was published by hand, one is gone, one lacks a variable.
    expect(await liveSlugs()).toEqual([slug(2), slug(3), slug(4), 'taken']);
    expect(await read(drip)).toMatchObject({ published: 2, refused: 1, waiting: 1 });
    const { body } = await panel.get(`${DRIPS}/${drip.documentId}/refusals`);
    expect(body.data as PageRefusals).toEqual({
      refusals: [
        {
          page: documentIds[0],
          slug: slug(0),
          reason: 'The template needs the variable "place", which this page does not have.',
        },
      ],
      nextCursor: null,
    });

    // Mended, it is taken in again with drafts that were made since.
    await at(NINE(23), process);
    await pages.update({ documentId: documentIds[0] ?? '', data: { variables: { place: 'x' } } });
    await content.pageDraft(campaign.documentId, { slug: 'later', variables: { place: 'x' } });
    expect(await read(drip)).toMatchObject({ state: 'finished' });
    expect(await tell(drip, 'add-drafts')).toMatchObject({
      state: 'running',
      waiting: 2,
      refused: 0,
      nextAt: NINE(24),
    });
    await at(NINE(24), process);
    expect(await liveSlugs()).toEqual(['later', slug(0), slug(2), slug(3), slug(4), slug(5), 'taken']);
  });

  it('publishes drafts that are added as it publishes its last page', async () => {
    await goTo(NOON);
    await drafts(2);
    const drip = await create();
    const adding = await instance();
    const found = await adding.find(drip.documentId);
    await content.pageDraft(campaign.documentId, { slug: 'late', variables: { place: 'x' } });
    const { id } = (await server.strapi.db
      .query(UID.website)
      .findOne({ where: { documentId: website.documentId } })) as { id: number };
    const of = { ...campaign, name: 'c', website: { documentId: website.documentId, id } };
    // Asked for when the drip has counted that nothing waits, and before it has ended.
    let count = (): void => undefined;
    const counted = new Promise<void>((resolve) => (count = resolve));
    const added = counted.then(() => adding.addDrafts(found as NonNullable<typeof found>, of, null));
    const process = await instance((real) => ({
      ...real,
      queue: {
        ...real.queue,
        async count(queue) {
          const result = await real.queue.count(queue);
          count();
          // They are there, or wait for the end of this transaction.
          await Promise.race([added, someoneWaits(server.strapi)]);
          return result;
        },
      },
    }));
    await at(NINE(22), process);
    await added;
    expect(await read(drip)).toMatchObject({ state: 'running', waiting: 1, published: 2, nextAt: NINE(23) });
    await at(NINE(23), adding);
    expect(await liveSlugs()).toContain('late');
  });

  it('goes by slug, by age, or at random but always the same', async () => {
    await goTo(NOON);
    const slugOf = (n: number) => ['b', 'ä', 'a', 'Z', '😀'][n] ?? '';
    const documentIds = await drafts(5, (n) => ({
      slug: slugOf(n),
      created_at: new Date(Date.parse(NOON) - n * 60_000),
    }));
    const process = await instance();
    const drip = await create({ amount: 1 });
    const published = async (order: DripPlan['order']): Promise<string[]> => {
      const { status } = await panel.put(`${DRIPS}/${drip.documentId}`, {
        plan: { ...PLAN, amount: 1, order },
      });
      expect(status).toBe(200);
      const found: string[] = [];
      for (let n = 0; n < 3; n += 1) {
        const next = (await read(drip)).nextAt ?? '';
        await at(next, process);
        found.push(...(await liveSlugs()).filter((one) => !found.includes(one)));
      }
      for (const documentId of documentIds) await pages.unpublish({ documentId });
      await tell(drip, 'pause');
      await tell(drip, 'add-drafts');
      await goTo(NOON);
      await server.strapi.db.connection('content_delivery_drips').update({ last_at: null });
      await tell(drip, 'resume');
      return found;
    };
    expect(await published('slug')).toEqual(['Z', 'a', 'b']);
    expect(await published('created')).toEqual(['😀', 'Z', 'a']);
    const shuffled = await published('random');
    expect(await published('random')).toEqual(shuffled);
  });

  it('can be planned anew, and does not publish twice on one day for that', async () => {
    await goTo(NOON);
    await drafts(9);
    const process = await instance();
    const drip = await create();
    await at(NINE(22), process);
    await goTo('2026-11-22T09:00:00.000Z');
    const { body } = await panel.put(`${DRIPS}/${drip.documentId}`, {
      plan: { ...PLAN, amount: 4, time: '18:30', timeZone: 'Asia/Tokyo' },
    });
    // 18:30 in Tokyo is to come this day, but the day has had its pages.
    expect(body.data).toMatchObject({ state: 'running', nextAt: '2026-11-23T09:30:00.000Z', waiting: 7 });
    await at('2026-11-22T12:00:00.000Z', process);
    expect(await liveSlugs()).toHaveLength(2);
    await at('2026-11-23T09:30:00.000Z', process);
    expect(await liveSlugs()).toHaveLength(6);
  });

  it('is not planned anew over the plan of somebody else', async () => {
    await goTo(NOON);
    await drafts(3);
    const drip = await create();
    const put = (changes: Partial<DripPlan>, from?: DripPlan) =>
      panel.put(`${DRIPS}/${drip.documentId}`, { plan: { ...PLAN, ...changes }, ...(from && { from }) });
    expect((await put({ amount: 500 }, PLAN)).status).toBe(200);

    const late = await put({ time: '18:30' }, PLAN);
    expect({ status: late.status, message: late.body.error?.message }).toEqual({
      status: 409,
      message: expect.stringContaining('Somebody else has changed this plan') as string,
    });
    expect(await read(drip)).toMatchObject({ state: 'running', plan: { ...PLAN, amount: 500 } });

    // Scripts that say nothing of it mean whichever plan there is.
    expect((await put({ time: '18:30' })).status).toBe(200);
    expect(await read(drip)).toMatchObject({ state: 'running', plan: { ...PLAN, time: '18:30' } });
  });

  it('is one for each campaign, and deleted leaves drafts', async () => {
    await goTo(NOON);
    await drafts(3);
    const process = await instance();
    const drip = await create();
    const { status, body } = await panel.post(DRIPS, { campaign: campaign.documentId, plan: PLAN });
    expect(status).toBe(409);
    expect(body.error?.message).toMatch(/has a drip already/);
    expect((await panel.get(`${DRIPS}?website=${website.documentId}`)).body.data).toEqual([drip]);
    expect((await panel.delete(`${DRIPS}/${drip.documentId}`)).status).toBe(204);
    await at(NINE(22), process);
    expect(await liveSlugs()).toEqual([]);
    expect(
      (await panel.get(`/content-delivery/pseo-pages/counts?website=${website.documentId}`)).body.data,
    ).toMatchObject({ draft: 3, waiting: 0 });
    const queued = { where: { queue: drip.documentId } };
    expect(await server.strapi.db.query('plugin::content-delivery.queued-page').count(queued)).toBe(0);
  });

  it.each([
    [{ amount: 0 }, 'amount'],
    [{ amount: 1.5 }, 'amount'],
    [{ amount: '10' }, 'amount'],
    [{ every: 'month' }, 'every'],
    [{ every: 'week', weekday: 8 }, 'weekday'],
    [{ every: 'week' }, 'weekday'],
    [{ time: '9:00' }, 'time'],
    [{ time: '24:00' }, 'time'],
    [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
    [{ order: 'backwards' }, 'order'],
  ])('says what is wrong with %j', async (plan, field) => {
    for (const path of [DRIPS, `${DRIPS}/preview`]) {
      const { status, body } = await panel.post(path, {
        campaign: campaign.documentId,
        plan: { ...PLAN, ...plan },
      });
      expect(status).toBe(400);
      expect(body.error?.details.errors).toEqual([expect.objectContaining({ path: ['plan', field] })]);
    }
  });

  it('belongs to those who may publish pages of the website', async () => {
    await drafts(1);
    const drip = await create();
    const signInTo = (types: string[], conditions: string[] = [], own = PERMISSIONS) =>
      signInWith(server.strapi, [...contentPermissions(server.strapi, types, conditions), ...own]);
    const every = async (user: AdminPanel): Promise<number[]> => {
      const one = `${DRIPS}/${drip.documentId}`;
      const body = { campaign: campaign.documentId, plan: PLAN };
      const answers = [
        await user.post(`${one}/pause`),
        await user.post(`${one}/resume`),
        await user.post(`${one}/add-drafts`),
        await user.put(one, body),
        await user.delete(one),
        await user.post(DRIPS, body),
        await user.post(`${DRIPS}/preview`, body),
      ];
      return [...new Set(answers.map(({ status }) => status))];
    };
    const types = [UID.website, UID.campaign, UID.page];
    expect(await every((await signInTo(types, [], [])).panel)).toEqual([403]);
    expect(await every((await signInTo([UID.website])).panel)).toEqual([403]);
    const { id, panel: editor } = await signInTo(types, ['plugin::content-delivery.listed-websites']);
    expect(await every(editor)).toEqual([404]);
    for (const path of [
      `/${drip.documentId}`,
      `/${drip.documentId}/refusals`,
      `?website=${website.documentId}`,
    ]) {
      expect((await editor.get(DRIPS + path)).status).toBe(404);
    }
    await content.update(UID.website, website.documentId, { editors: [id] });
    expect((await editor.post(`${DRIPS}/${drip.documentId}/pause`)).status).toBe(200);
    expect((await editor.get(`${DRIPS}/time-zones`)).body.data).toContain('Europe/Berlin');
  });
});
