import type {
  PageJob,
  PageRefusal,
  SlugsPreview,
} from '../../../../src/plugins/content-delivery/contracts/pseo-pages';
import { UID, type TestWebsite } from '../../../fixtures/content';
import {
  contentPermissions,
  signInWith,
  type AdminPanel,
  LISTED_WEBSITES,
} from '../../../support/admin-panel';
import { runningJobs } from '../../../support/jobs';
import { insertDrafts, pageInDatabase, rowsAlike } from '../../../support/page-rows';
import { until } from '../../../support/until';
import { JOBS, LONG, MANY, OWN, withPageJobs } from './with-page-jobs';

const SLUGS = '/content-delivery/pseo-page-slugs';

describe('slugs that are made anew', () => {
  const { server, content, api, documentsOf, panel, reached, refusalsOf, signIn, ...jobsOfPages } =
    withPageJobs();
  const { otherProcesses, leftByDeadProcess, cancelledMidway, endLease } = jobsOfPages;
  const pages = documentsOf(UID.page);
  let website: TestWebsite;
  let campaign: { documentId: string };

  beforeEach(async () => {
    website = await content.website();
    campaign = await content.campaign(website.documentId, { slugTemplate: 'old/{{ place }}' });
  });

  const everything = () => ({ filter: { website: website.documentId } });
  const retemplate = (data: Record<string, unknown>, documentId = campaign.documentId) =>
    content.update(UID.campaign, documentId, data);
  const draft = async (variables: Record<string, string>, data: Record<string, unknown> = {}) =>
    (await content.pageDraft(campaign.documentId, { variables, ...data })).documentId;
  const live = async (variables: Record<string, string>, data: Record<string, unknown> = {}) =>
    (await content.page(campaign.documentId, { variables, ...data })).documentId;
  const slugsOf = async (documentId: string) => {
    const [saved, published] = [
      await pages.findOne({ documentId }),
      await pages.findOne({ documentId, status: 'published' }),
    ];
    return [saved?.['slug'], published?.['slug']];
  };
  /** As front ends see them. */
  const liveSlugs = async (): Promise<string[]> =>
    ((await api.pseoPages(website.key)).body as { slug: string }[]).map(({ slug }) => slug);

  const preview = async (
    publish = false,
    selected: Record<string, unknown> = everything(),
    user = panel,
  ): Promise<SlugsPreview> => {
    const { status, body } = await user.post(`${SLUGS}/preview`, { ...selected, publish });
    expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
    return body.data as SlugsPreview;
  };
  const start = async (
    publish = false,
    selected: Record<string, unknown> = everything(),
    user = panel,
  ): Promise<PageJob> => {
    const { version } = await preview(publish, selected, user);
    const { status, body } = await user.post(SLUGS, { ...selected, publish, version });
    expect({ status, error: body.error }).toEqual({ status: 202, error: undefined });
    return body.data as PageJob;
  };
  const reasons = (refusals: readonly PageRefusal[]) =>
    new Map(refusals.map(({ page, reason }) => [page, reason]));

  describe('are shown before anything changes', () => {
    it('with what changes, what stays, what cannot be made and why', async () => {
      campaign = await content.campaign(website.documentId, {
        name: 'Cafés',
        slugTemplate: 'in/{{ place }}',
      });
      const changing = await live({ place: 'Rome' });
      const same = await draft({ place: 'same', kind: 'tea' }, { slug: 'tea/same' });
      const typed = await draft({ place: 'Oslo', kind: 'tea' }, { slug: 'typed', targetSlug: 'typed-too' });
      const lacking = await draft({ place: 'Kiel' });
      const empty = await draft({ place: ' ', kind: ' ' }, { slug: 'empty' });
      const long = await draft({ place: 'x'.repeat(252), kind: 'tea' }, { slug: 'long' });
      const unstorable = await draft({ place: '%00', kind: 'cut' }, { slug: 'unstorable' });
      const twins = [
        await draft({ place: 'twin', kind: 'tea' }, { slug: 'twin-1' }),
        await draft({ place: 'twin', kind: 'tea' }, { slug: 'twin-2' }),
      ];
      const taken = await draft({ place: 'taken', kind: 'tea' }, { slug: 'not-taken' });
      const other = await content.campaign(website.documentId, { name: 'Bare' });
      const bare = (await content.pageDraft(other.documentId, { slug: 'tea/taken' })).documentId;
      await content.update(UID.page, changing, { variables: { place: 'Rome', kind: 'tea' } });
      await retemplate({
        slugTemplate:
          "{% if kind == 'cut' %}{{ place | url_decode }}{% elsif kind == ' ' %} {% else %}{{ kind }}/{{ place }}{% endif %}",
        targetSlugTemplate: '{% if kind == "tea" and place != "same" %}to/{{ place }}{% endif %}',
      });

      const before = await server.strapi.db.connection('pseo_pages').orderBy('id');
      const shown = await preview();
      expect(shown).toMatchObject({
        total: 11,
        changed: 2,
        unchanged: 1,
        refused: 8,
        notFound: 0,
        live: 1,
        liveWithChanges: 1,
      });
      expect(shown.examples).toEqual([
        {
          page: changing,
          from: { slug: 'in/Rome', targetSlug: null },
          to: { slug: 'tea/Rome', targetSlug: 'to/Rome' },
          liveSlug: 'in/Rome',
        },
        {
          page: typed,
          from: { slug: 'typed', targetSlug: 'typed-too' },
          to: { slug: 'tea/Oslo', targetSlug: 'to/Oslo' },
          liveSlug: null,
        },
      ]);
      const why = reasons(shown.refusals);
      expect(why.get(lacking)).toMatch(/needs the variable "kind"/);
      expect(why.get(empty)).toMatch(/would be empty/);
      expect(why.get(long)).toMatch(/longer than 255/);
      expect(why.get(unstorable)).toMatch(/NUL character/);
      for (const twin of twins) expect(why.get(twin)).toMatch(/Several of these pages .*"tea\/twin"/);
      expect(why.get(taken)).toBe('Another page of this website already uses the slug "tea/taken".');
      expect(why.get(bare)).toBe('The campaign "Bare" has no slug template.');
      expect(why.has(same)).toBe(false);
      expect(await server.strapi.db.connection('pseo_pages').orderBy('id')).toEqual(before);
    });

    it('to be looked at again when a template changes before they are made', async () => {
      const page = await draft({ place: 'a' });
      await retemplate({ slugTemplate: 'new/{{ place }}' });
      const { version } = await preview();
      await retemplate({ slugTemplate: 'newer/{{ place }}' });
      const answer = await panel.post(SLUGS, { ...everything(), publish: false, version });
      expect(answer.status).toBe(409);
      expect(answer.body.error?.message).toMatch(/Look at a new preview/);
      expect(await slugsOf(page)).toEqual(['old/a', undefined]);
    });

    it('or that a template takes too long', async () => {
      await draft({ place: 'a' });
      await retemplate({
        slugTemplate: '{% for a in (1..100000000) %}{% for b in (1..100000000) %}x{% endfor %}{% endfor %}',
      });
      const { status, body } = await panel.post(`${SLUGS}/preview`, { ...everything(), publish: false });
      expect(status).toBe(400);
      expect(body.error?.message).toMatch(/more time or memory/);
    });
  });

  describe('in a server that works on them', () => {
    const jobs = runningJobs(() => server.strapi);
    const run = async (publish = false, selected: Record<string, unknown> = everything()) =>
      jobs.ended((await start(publish, selected)).documentId);

    it('replace those of drafts; live addresses change when pages are published again', async () => {
      const [one, two] = [await live({ place: 'a' }), await draft({ place: 'b' }, { slug: 'typed' })];
      await retemplate({ slugTemplate: 'new/{{ place }}', targetSlugTemplate: 'to/{{ place }}' });
      expect(await run()).toMatchObject({
        action: 'slugs',
        state: 'done',
        total: 2,
        done: 2,
        changed: 2,
        refused: 0,
      });
      expect([await slugsOf(one), await slugsOf(two)]).toEqual([
        ['new/a', 'old/a'],
        ['new/b', undefined],
      ]);
      expect(await liveSlugs()).toEqual(['old/a']);
      // Both are reserved until the live version is replaced.
      for (const slug of ['old/a', 'new/a']) {
        await expect(content.pageDraft(campaign.documentId, { slug })).rejects.toThrow(/already uses/);
      }
      await content.publish(UID.page, one);
      expect((await api.pseoPages(website.key)).body).toEqual([
        expect.objectContaining({ slug: 'new/a', targetSlug: 'to/a' }),
      ]);
      expect(await run()).toMatchObject({ changed: 0, unchanged: 2 });
    });

    it('go live at once when live pages are published too, and drafts stay drafts', async () => {
      const one = await live({ place: 'a' });
      const renamed = await live({ place: 'c' });
      await draft({ place: 'b' });
      await retemplate({ slugTemplate: 'new/{{ place }}', htmlTemplate: '<p>{{ place }}</p>' });
      await content.update(UID.page, renamed, { slug: 'new/c', metaTitle: 'changed' });
      const etag = (await api.pseoPages(website.key)).headers['etag'] as string;
      expect(await run(true)).toMatchObject({ state: 'done', changed: 3, unchanged: 0 });
      const answer = await api.pseoPages(website.key);
      expect(answer.headers['etag']).not.toBe(etag);
      expect((answer.body as { slug: string }[]).map(({ slug }) => slug)).toEqual(['new/a', 'new/c']);
      expect((await api.pseoPages(website.key, { slug: 'old/a' })).status).toBe(404);
      expect((await api.pseoPages(website.key, { slug: 'new/c' })).body).toMatchObject({
        fields: { metaTitle: 'changed' },
      });
      expect(await slugsOf(one)).toEqual(['new/a', 'new/a']);
      expect(await run(true)).toMatchObject({ changed: 0, unchanged: 3 });
    });

    it('leave a page as it is, draft and all, that cannot be published', async () => {
      const one = await live({ place: 'a' });
      await retemplate({ slugTemplate: 'new/{{ place }}' });
      // Good enough for a draft.
      await content.update(UID.page, one, { internalLinks: [{ keyword: 'leads nowhere yet' }] });
      const job = await run(true);
      expect(job).toMatchObject({ changed: 0, refused: 1 });
      expect((await refusalsOf(job))[0]?.reason).toMatch(/url/);
      expect(await slugsOf(one)).toEqual(['old/a', 'old/a']);
      expect(await run(false)).toMatchObject({ changed: 1, refused: 0 });
    });

    it('are made as saving with emptied fields makes them, row for row', async () => {
      const links = [{ keyword: 'k', anchor: 'A', url: '/k', internal: true, nofollow: false }];
      const make = (place: string) =>
        live({ place, text: 'Ü "quoted" \\ 😀' }, { internalLinks: links, targetSlug: 'typed' });
      const [byStrapi, anew] = [await make('a'), await make('b')];
      await retemplate({
        slugTemplate: '{{ text }}/{{ place }}',
        targetSlugTemplate: '{% if no %}x{% endif %}',
      });
      const change = await panel.put(`/content-manager/collection-types/${UID.page}/${byStrapi}`, {
        slug: null,
        targetSlug: null,
      });
      expect(change.status).toBe(200);
      await content.publish(UID.page, byStrapi);
      await run(true, { website: website.documentId, pages: [anew] });

      const alike = (documentId: string) =>
        rowsAlike(server.strapi, documentId, /^(document_id|.*_at|slug|unique_key|variables)$/);
      expect(await alike(anew)).toEqual(await alike(byStrapi));
      const stored = await pageInDatabase(server.strapi, anew);
      const saved = stored.draft?.columns;
      expect(saved?.['slug']).toBe('Ü-quoted/b');
      expect(stored.live[0]?.columns).toEqual({
        ...saved,
        published_at: stored.live[0]?.columns['published_at'],
      });
      expect(await slugsOf(anew)).toEqual(['Ü-quoted/b', 'Ü-quoted/b']);
    });

    it('are refused while another page has them, as a draft or live, though it gets another one', async () => {
      const [first, second] = [await live({ place: 'a' }), await live({ place: 'b' })];
      await content.update(UID.page, first, { variables: { place: 'b' } });
      await content.update(UID.page, second, { variables: { place: 'c' } });
      const shown = await preview();
      expect(shown).toMatchObject({ changed: 1, refused: 1 });
      const job = await run();
      expect(job).toMatchObject({ changed: 1, refused: 1 });
      for (const refusals of [shown.refusals, await refusalsOf(job)]) {
        expect(reasons(refusals).get(first)).toMatch(/Another of these pages has the slug "old\/b" now/);
      }
      expect(await slugsOf(first)).toEqual(['old/a', 'old/a']);

      // Live under it still.
      const again = await run();
      expect(again).toMatchObject({ changed: 0, unchanged: 1, refused: 1 });
      expect((await refusalsOf(again))[0]?.reason).toBe(
        'Another page of this website already uses the slug "old/b".',
      );
      await content.publish(UID.page, second);
      expect(await run(true)).toMatchObject({ changed: 1, unchanged: 1, refused: 0 });
      expect([await slugsOf(first), await slugsOf(second)]).toEqual([
        ['old/b', 'old/b'],
        ['old/c', 'old/c'],
      ]);
    });

    it('do not pass to and fro between pages that want those of each other', async () => {
      const [a, b] = [await live({ place: 'a' }), await live({ place: 'b' })];
      await content.update(UID.page, a, { variables: { place: 'b' } });
      await content.update(UID.page, b, { variables: { place: 'a' } });
      const refused = await run(true);
      expect(refused).toMatchObject({ changed: 0, refused: 2 });
      for (const { reason } of await refusalsOf(refused)) expect(reason).toMatch(/want each other's slugs/);
      expect(await liveSlugs()).toEqual(['old/a', 'old/b']);

      // The way that the reason names.
      await content.update(UID.page, b, { slug: 'meanwhile' });
      await content.publish(UID.page, b);
      expect(await run(true)).toMatchObject({ changed: 1, refused: 1 });
      expect(await run(true)).toMatchObject({ changed: 1, unchanged: 1, refused: 0 });
      expect([await slugsOf(a), await slugsOf(b)]).toEqual([
        ['old/b', 'old/b'],
        ['old/a', 'old/a'],
      ]);
    });

    it('are given in several transactions, each for some hundred pages', async () => {
      const documentIds = await insertDrafts(server.strapi, campaign, website, MANY, (n) => ({
        slug: `s-${n}`,
        variables: JSON.stringify({ n: `${n}` }),
      }));
      // What several want goes to none of them, however far apart they stand.
      const twins = [documentIds[0], documentIds[MANY - 1]] as string[];
      for (const page of twins) await content.update(UID.page, page, { variables: { n: 'twin' } });
      await retemplate({ slugTemplate: 'new-{{ n }}' });
      const job = await run();
      expect(job).toMatchObject({ state: 'done', changed: MANY - 2, refused: 2 });
      expect((await refusalsOf(job)).map(({ page }) => page).sort()).toEqual([...twins].sort());
      expect(await slugsOf(documentIds[1] ?? '')).toEqual(['new-1', undefined]);
      expect(await slugsOf(documentIds[MANY - 2] ?? '')).toEqual([`new-${MANY - 2}`, undefined]);
    });

    it('are those of named pages, each by the template of its campaign', async () => {
      const other = await content.campaign(website.documentId, { slugTemplate: 'other/{{ place }}' });
      const [one, two, three] = [
        await draft({ place: 'a' }, { slug: '1' }),
        (await content.pageDraft(other.documentId, { slug: '2', variables: { place: 'a' } })).documentId,
        await draft({ place: 'c' }, { slug: '3' }),
      ];
      const foreign = await content.pageDraft(
        (await content.campaign((await content.website()).documentId, { slugTemplate: 'x' })).documentId,
        { slug: 'foreign' },
      );
      const named = { website: website.documentId, pages: [one, two, two, foreign.documentId, 'gone'] };
      expect(await preview(false, named)).toMatchObject({ total: 2, changed: 2, notFound: 2 });
      expect(await run(false, named)).toMatchObject({ total: 2, changed: 2, notFound: 2 });
      expect([await slugsOf(one), await slugsOf(two), await slugsOf(three)]).toEqual([
        ['old/a', undefined],
        ['other/a', undefined],
        ['3', undefined],
      ]);
      expect(await slugsOf(foreign.documentId)).toEqual(['foreign', undefined]);
    });

    it('leave slugs alone that only a template of target slugs is there for', async () => {
      await retemplate({ slugTemplate: '', targetSlugTemplate: 'to/{{ place }}' });
      const page = await draft({ place: 'a' }, { slug: 'typed', targetSlug: 'typed' });
      const waiting = await draft({ place: 'b' }, { targetSlug: 'typed' });
      expect(await run()).toMatchObject({ changed: 2 });
      expect(await pages.findOne({ documentId: page })).toMatchObject({ slug: 'typed', targetSlug: 'to/a' });
      expect(await pages.findOne({ documentId: waiting })).toMatchObject({ slug: null, targetSlug: 'to/b' });
    });

    it('are told to webhooks, as Strapi would', async () => {
      await live({ place: 'a' });
      await retemplate({ slugTemplate: 'new/{{ place }}' });
      const heard: string[] = [];
      const off = ['entry.update', 'entry.publish'].map((event) =>
        server.strapi.eventHub.on(event, async (message: unknown) => {
          const { uid, entry } = message as { uid: string; entry: Record<string, unknown> };
          if (uid === UID.page && entry['slug'] === 'new/a')
            heard.push(`${event} ${String(entry['uniqueKey'])}`);
        }),
      );
      await run(true);
      await until('two events', () => heard.length >= 2, { seen: () => heard });
      off.forEach((stop) => stop());
      expect(heard.sort()).toEqual(['entry.publish undefined', 'entry.update undefined']);
    });
  });

  describe('for editors', () => {
    const may = async (user: AdminPanel, publish: boolean) => [
      (await user.post(`${SLUGS}/preview`, { ...everything(), publish })).status,
      (await user.post(SLUGS, { ...everything(), publish, version: 'any' })).status,
    ];

    it('take the permission of changes of many pages, and rights to the fields of a page', async () => {
      const { version } = await preview();
      const some = (isMeant: (permission: { action: string; subject: string | null }) => boolean) => [
        ...contentPermissions(server.strapi, [UID.website]),
        ...contentPermissions(server.strapi, [UID.page]).filter(isMeant),
        ...OWN,
      ];
      const without = await signIn([UID.website, UID.page], [], OWN.slice(0, 1));
      expect(await may(without.panel, false)).toEqual([403, 403]);
      const reading = await signInWith(
        server.strapi,
        some(({ action }) => action.endsWith('.read')),
      );
      expect(await may(reading.panel, false)).toEqual([403, 403]);
      const otherFields = await signInWith(
        server.strapi,
        some(() => true).map((permission) =>
          permission.action.endsWith('.update') && permission.subject === UID.page
            ? { ...permission, properties: { fields: ['html', 'targetSlug'] } }
            : permission,
        ),
      );
      expect(await may(otherFields.panel, false)).toEqual([403, 403]);
      const drafting = await signInWith(
        server.strapi,
        some(({ action }) => !action.endsWith('.publish')),
      );
      expect(await may(drafting.panel, true)).toEqual([403, 403]);
      expect(await may(drafting.panel, false)).toEqual([200, 409]);

      // Who may not publish may not let somebody else's job go on that does.
      const { documentId } = (await panel.post(SLUGS, { ...everything(), publish: true, version })).body
        .data as PageJob;
      expect((await drafting.panel.post(`${JOBS}/${documentId}/cancel`)).status).toBe(403);
      expect((await panel.post(`${JOBS}/${documentId}/cancel`)).status).toBe(200);
    });

    it('reach the websites that they are listed on, and no other', async () => {
      const page = await draft({ place: 'a' }, { slug: 'typed' });
      const { id, panel: user } = await signIn([UID.website, UID.campaign, UID.page], [LISTED_WEBSITES]);
      expect(await may(user, false)).toEqual([404, 404]);
      const own = await content.website({ editors: [id] });
      const named = { website: own.documentId, pages: [page] };
      expect(await preview(false, named, user)).toMatchObject({ total: 0, notFound: 1, examples: [] });
      expect(
        await preview(false, { filter: { website: own.documentId, campaign: campaign.documentId } }, user),
      ).toMatchObject({ total: 0 });
    });

    it.each([
      [{ filter: { website: 'w' } }, 'publish'],
      [{ publish: 'yes', filter: { website: 'w' } }, 'publish'],
      [{ publish: true }, 'pages'],
      [{ publish: true, filter: { website: 'w', state: 'gone' } }, 'state'],
      [{ publish: true, filter: { website: 'w' } }, 'version'],
    ])('say what is wrong with a request: %#', async (body, field) => {
      const { status, body: answer } = await panel.post(SLUGS, body);
      expect(status).toBe(400);
      expect(answer.error?.details.errors).toEqual([expect.objectContaining({ path: [field] })]);
    });
  });

  describe('by a job that is interrupted', () => {
    const another = otherProcesses();
    const anew = async (): Promise<number> => {
      const [row] = (await server.strapi.db
        .connection('pseo_pages')
        .where('slug', 'like', 'new/%')
        .whereNull('published_at')
        .count({ count: '*' })) as { count: number | string }[];
      return Number(row?.count);
    };
    const prepare = async (count: number) => {
      const before = await anew();
      const documentIds = await insertDrafts(server.strapi, campaign, website, count);
      await retemplate({ slugTemplate: 'new/{{ place }}' });
      return { documentIds, before };
    };

    it('go on in another process when theirs dies, each page once', async () => {
      const { before } = await prepare(LONG);
      const { documentId } = await start();
      const left = await leftByDeadProcess(documentId, 'entry.update');
      // What the job says was done is what was done.
      expect(await anew()).toBe(before + left.done);

      await endLease(documentId);
      another().runner.start();
      expect(await reached('the end', documentId, ({ state }) => state !== 'running')).toMatchObject({
        state: 'done',
        done: LONG,
        changed: LONG,
        refused: 0,
      });
      expect(await anew()).toBe(before + LONG);
    });

    it('go on after a cancellation, and look at what has happened meanwhile', async () => {
      const { documentIds } = await prepare(LONG);
      const { documentId } = await start();
      const jobs = another();
      await cancelledMidway(jobs, documentId, 'entry.update');

      const waiting: { page: string }[] = await server.strapi.db
        .query('plugin::content-delivery.queued-page')
        .findMany({ where: { queue: documentId, state: 'waiting' } });
      const [late, lacking] = waiting.map(({ page }) => page) as [string, string];
      await content.pageDraft(campaign.documentId, { slug: `new/place-${documentIds.indexOf(late)}` });
      await content.update(UID.page, lacking, { variables: {} });

      expect((await panel.post(`${JOBS}/${documentId}/resume`)).status).toBe(200);
      jobs.runner.start();
      const job = await reached('the end', documentId, ({ state }) => state === 'done');
      expect(job).toMatchObject({ done: LONG, changed: LONG - 2, refused: 2 });
      const why = reasons(await refusalsOf(job));
      expect(why.get(late)).toMatch(/already uses/);
      expect(why.get(lacking)).toMatch(/needs the variable "place"/);
    });

    it('end when a template is changed under way', async () => {
      await prepare(3);
      const { documentId } = await start();
      await retemplate({ slugTemplate: 'newer/{{ place }}' });
      another().runner.start();
      const job = await reached('the end', documentId, ({ state }) => state === 'failed');
      expect(job.message).toMatch(/changed after the preview/);
      expect(job).toMatchObject({ done: 0, changed: 0 });
    });
  });
});
