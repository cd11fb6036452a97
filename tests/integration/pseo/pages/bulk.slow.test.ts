import type { PageCounts, PageJob } from '../../../../src/plugins/content-delivery/contracts/pseo-pages';
import { PAGE_BATCH_SIZE } from '../../../../src/plugins/content-delivery/server/src/pseo/pages/steps';
import { serviceOf } from '../../../support/services';
import { UID, type TestWebsite } from '../../../fixtures/content';
import {
  contentPermissions,
  signInWith,
  type AdminPanel,
  LISTED_WEBSITES,
} from '../../../support/admin-panel';
import { anotherProcess } from '../../../support/another-process';
import { runningJobs } from '../../../support/jobs';
import { insertDrafts } from '../../../support/page-rows';
import { until } from '../../../support/until';
import { JOBS, LONG, MANY, OWN, withPageJobs } from './with-page-jobs';

describe('changes of many pSEO pages', () => {
  const { server, content, api, documentsOf, panel, find, reached, refusalsOf, signIn, ...jobsOfPages } =
    withPageJobs();
  const { otherProcesses, leftByDeadProcess, cancelledMidway, endLease } = jobsOfPages;
  const pages = documentsOf(UID.page);
  let website: TestWebsite;
  let campaign: { documentId: string };

  beforeEach(async () => {
    website = await content.website();
    campaign = await content.campaign(website.documentId, {
      htmlTemplate: '<h1>{{ place }}</h1>',
    });
  });

  const start = async (body: Record<string, unknown>, user = panel): Promise<PageJob> => {
    const { status, body: answer } = await user.post(JOBS, body);
    expect({ status, error: answer.error }).toEqual({ status: 202, error: undefined });
    return answer.data as PageJob;
  };
  const everything = (more: Record<string, string> = {}) => ({
    filter: { website: website.documentId, ...more },
  });
  const drafts = (count: number, columnsOf?: (n: number) => Record<string, unknown>) =>
    insertDrafts(server.strapi, campaign, website, count, columnsOf);
  const counts = async (): Promise<PageCounts> =>
    (await panel.get(`/content-delivery/pseo-pages/counts?website=${website.documentId}`)).body
      .data as PageCounts;
  /** As front ends see them. */
  const liveSlugs = async (): Promise<string[]> => {
    const response = await api.pseoPages(website.key);
    expect(response.status).toBe(200);
    return (response.body as { slug: string }[]).map(({ slug }) => slug);
  };

  describe('in a server that works on them', () => {
    const jobs = runningJobs(() => server.strapi);

    it('let readers of other websites through meanwhile', async () => {
      await drafts(MANY);
      const other = await content.website();
      const begun = await start({ action: 'publish', ...everything() });
      let isOver = false;
      const ended = jobs.ended(begun.documentId).finally(() => (isOver = true));
      let answers = 0;
      for (; !isOver; answers += 1) expect((await api.taxonomies(other.key)).status).toBe(200);
      expect(await ended).toMatchObject({ state: 'done', changed: MANY });
      // At least one for each transaction.
      expect(answers).toBeGreaterThan(MANY / PAGE_BATCH_SIZE);
    });

    it('publish all that a filter fits, and say of each that cannot be published why', async () => {
      await content.page(campaign.documentId, { slug: 'taken', html: 'own' });
      const other = await content.campaign(website.documentId);
      await content.pageDraft(other.documentId, { slug: 'of-another-campaign' });
      const documentIds = await drafts(MANY, (n) => ({
        ...(n === 7 && { variables: '{}' }),
        ...(n === 150 && { slug: 'taken' }),
        ...(n === 333 && { slug: null }),
      }));
      expect(await liveSlugs()).toEqual(['taken']);
      const begun = await start({ action: 'publish', ...everything({ campaign: campaign.documentId }) });
      expect(begun).toMatchObject({
        action: 'publish',
        website: website.documentId,
        total: MANY + 1,
        done: 0,
      });
      const job = await jobs.ended(begun.documentId);
      expect(job).toMatchObject({
        state: 'done',
        done: MANY + 1,
        total: MANY + 1,
        changed: MANY - 3,
        unchanged: 1,
        refused: 3,
        notFound: 0,
        message: null,
      });
      const slugs = await liveSlugs();
      expect(slugs).toHaveLength(MANY - 2);
      expect(slugs).not.toContain('of-another-campaign');
      const refusals = new Map((await refusalsOf(job)).map(({ page, ...rest }) => [page, rest]));
      expect(refusals.size).toBe(3);
      expect(refusals.get(documentIds[7] ?? '')).toEqual({
        slug: 'page-000007',
        reason: 'The template needs the variable "place", which this page does not have.',
      });
      expect(refusals.get(documentIds[150] ?? '')?.reason).toBe(
        'Another page of this website already uses the slug "taken".',
      );
      expect(refusals.get(documentIds[333] ?? '')).toEqual({
        slug: null,
        reason: expect.stringContaining('needs a slug') as string,
      });
      expect(await counts()).toEqual({ all: MANY + 2, draft: 4, waiting: 0, live: MANY - 2, changed: 0 });
    });

    it('give a slug that two drafts wait for to one of them', async () => {
      const before = await content.campaign(website.documentId);
      campaign = before;
      await drafts(2, () => ({ slug: null, variables: '{"place":"same"}' }));
      await content.update(UID.campaign, before.documentId, { slugTemplate: '{{ place }}' });
      const begun = await start({ action: 'publish', ...everything() });
      const job = await jobs.ended(begun.documentId);
      expect(job).toMatchObject({ state: 'done', changed: 1, refused: 1 });
      expect(await liveSlugs()).toEqual(['same']);
      expect(await refusalsOf(job)).toEqual([
        expect.objectContaining({
          slug: 'same',
          reason: 'Another page of this website already uses the slug "same".',
        }),
      ]);
    });

    it('take the pages that were named, and no page twice', async () => {
      const named = await drafts(5);
      const elsewhere = await content.website();
      const foreign = await content.pageDraft((await content.campaign(elsewhere.documentId)).documentId, {
        slug: 'foreign',
      });
      const chosen = [named[1], named[3], named[1], foreign.documentId, 'doesnotexist'];
      const begun = await start({ action: 'publish', website: website.documentId, pages: chosen });
      expect(begun).toMatchObject({ total: 2, notFound: 2 });
      expect(await jobs.ended(begun.documentId)).toMatchObject({ state: 'done', changed: 2, refused: 0 });
      expect(await liveSlugs()).toEqual(['page-000001', 'page-000003']);
      expect((await api.pseoPages(elsewhere.key)).body).toEqual([]);
    });

    it('republish what was changed, unpublish, and delete, as readers see at once', async () => {
      const documentIds = await drafts(MANY);
      await jobs.ended((await start({ action: 'publish', ...everything() })).documentId);
      expect(await liveSlugs()).toHaveLength(MANY);
      const [first, second] = [documentIds[0] ?? '', documentIds[1] ?? ''];
      await pages.update({ documentId: first, data: { slug: 'renamed' } });
      expect(await counts()).toMatchObject({ live: MANY - 1, changed: 1 });
      const republished = await start({ action: 'publish', ...everything({ state: 'changed' }) });
      expect(await jobs.ended(republished.documentId)).toMatchObject({ total: 1, changed: 1 });
      expect((await liveSlugs()).includes('renamed')).toBe(true);

      const unpublished = await start({ action: 'unpublish', ...everything({ search: 'PAGE-0001' }) });
      expect(await jobs.ended(unpublished.documentId)).toMatchObject({ total: 100, changed: 100 });
      expect(await liveSlugs()).toHaveLength(MANY - 100);
      expect((await api.pseoPages(website.key, { slug: 'page-000100' })).status).toBe(404);

      const deleted = await start({ action: 'delete', ...everything() });
      expect(await jobs.ended(deleted.documentId)).toMatchObject({ total: MANY, changed: MANY });
      expect(await liveSlugs()).toEqual([]);
      expect((await counts()).all).toBe(0);
      expect(await pages.findOne({ documentId: second })).toBeNull();
    });

    it('tell webhooks of each page, as Strapi would', async () => {
      const heard: { uid: string; slug: unknown; campaign: unknown; uniqueKey: unknown }[] = [];
      const off = ['entry.publish', 'entry.unpublish'].map((event) =>
        server.strapi.eventHub.on(event, async (message: unknown) => {
          const { uid, entry } = message as { uid: string; entry: Record<string, unknown> };
          heard.push({
            uid,
            slug: entry['slug'],
            campaign: (entry['campaign'] as { documentId: string }).documentId,
            uniqueKey: entry['uniqueKey'],
          });
        }),
      );
      await drafts(3);
      for (const action of ['publish', 'unpublish']) {
        await jobs.ended((await start({ action, ...everything() })).documentId);
      }
      await until('six events', () => heard.length >= 6, { seen: () => heard });
      off.forEach((stop) => stop());
      expect(heard.filter(({ uid }) => uid === UID.page)).toHaveLength(6);
      expect(heard).toContainEqual({
        uid: UID.page,
        slug: 'page-000001',
        campaign: campaign.documentId,
        uniqueKey: undefined,
      });
    });

    it('are listed for their website, the latest first', async () => {
      await drafts(1);
      const first = await start({ action: 'publish', ...everything() });
      const second = await start({ action: 'unpublish', ...everything() });
      for (const { documentId } of [first, second]) await jobs.ended(documentId);
      const { body } = await panel.get(`${JOBS}?website=${website.documentId}`);
      expect((body.data as PageJob[]).map(({ documentId }) => documentId)).toEqual([
        second.documentId,
        first.documentId,
      ]);
    });

    it('refuse to be cancelled or to go on when it is too late', async () => {
      const { documentId } = await start({ action: 'publish', ...everything() });
      await jobs.ended(documentId);
      for (const what of ['cancel', 'resume']) {
        const { status, body } = await panel.post(`${JOBS}/${documentId}/${what}`);
        expect(status).toBe(409);
        expect(body.error?.message).toMatch(/job/);
      }
      expect((await panel.get(`${JOBS}/nosuchjob`)).status).toBe(404);
    });
  });

  describe('that are interrupted', () => {
    const another = otherProcesses();
    // With the first request the server has begun to look for jobs by itself.
    beforeAll(() => serviceOf(server.strapi, 'jobs').runner.stop());
    afterAll(() => void Reflect.deleteProperty(globalThis, 'strapi'));

    it('go on in another process when theirs dies, with each page published once', async () => {
      await drafts(LONG);
      const { documentId } = await start({ action: 'publish', ...everything() });
      const left = await leftByDeadProcess(documentId, 'entry.publish');
      // No page is half published: what the job says was done is what is live.
      expect(await counts()).toMatchObject({ all: LONG, live: left.done });

      await endLease(documentId);
      another().runner.start();
      const job = await reached('the end', documentId, ({ state }) => state !== 'running');
      expect(job).toMatchObject({ state: 'done', done: LONG, changed: LONG, unchanged: 0, refused: 0 });
      expect(new Set(await liveSlugs()).size).toBe(LONG);
    });

    it('stop where they are when they are cancelled, and go on from there', async () => {
      await drafts(LONG);
      const { documentId } = await start({ action: 'publish', ...everything() });
      const jobs = another();
      const cancelled = await cancelledMidway(jobs, documentId, 'entry.publish');
      expect(await counts()).toMatchObject({ live: cancelled.done, draft: LONG - cancelled.done });

      expect((await panel.post(`${JOBS}/${documentId}/resume`)).status).toBe(200);
      jobs.runner.start();
      expect(await reached('the end', documentId, ({ state }) => state === 'done')).toMatchObject({
        done: LONG,
        changed: LONG,
      });
      expect(await liveSlugs()).toHaveLength(LONG);
    });

    it.each([
      ['by this release', null],
      ['by 0.1.0', Number.MAX_SAFE_INTEGER],
    ])('collect their pages from where they stood, as it was stored %s', async (_, stored) => {
      await drafts(3);
      campaign = await content.campaign(website.documentId, { htmlTemplate: '<h1>{{ place }}</h1>' });
      await drafts(2, (n) => ({ slug: `second-${n}` }));
      const { documentId } = await start({ action: 'publish', ...everything() });

      // A process that is told to end between the two campaigns.
      const ending = anotherProcess(server.strapi);
      const { selections } = ending.pages;
      const { walk } = selections;
      selections.walk = async function* (...selection) {
        let steps = 0;
        for await (const step of walk(...selection)) {
          steps += 1;
          if (steps === 2) void ending.jobs.runner.stop();
          yield step;
        }
      };
      await ending.jobs.runner.drain();
      expect(await find(documentId)).toMatchObject({ state: 'waiting', done: 0 });
      const row = () =>
        server.strapi.db.connection('content_delivery_jobs').where({ document_id: documentId });
      const { checkpoint } = (await row().first('checkpoint')) as { checkpoint: unknown };
      const { collected } = (typeof checkpoint === 'string' ? JSON.parse(checkpoint) : checkpoint) as {
        collected: { campaign: number; link: number | null };
      };
      expect(collected.link).toBeNull();
      await row().update({ checkpoint: JSON.stringify({ collected: { ...collected, link: stored } }) });

      another().runner.start();
      const job = await reached(
        'the end',
        documentId,
        ({ state }) => !['waiting', 'running'].includes(state),
      );
      expect(job).toMatchObject({ state: 'done', message: null, total: 5, changed: 5 });
    });

    it('take the pages that there were when they were started, as many as were expected', async () => {
      await drafts(3);
      const seen = (await counts()).all;
      await content.pageDraft(campaign.documentId, { slug: 'made-meanwhile' });
      const body = { action: 'delete', ...everything(), expected: seen };
      const { status, body: answer } = await panel.post(JOBS, body);
      expect({ status, message: answer.error?.message }).toEqual({
        status: 409,
        message: expect.stringContaining('is now 4; it was 3') as string,
      });
      expect((await panel.get(`${JOBS}?website=${website.documentId}`)).body.data).toEqual([]);
      expect((await counts()).all).toBe(4);

      const { documentId } = await start({ ...body, expected: 4 });
      const { documentId: later } = await content.pageDraft(campaign.documentId, { slug: 'made-later' });
      another().runner.start();
      const job = await reached('the end', documentId, ({ state }) => state === 'done');
      expect(job).toMatchObject({ total: 4, changed: 4, refused: 0 });
      expect((await counts()).all).toBe(1);
      expect(await pages.findOne({ documentId: later })).toMatchObject({ slug: 'made-later' });
    });

    it('publish each page once when two processes are at it', async () => {
      await drafts(MANY);
      const [one, two] = [another(), another()];
      const started = [
        await start({ action: 'publish', ...everything() }),
        await start({ action: 'publish', ...everything() }),
      ];
      one.runner.start();
      two.runner.start();
      const ended = [];
      for (const { documentId } of started) {
        ended.push(await reached('the end', documentId, ({ state }) => state === 'done'));
      }
      // The two jobs wanted the same pages: whichever came first published a page.
      expect(ended.map(({ done }) => done)).toEqual([MANY, MANY]);
      expect(ended.reduce((sum, { changed }) => sum + changed, 0)).toBe(MANY);
      expect(await liveSlugs()).toHaveLength(MANY);
      expect(await counts()).toMatchObject({ all: MANY, live: MANY });
    });
  });

  describe('that ended long ago', () => {
    const DAY = 24 * 3_600_000;
    const sql = () => server.strapi.db.connection;
    /** A job with pages that it has not come to. */
    const jobThat = async (columns: Record<string, unknown>): Promise<string> => {
      const { documentId } = await start({ action: 'publish', website: website.documentId, pages: named });
      await sql()('content_delivery_jobs').where({ document_id: documentId }).update(columns);
      return documentId;
    };
    let named: string[];
    const there = async () => ({
      jobs: (await sql()('content_delivery_jobs')
        .where({ website: website.documentId })
        .pluck('document_id')) as string[],
      queues: (await sql()('content_delivery_queued_pages')
        .whereIn('page', named)
        .distinct('queue')
        .pluck('queue')) as string[],
    });

    it('are forgotten with their pages when the next one starts, and no others', async () => {
      await serviceOf(server.strapi, 'jobs').runner.stop();
      named = await drafts(600);
      const long = new Date(Date.now() - 31 * DAY);
      for (const state of ['done', 'cancelled', 'failed']) await jobThat({ state, finished_at: long });
      const kept = [
        await jobThat({ state: 'cancelled', finished_at: new Date(Date.now() - 29 * DAY) }),
        await jobThat({ state: 'waiting', created_at: long, started_at: long }),
      ];
      const drip = 'dripofanother';
      await sql()('content_delivery_queued_pages').insert({
        document_id: 'ofthedrip',
        queue: drip,
        page: named[0],
        turn: '',
        state: 'waiting',
      });
      const { documentId } = await start({ action: 'delete', website: website.documentId, pages: named });
      const left = await there();
      expect(left.jobs.sort()).toEqual([...kept, documentId].sort());
      expect(left.queues.sort()).toEqual([...kept, documentId, drip].sort());
      await sql()('content_delivery_jobs').where({ website: website.documentId }).delete();
      await sql()('content_delivery_queued_pages').whereIn('page', named).delete();
    });
  });

  describe('for editors', () => {
    const attempt = async (user: AdminPanel, body: Record<string, unknown>) =>
      (await user.post(JOBS, body)).status;

    it('take a permission of their own, and the right to do the same to one page', async () => {
      const without = await signIn([UID.website, UID.page], [], OWN.slice(0, 1));
      const reading = await signInWith(server.strapi, [
        ...contentPermissions(server.strapi, [UID.website]),
        ...contentPermissions(server.strapi, [UID.page]).filter(({ action }) => action.endsWith('.read')),
        ...OWN,
      ]);
      for (const { panel: user } of [without, reading]) {
        for (const action of ['publish', 'unpublish', 'delete']) {
          expect(await attempt(user, { action, ...everything() })).toBe(403);
        }
      }
    });

    it('reach the websites that they are listed on, and no other', async () => {
      const { id, panel: user } = await signIn([UID.website, UID.campaign, UID.page], [LISTED_WEBSITES]);
      const [page] = await drafts(1);
      const named = { action: 'publish', website: website.documentId, pages: [page] };
      expect(await attempt(user, { action: 'publish', ...everything() })).toBe(404);
      expect(await attempt(user, named)).toBe(404);
      const foreign = await start({ action: 'publish', ...everything() });
      for (const path of ['', '/refusals']) {
        expect((await user.get(`${JOBS}/${foreign.documentId}${path}`)).status).toBe(404);
      }
      expect((await user.post(`${JOBS}/${foreign.documentId}/cancel`)).status).toBe(404);
      expect((await user.get(`${JOBS}?website=${website.documentId}`)).status).toBe(404);
      await panel.post(`${JOBS}/${foreign.documentId}/cancel`);

      const own = await content.website({ editors: [id] });
      // A page of a foreign website, named as if it were of the own one.
      expect(await start({ ...named, website: own.documentId }, user)).toMatchObject({
        total: 0,
        notFound: 1,
      });
    });

    it('expect as many pages as the user may see, of which another right may leave out some', async () => {
      const { panel: user } = await signInWith(server.strapi, [
        ...contentPermissions(server.strapi, [UID.website, UID.campaign]),
        ...contentPermissions(server.strapi, [UID.page]).filter(({ action }) => !action.endsWith('.delete')),
        ...contentPermissions(server.strapi, [UID.page], ['admin::is-creator']).filter(({ action }) =>
          action.endsWith('.delete'),
        ),
        ...OWN,
      ]);
      await drafts(2);
      const job = await start({ action: 'delete', ...everything(), expected: 2 }, user);
      expect(job).toMatchObject({ total: 0 });
    });

    it.each([
      [{}, 'action'],
      [{ action: 'archive' }, 'action'],
      [{ action: 'publish' }, 'pages'],
      [{ action: 'publish', pages: [] }, 'pages'],
      [{ action: 'publish', filter: { website: 'w' }, expected: '3' }, 'expected'],
      [{ action: 'publish', pages: [{ $ne: null }] }, 'pages'],
      [{ action: 'publish', pages: ['a'] }, 'website'],
      [{ action: 'publish', filter: {} }, 'website'],
      [{ action: 'publish', filter: 'all' }, 'filter'],
      [{ action: 'publish', filter: { website: 'w', state: 'gone' } }, 'state'],
      [{ action: 'publish', pages: Array.from({ length: 5_001 }, (_, n) => `p${n}`) }, 'pages'],
    ])('say what is wrong with a request: %#', async (body, field) => {
      const answer = await panel.post(JOBS, body);
      expect(answer.status).toBe(400);
      expect(answer.body.error?.details.errors).toEqual([expect.objectContaining({ path: [field] })]);
    });
  });
});
