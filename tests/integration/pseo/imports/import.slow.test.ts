import request from 'supertest';
import type * as Store from '../../../../src/plugins/content-delivery/server/src/pseo/imports/store';
import { requireBuilt } from '../../../support/built';
import { serviceOf } from '../../../support/services';
import { UID } from '../../../fixtures/content';
import { contentPermissions, signInAsSuperAdmin, signInWith } from '../../../support/admin-panel';
import { costOf } from '../../../support/cpu-time';
import type { Data } from '../../../support/documents';
import { AS_DRAFTS, importsBy, LIVE, TEMPLATES, toCsv, type ImportsBy } from '../../../support/page-imports';
import { pageInDatabase } from '../../../support/page-rows';
import { withServer } from '../../../support/with-server';

const { createImportStore } = requireBuilt<typeof Store>('pseo/imports/store');
const PAGE_IMPORT = 'plugin::content-delivery.import';

const { server, content, rowsOf } = withServer();
let imports: ImportsBy;
let website: { documentId: string; key: string };
let campaign: string;

beforeAll(async () => {
  imports = importsBy(server.strapi, await signInAsSuperAdmin(server.strapi));
  // Requests have begun, and with them the work on jobs; here it is done when a test says so.
  await serviceOf(server.strapi, 'jobs').runner.stop();
});
beforeEach(async () => {
  website = await content.website();
  campaign = (await content.campaign(website.documentId, TEMPLATES)).documentId;
});

const ask = async (query: Data = {}) =>
  (
    await request(server.strapi.server.httpServer)
      .get('/api/pseo-pages')
      .query({ apiKey: website.key, ...query })
  ).body as unknown;
const listed = async () => (await ask()) as { slug: string; variables: Data; pageId: string }[];
const slugs = async () => (await listed()).map(({ slug }) => slug);
const page = async (slug: string) => (await ask({ slug })) as { html: string; fields: Data; error?: Data };
const rowsOfPages = async (owner = campaign) =>
  rowsOf(UID.page).findMany({
    where: { campaign: { documentId: owner } },
    orderBy: { id: 'asc' },
  });

const CITIES = toCsv([
  ['City', 'text', 'note'],
  ['Berlin', 'Long nights', 'x'],
  ['Rome', 'Short & strong', 'y'],
]);

describe('an import of pages', () => {
  it('shows what the file has and where its columns go', async () => {
    const one = await imports.stageFile(campaign, CITIES);
    expect(one).toMatchObject({
      name: 'pages.csv',
      campaign: { documentId: campaign },
      website: { documentId: website.documentId },
      format: { kind: 'csv', delimiter: ',' },
      rowCount: 2,
      columns: [
        { name: 'City', values: 2 },
        { name: 'text', values: 2 },
        { name: 'note', values: 2 },
      ],
      sample: [
        { line: 2, cells: ['Berlin', 'Long nights', 'x'] },
        { line: 3, cells: ['Rome', 'Short & strong', 'y'] },
      ],
      matched: [{ to: 'variable', name: 'city' }, { to: 'variable', name: 'text' }, null],
      check: null,
      run: null,
    });
    expect(one.variables).toEqual([
      { name: 'city', usedIn: ['slug', 'targetSlug', 'html', 'metaTitle', 'metaDescription'], testedIn: [] },
      { name: 'text', usedIn: ['html'], testedIn: [] },
    ]);
    expect((await imports.panel.get(`${imports.PATH}?campaign=${campaign}`)).body.data).toMatchObject([
      { documentId: one.documentId, rowCount: 2 },
    ]);
    expect((await imports.panel.delete(`${imports.PATH}/${one.documentId}`)).status).toBe(204);
    expect((await imports.panel.get(`${imports.PATH}/${one.documentId}`)).status).toBe(404);
    expect(await rowsOf('plugin::content-delivery.import-row').findMany({ where: {} })).toEqual([]);
  });

  it('tells what it would do, changes nothing, and then does it', async () => {
    const checked = await imports.checked(campaign, CITIES);
    expect(checked.check).toMatchObject({
      state: 'done',
      done: 2,
      total: 2,
      isOutdated: false,
      result: { create: 2, update: 0, same: 0, faulty: 0 },
    });
    expect(await rowsOfPages()).toEqual([]);
    expect(await slugs()).toEqual([]);

    const { run } = await imports.run(checked.documentId, LIVE);
    expect(run).toMatchObject({
      state: 'done',
      done: 2,
      result: { created: 2, updated: 0, same: 0, skipped: 0 },
      options: LIVE,
    });
    expect(await slugs()).toEqual(['coffee/berlin', 'coffee/rome']);
    expect(await page('coffee/rome')).toMatchObject({
      html: '<h1>Coffee in Rome</h1><p>Short &amp; strong</p>',
      targetSlug: 'shop/rome',
      variables: { city: 'Rome', text: 'Short & strong' },
      fields: { metaTitle: 'Coffee in Rome', metaDescription: 'All about coffee in Rome.' },
    });
  });

  it('copies the links of a page, and touches no rows of other components that have their numbers', async () => {
    await imports.imported(campaign, CITIES);
    const [draft] = (await rowsOfPages()).filter(({ publishedAt }) => publishedAt === null);
    const documentId = draft?.documentId as string;
    const links = [
      { keyword: 'one', url: '/one' },
      { keyword: 'two', url: '/two', nofollow: true },
    ];
    await content.update(UID.page, documentId, { internalLinks: links }, 'published');
    const other = await content.page(campaign, {
      slug: 'other',
      variables: { city: 'Y', text: 'y' },
      internalLinks: [{ keyword: 'kept', url: '/kept' }],
    });
    const sql = server.strapi.db.connection;
    const stored = async (id: string) => pageInDatabase(server.strapi, id);
    const before = await stored(other.documentId);
    // A component of another kind on the live row, with the number of a link of the other page.
    const [kept] = await sql('components_pseo_internal_links').where({ keyword: 'kept' }).pluck('id');
    const [live] = await sql('pseo_pages')
      .where({ document_id: documentId })
      .whereNotNull('published_at')
      .pluck('id');
    const foreign = { cmp_id: kept as number, component_type: 'shared.other', field: 'blocks', order: 1 };
    await sql('pseo_pages_cmps').insert({ ...foreign, entity_id: live as number });

    const changed = String(CITIES).replace('Long nights', 'Longer nights').replace('Short', 'Shorter');
    await imports.imported(campaign, Buffer.from(changed));
    const after = await stored(documentId);
    expect(after.live).toHaveLength(1);
    expect(after.draft?.components).toHaveLength(2);
    const internal = after.live[0]?.components.filter(({ link }) => link['field'] === 'internalLinks');
    expect(internal).toEqual(after.draft?.components);
    expect(internal?.map(({ component }) => component['keyword'])).toEqual(['one', 'two']);
    // It went with the live row, which was replaced, as with every publication.
    expect(await sql('pseo_pages_cmps').where(foreign)).toEqual([]);
    expect(await stored(other.documentId)).toEqual(before);
  });

  it('tries a batch again that met with another writer', async () => {
    const original = server.strapi.db.transaction.bind(server.strapi.db);
    const jobs = serviceOf(server.strapi, 'jobs');
    const checks = () => jobs.list({ kind: 'pseo-import-check', website: website.documentId });
    // What only a batch of the check, or of the run, brings about; each fails once, at its end.
    const batches = [
      async () => (await checks()).some(({ state, done }) => state === 'running' && done > 0),
      async () => (await rowsOfPages()).length > 0,
    ];
    const meeting = jest.spyOn(server.strapi.db, 'transaction').mockImplementation((async (
      work?: (context: unknown) => unknown,
    ) => {
      if (work === undefined) return original();
      return original((async (context: unknown) => {
        const result = await work(context);
        if (await batches[0]?.()) {
          batches.shift();
          throw Object.assign(new Error('deadlock'), { code: 'ER_LOCK_DEADLOCK' });
        }
        return result;
      }) as never);
    }) as never);
    try {
      const { check, run } = await imports.imported(campaign, CITIES);
      expect(check).toMatchObject({ state: 'done', done: 2, result: { create: 2, faulty: 0 } });
      expect(run).toMatchObject({ state: 'done', result: { created: 2, updated: 0, same: 0 } });
    } finally {
      meeting.mockRestore();
    }
    expect(batches).toEqual([]);
    expect(await slugs()).toEqual(['coffee/berlin', 'coffee/rome']);
  });

  it('makes the rows that the document service makes, column by column', async () => {
    const variables = { city: 'Oslo', text: 'Light' };
    const own = { html: '<p>own</p>', metaTitle: 'Own', metaDescription: 'Own too' };
    const asService = (
      await content.campaign(website.documentId, { ...TEMPLATES, slugTemplate: 'a/{{ city }}' })
    ).documentId;
    await content.page(asService, { variables, ...own });
    const file = toCsv([
      ['city', 'text', 'html', 'meta_title', 'Meta description'],
      ['Oslo', 'Light', own.html, own.metaTitle, own.metaDescription],
    ]);
    await imports.imported(campaign, file);

    const { tableName } = server.strapi.db.metadata.get(UID.page);
    const raw = async (owner: string) => {
      const ids = (await rowsOfPages(owner)).map(({ id }) => id as number);
      const pages = (await server.strapi.db.connection(tableName).whereIn('id', ids).orderBy('id')) as Data[];
      const links = (await server.strapi.db
        .connection('pseo_pages_campaign_lnk')
        .whereIn('pseo_page_id', ids)
        .orderBy('id')) as Data[];
      return { pages, links };
    };
    const [theirs, ours] = [await raw(asService), await raw(campaign)];
    const OWN = ['id', 'document_id', 'slug', 'target_slug', 'unique_key', 'created_at', 'updated_at'];
    const comparable = (rows: Data[]) =>
      rows.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => {
            if (OWN.includes(name) || (name === 'published_at' && value !== null))
              return [name, typeof value];
            // The command and tests sign nobody in for the document service.
            return [name, name.endsWith('_by_id') ? 'user' : value];
          }),
        ),
      );
    expect(ours.pages).toHaveLength(2);
    expect(comparable(ours.pages)).toEqual(comparable(theirs.pages));
    expect(ours.links.map((link) => Object.keys(link))).toEqual(
      theirs.links.map((link) => Object.keys(link)),
    );
    expect(ours.links.map((link) => link['pseo_page_id'])).toEqual(ours.pages.map(({ id }) => id));
    for (const { pages } of [theirs, ours]) {
      const [draft, live] = pages;
      for (const name of ['document_id', 'unique_key', 'created_at', 'updated_at', 'variables']) {
        expect(live?.[name]).toEqual(draft?.[name]);
      }
    }
    // Both can be handled by the document service from then on.
    const [{ documentId } = { documentId: '' }] = (await rowsOfPages()) as { documentId: string }[];
    await content.update(UID.page, documentId, { variables: { city: 'Oslo', text: 'Dark' } }, 'published');
    await content.unpublish(UID.page, documentId);
    await content.publish(UID.page, documentId);
    await content.remove(UID.page, documentId);
    expect(await rowsOfPages()).toEqual([]);
  });

  it('changes what differs and nothing else', async () => {
    await imports.imported(campaign, CITIES);
    const before = await rowsOfPages();
    const again = await imports.imported(campaign, CITIES);
    expect(again.run?.result).toEqual({ created: 0, updated: 0, same: 2, skipped: 0 });
    expect(await rowsOfPages()).toEqual(before);

    const corrected = CITIES.replace('Long nights', 'Longer nights');
    const checked = await imports.checked(campaign, corrected);
    expect(checked.check?.result).toMatchObject({ create: 0, update: 1, same: 1, sameButNotLive: 0 });
    const { run } = await imports.run(checked.documentId, LIVE);
    expect(run?.result).toEqual({ created: 0, updated: 1, same: 1, skipped: 0 });
    const after = await rowsOfPages();
    expect(after.filter((row) => row['slug'] === 'coffee/rome')).toEqual(
      before.filter((row) => row['slug'] === 'coffee/rome'),
    );
    expect((await page('coffee/berlin')).html).toContain('Longer nights');
    const entriesOf = (rows: typeof after) => rows.map((row) => row['documentId']).sort();
    expect(entriesOf(after)).toEqual(entriesOf(before));
  });

  it('makes drafts, which nobody sees, and publishes them when it is asked to', async () => {
    const { documentId, run } = await imports.imported(campaign, CITIES, AS_DRAFTS);
    expect(run?.result.created).toBe(2);
    expect(await slugs()).toEqual([]);
    expect(await rowsOfPages()).toHaveLength(2);
    const again = await imports.check(documentId, imports.suggested(await imports.find(documentId)));
    expect(again.check?.result).toMatchObject({ same: 2, sameButNotLive: 2 });
    expect((await imports.run(documentId, LIVE)).run?.result).toMatchObject({ updated: 2, same: 0 });
    expect(await slugs()).toEqual(['coffee/berlin', 'coffee/rome']);
    // As drafts, a corrected file leaves what is live as it is.
    await imports.imported(campaign, CITIES.replace('Long nights', 'Longer nights'), AS_DRAFTS);
    expect((await page('coffee/berlin')).html).toContain('Long nights');
    await imports.imported(campaign, CITIES.replace('Long nights', 'Longer nights'), LIVE);
    expect((await page('coffee/berlin')).html).toContain('Longer nights');
  });

  it('keeps what the file does not speak of, and takes away what it has empty', async () => {
    const { documentId } = await content.page(campaign, {
      variables: { city: 'Berlin', text: 'Long nights', note: 'mine' },
      metaTitle: 'My own title',
      internalLinks: [{ keyword: 'tea', url: '/tea' }],
    });
    const file = toCsv([
      ['city', 'text', 'extra'],
      ['Berlin', 'New nights', ''],
    ]);
    const one = await imports.stageFile(campaign, file);
    const targets = [...one.matched.slice(0, 2), { to: 'variable' as const, name: 'extra' }];
    await imports.check(one.documentId, { mode: 'rows', targets });
    await imports.run(one.documentId, LIVE);
    expect(await page('coffee/berlin')).toMatchObject({
      pageId: documentId,
      variables: { city: 'Berlin', text: 'New nights', note: 'mine' },
      fields: { metaTitle: 'My own title' },
      internalLinks: [{ keyword: 'tea', url: '/tea' }],
    });
    await imports.check(one.documentId, {
      mode: 'rows',
      targets: [one.matched[0] ?? null, one.matched[1] ?? null, { to: 'variable', name: 'note' }],
    });
    await imports.run(one.documentId, LIVE);
    expect((await page('coffee/berlin')) as unknown).toMatchObject({
      variables: { city: 'Berlin', text: 'New nights' },
      internalLinks: [{ keyword: 'tea' }],
    });
    expect(await page('coffee/berlin')).not.toHaveProperty('variables.note');
  });

  it('lists every faulty row with its line and its reason', async () => {
    const other = (await content.campaign(website.documentId, TEMPLATES)).documentId;
    await content.pageDraft(other, { variables: { city: 'Taken', text: 't' } });
    const strict = (
      await content.campaign(website.documentId, {
        ...TEMPLATES,
        slugTemplate: 'coffee/{{ city | downcase }}',
        htmlTemplate: '<h1>{{ city }}</h1>{{ text | raw }}',
        metaTitleTemplate: '{{ title | default: "" }}',
      })
    ).documentId;
    const file = toCsv([
      ['city', 'text', 'title'],
      ['Good', 'a', 'T'],
      ['', 'a', 'T'],
      ['Taken', 'a', 'T'],
      ['GOOD', 'a', 'T'],
      ['Broken', '<div><b>a</div>', 'T'],
      ['Short', 'a'],
      ['Blank', 'a', ' '],
      ['x'.repeat(300), 'a', 'T'],
      ['Nul\0', 'a', 'T'],
      ['Lines', 'a\r\nb\nc', 'T'],
      ['Late', '<p', 'T'],
      ['Twin', '<p', 'T'],
      // Its twin makes no page, and takes no slug from it.
      ['TWIN', 'a', 'T'],
    ]);
    const { documentId, check } = await imports.checked(strict, file);
    expect(check?.result).toMatchObject({ create: 3, faulty: 10 });
    const found = (await imports.faulty(documentId)).map(({ line, faults }) => [
      line,
      faults.map(({ kind }) => kind).join(),
    ]);
    expect(found).toEqual([
      [3, 'missing-variable'],
      [4, 'slug-taken'],
      [5, 'duplicate'],
      [6, 'broken-html'],
      [7, 'unreadable-row'],
      [8, 'empty-result'],
      [9, 'too-long'],
      [10, 'unstorable-text'],
      [14, 'broken-html'],
      [15, 'broken-html'],
    ]);
    const rows = await imports.faulty(documentId);
    expect(rows[3]?.faults[0]?.message).toMatch(/"<b>" is not closed.*line 1, column/);
    expect(rows[1]?.faults[0]?.message).toMatch(/"coffee\/taken" belongs to a page of another campaign/);
    const page2 = await imports.panel.get(`${imports.PATH}/${documentId}/faulty?page=2&pageSize=4`);
    expect(page2.body).toMatchObject({ meta: { page: 2, pageSize: 4, total: 10 } });
    expect((page2.body.data as unknown[]).length).toBe(4);

    const refused = await imports.panel.post(`${imports.PATH}/${documentId}/run`, { ...LIVE });
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringMatching(/10 rows/) } },
    });
    const { run } = await imports.run(documentId, { publish: true, skipFaulty: true });
    expect(run?.result).toEqual({ created: 3, updated: 0, same: 0, skipped: 10 });
    expect(await slugs()).toEqual(['coffee/good', 'coffee/lines', 'coffee/twin']);
  });

  it('asks how a file is meant that can be read in two ways, and takes the answer', async () => {
    const tied = 'city, x;text\nBerlin, y;a\n';
    expect(await imports.upload(campaign, tied)).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('"Cells are separated by"') as string } },
    });
    const told = await imports.upload(campaign, tied, 'pages.csv', { delimiter: ';' });
    expect(told).toMatchObject({
      status: 201,
      body: { data: { format: { delimiter: ';' }, columns: [{ name: 'city, x' }, { name: 'text' }] } },
    });
    const titled = await imports.upload(campaign, 'Cities\n\ncity,text\nBerlin,a\n', 'pages.csv', {
      headerLine: '3',
    });
    expect(titled).toMatchObject({ status: 201, body: { data: { sample: [{ line: 4 }] } } });
    expect((await imports.upload(campaign, tied, 'pages.csv', { delimiter: 'x' })).status).toBe(400);
    expect((await imports.upload(campaign, tied, 'pages.csv', { headerLine: '0' })).status).toBe(400);
  });

  it('names what is remarkable about a file, its columns and its slugs', async () => {
    const file = 'city,text,parking\nBerlin,a,FALSE\ncity,text,parking\nN/A,b,yes\n';
    const { documentId, remarks, rowCount } = await imports.stageFile(campaign, file);
    expect({ remarks, rowCount }).toEqual({
      remarks: ['Line 3 has the names of the columns again. It makes no page.'],
      rowCount: 2,
    });
    const targets = ['city', 'text', 'parking'].map((name) => ({ to: 'variable' as const, name }));
    const { check } = await imports.check(documentId, { mode: 'rows', targets });
    expect(check).toMatchObject({
      result: { create: 2, slashed: 1 },
      notes: [{ column: 'city', index: 0, kind: 'nothing', count: 1, values: ['N/A'] }],
    });
    expect((await imports.panel.get(`${imports.PATH}/${documentId}/slashed`)).body).toEqual({
      data: [{ line: 4, slug: 'coffee/n/a', variables: ['city'] }],
      meta: { page: 1, pageSize: 50, total: 1 },
    });
    const again = await imports.check(documentId, { mode: 'rows', targets, empty: [['N/A'], null, null] });
    expect(again.check).toMatchObject({ choices: { empty: [['N/A'], null, null] }, notes: [] });
    expect(await imports.faulty(documentId)).toMatchObject([
      { line: 4, faults: [{ kind: 'missing-variable' }] },
    ]);
  });

  it('takes no column for what it is only called like, and no list that nobody imports', async () => {
    const one = await imports.stageFile(
      campaign,
      '[{"city":"Berlin","text":"a","url":"https://berlin.example/","geo":{"lat":52.5}}]',
      'pages.json',
    );
    expect(one.matched.slice(2)).toEqual([null, null]);
    expect(one.suggested).toEqual([null, null, { to: 'slug' }, null]);
    const { documentId } = await imports.check(one.documentId, imports.suggested(one));
    expect((await imports.run(documentId, LIVE)).run).toMatchObject({ result: { created: 1 } });
    expect(await slugs()).toEqual(['coffee/berlin']);
  });

  it('makes all combinations of several lists', async () => {
    const file = 'city;text\nBerlin;a\nRome;b\nOslo;\n;\n';
    const one = await imports.stageFile(campaign, file);
    expect(one.columns).toEqual([
      { name: 'city', values: 3 },
      { name: 'text', values: 2 },
    ]);
    const lists = (
      await content.campaign(website.documentId, { ...TEMPLATES, slugTemplate: '{{city}}/{{text}}' })
    ).documentId;
    const checked = await imports.checked(lists, file, 'combinations');
    expect(checked.check).toMatchObject({ total: 6, result: { create: 6, faulty: 0 } });
    await imports.run(checked.documentId, LIVE);
    expect(await slugs()).toEqual(['Berlin/a', 'Berlin/b', 'Oslo/a', 'Oslo/b', 'Rome/a', 'Rome/b']);
    const long = Array.from({ length: 600 }, (_, n) => `c${n},t${n}`).join('\n');
    const large = await imports.stageFile(lists, `city,text\n${long}`);
    const answer = await imports.panel.post(`${imports.PATH}/${large.documentId}/check`, {
      mode: 'combinations',
      targets: large.matched,
    });
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringMatching(/360,000 combinations; 250,000/) } },
    });
  });

  it('names the pages that read alike, whatever their variables say', async () => {
    const words = (start: number) => Array.from({ length: 60 }, (_, n) => `word${start + n}`).join(' ');
    const alike = (
      await content.campaign(website.documentId, {
        ...TEMPLATES,
        htmlTemplate: '<h1>{{ city }}</h1>{{ text }}',
      })
    ).documentId;
    const file = toCsv([
      ['city', 'text'],
      ['Berlin', `Berlin has ${words(0)}`],
      ['Rome', `Rome has ${words(100)}`],
      ['New York', `New York has ${words(0)}`],
      ['Oslo', `Oslo has ${words(0)} indeed`],
      ['Bonn', `Bonn has ${words(0)}`],
    ]);
    const { documentId, check } = await imports.checked(alike, file);
    expect(check?.result).toMatchObject({ create: 5, faulty: 0, alike: 2 });
    const sibling = { line: 2, slug: 'coffee/berlin' };
    expect(await imports.alike(documentId)).toEqual([
      { line: 4, slug: 'coffee/new-york', sibling },
      { line: 6, slug: 'coffee/bonn', sibling },
    ]);
  });

  it('stores what is shown of a file on every database, wherever it is cut', async () => {
    const long = `${'x'.repeat(299)}😀 and more`;
    const { documentId, check } = await imports.checked(
      campaign,
      JSON.stringify([
        { city: 'Bern', text: long },
        { city: 'Rome', text: 'Nul\0' },
      ]),
    );
    expect(check?.result).toMatchObject({ create: 1, faulty: 1 });
    const stored = (await rowsOf(PAGE_IMPORT).findOne({ where: { documentId } })) as unknown as {
      sample: unknown;
    };
    expect(stored.sample).toMatchObject([
      { cells: ['Bern', `${'x'.repeat(299)}…`] },
      { cells: ['Rome', 'Nul'] },
    ]);
  });

  it('reads rows a few at a time where they are large', async () => {
    const row = (text: string, n: number) => ({ city: `city-${n}`, text });
    const large = Array.from({ length: 5 }, (_, n) => row('\u0001'.repeat(400_000), n));
    const small = Array.from({ length: 30 }, (_, n) => row('small', n));
    const { documentId } = await imports.checked(campaign, JSON.stringify([...large, ...small]));
    const { id } = (await rowsOf(PAGE_IMPORT).findOne({ where: { documentId } })) as { id: number };
    const groups: number[][] = [];
    for await (const rows of createImportStore(server.strapi).rows(id, 1, 35, 20))
      groups.push(rows.map(({ position }) => position));
    // 2.4 MB each as JSON.
    expect(groups.map(({ length }) => length)).toEqual([1, 1, 1, 20, 11]);
    expect(groups.flat()).toEqual(Array.from({ length: 34 }, (_, n) => n + 1));
  });

  it('reports a cell of 10 MB and goes on after it', async () => {
    const file = toCsv([
      ['city', 'text'],
      ['Huge', 'x'.repeat(10 * 1024 * 1024)],
      ['Berlin', 'small'],
    ]);
    const { documentId, check } = await imports.checked(campaign, file);
    expect(check?.result).toMatchObject({ create: 1, faulty: 1 });
    expect(await imports.faulty(documentId)).toMatchObject([
      {
        line: 2,
        faults: [{ kind: 'unreadable-row', message: expect.stringMatching(/10,485,760 characters/) }],
      },
    ]);
  });

  it.each([
    ['a loop without end', '{% for i in (1..99999999) %}{{ i }}{% endfor %}'],
    ['loops in loops', '{% for i in (1..3000) %}{% for j in (1..3000) %}{{ city }}{% endfor %}{% endfor %}'],
  ])('stops at the first page of a template with %s', async (_, htmlTemplate) => {
    const slow = (await content.campaign(website.documentId, { ...TEMPLATES, htmlTemplate })).documentId;
    const rows = Array.from({ length: 500 }, (_, n) => [`c${n}`, 't']);
    const cost = await costOf(async () => {
      const { check } = await imports.checked(slow, toCsv([['city', 'text'], ...rows]));
      expect(check).toMatchObject({
        state: 'failed',
        message: expect.stringMatching(/^Stopped at line 2: The HTML takes more time or memory/) as string,
      });
    });
    expect(cost).toBeLessThan(200);
  });

  it.each<[string, Buffer | string, RegExp]>([
    ['UTF-16', Buffer.from('\ufeffcity,text\nKöln,x', 'utf16le'), /UTF-16, not UTF-8/],
    ['UTF-16 without a mark', Buffer.from('city,text\nBonn,x', 'utf16le'), /UTF-16, not UTF-8/],
    [
      'a mark of UTF-8 before something else',
      Buffer.concat([Buffer.from('\ufeffcity,text\n'), Buffer.from('K\xf6ln,x', 'latin1')]),
      /near line 2/,
    ],
    ['a workbook', Buffer.from('PK\x03\x04whatever', 'latin1'), /workbook/],
    ['an empty file', '', /Choose one file|empty/],
    ['no rows', 'city,text\n', /no rows/],
    ['two columns of one name', 'city,City ,city\na,b,c', /Two columns are named "city"/],
    ['half an array', '[{"city":"a"},', /JSON array/],
    ['a name that cannot be stored', '[{"city\\u0000":"a"}]', /name of column 1, "city", .* NUL/],
    ['numbers', '[1,2]', /Entry 1 is no object/],
  ])('refuses %s with words, and keeps nothing', async (_, file, words) => {
    const kept = () =>
      Promise.all(
        ['import', 'import-row', 'import-finding'].map((name) =>
          rowsOf(`plugin::content-delivery.${name}`).count(),
        ),
      );
    const before = await kept();
    const answer = await imports.upload(campaign, file);
    expect(answer).toMatchObject({ status: 400, body: { error: { message: expect.stringMatching(words) } } });
    expect(await kept()).toEqual(before);
  });

  it.each([
    ['CSV with a mark, semicolons and line breaks', '\ufeffcity;text\r\nKöln;"a; b"\r\n'],
    ['tabs', 'city\ttext\nKöln\ta; b\n'],
    ['JSON', '[{"city":"Köln","text":"a; b"}]'],
    ['lines of JSON', '{"city":"Köln"\n,"text":"a; b"}\n'],
    ['what Excel says about separators', 'sep=;\ncity;text\nKöln;"a; b"'],
  ])('reads %s', async (_, file) => {
    const one = await imports.stageFile(campaign, file);
    expect(one.sample[0]?.cells).toEqual(['Köln', 'a; b']);
    expect(one.columns.map(({ name }) => name)).toEqual(['city', 'text']);
  });

  it('is refused while another import into the campaign is under way', async () => {
    const [first, second] = [
      await imports.checked(campaign, CITIES),
      await imports.checked(campaign, CITIES),
    ];
    const start = (id: string) => imports.panel.post(`${imports.PATH}/${id}/run`, { ...LIVE });
    const answers = await Promise.all([start(first.documentId), start(second.documentId)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.error?.message).toMatch(/Another import/);
    // One that a killed process holds cannot be told from one at work: what is known is when it goes on.
    const begun = answers[0].status === 202 ? first : second;
    const table = server.strapi.db.metadata.get('plugin::content-delivery.job').tableName;
    const job = (data: Data) =>
      server.strapi.db
        .connection(table)
        .where({ kind: 'pseo-import-run', website: website.documentId })
        .update(data);
    await job({ state: 'running', owner: 'killed', lease_until: new Date(Date.now() + 60_000) });
    const other = begun === first ? second : first;
    const again = await start(other.documentId);
    expect(again.status).toBe(409);
    expect(again.body.error?.message).toMatch(
      /If it was interrupted, it goes on by itself in at most (60|5\d) seconds\.$/,
    );
    await job({ lease_until: new Date(0) });
    expect((await imports.panel.delete(`${imports.PATH}/${first.documentId}`)).status).toBe(
      answers[0].status === 202 ? 409 : 204,
    );
    await serviceOf(server.strapi, 'jobs').runner.drain();
    expect(await slugs()).toEqual(['coffee/berlin', 'coffee/rome']);
  });

  it('is checked again when the templates have changed', async () => {
    const { documentId } = await imports.checked(campaign, CITIES);
    await content.update(UID.campaign, campaign, { slugTemplate: 'new/{{ city }}' });
    expect((await imports.find(documentId)).check?.isOutdated).toBe(true);
    const answer = await imports.panel.post(`${imports.PATH}/${documentId}/run`, { ...LIVE });
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringMatching(/Check again/) } },
    });
  });

  it('can be cancelled, and goes on when it is asked to', async () => {
    const { documentId } = await imports.checked(campaign, CITIES);
    await imports.panel.post(`${imports.PATH}/${documentId}/run`, { ...LIVE });
    const cancelled = await imports.panel.post(`${imports.PATH}/${documentId}/cancel`);
    expect(cancelled.body.data).toMatchObject({ run: { state: 'cancelled', done: 0 } });
    expect((await imports.panel.post(`${imports.PATH}/${documentId}/resume`)).status).toBe(200);
    await serviceOf(server.strapi, 'jobs').runner.drain();
    expect((await imports.find(documentId)).run).toMatchObject({ state: 'done', result: { created: 2 } });
    expect((await imports.panel.post(`${imports.PATH}/${documentId}/resume`)).status).toBe(409);
  });

  it('tells those who listen of every page', async () => {
    const heard: string[] = [];
    const stop = server.strapi.eventHub.subscribe(
      async (event: string, payload: { entry?: { slug?: string } }) => {
        if (event.startsWith('entry.')) heard.push(`${event} ${payload.entry?.slug}`);
      },
    );
    await imports.imported(campaign, CITIES);
    stop();
    expect(heard.filter((line) => line.includes('coffee/'))).toEqual([
      'entry.create coffee/berlin',
      'entry.publish coffee/berlin',
      'entry.create coffee/rome',
      'entry.publish coffee/rome',
    ]);
  });

  it('gives them the dates of pages as they are stored', async () => {
    const created = new Date('2026-01-02T03:04:05.000Z');
    await imports.imported(campaign, CITIES);
    await server.strapi.db
      .connection('pseo_pages')
      .where('slug', 'like', 'coffee/%')
      .update({ created_at: created, updated_at: created });
    // One that changes, and one of which only the live version is behind.
    const [rome] = (await rowsOfPages()).filter(({ slug }) => slug === 'coffee/rome');
    await content.unpublish(UID.page, rome?.documentId as string);
    const heard: { event: string; entry: Data }[] = [];
    const stop = server.strapi.eventHub.subscribe(async (event: string, payload: { entry?: Data }) => {
      if (event.startsWith('entry.') && String(payload.entry?.['slug']).startsWith('coffee/'))
        heard.push({ event, entry: payload.entry as Data });
    });
    await imports.imported(campaign, CITIES.replace('Long nights', 'Longer nights'));
    stop();
    const datesOf = (entry: Data) =>
      ['createdAt', 'updatedAt', 'publishedAt'].map(
        (name) => entry[name] && new Date(entry[name] as Date).getTime(),
      );
    const rows = await rowsOfPages();
    for (const { event, entry } of heard) {
      const row = rows.find(({ id }) => id === entry['id']) as Data;
      expect([event, row['slug'], datesOf(entry)]).toEqual([event, entry['slug'], datesOf(row)]);
    }
    expect(heard.map(({ event, entry }) => [event, entry['slug']])).toEqual([
      ['entry.update', 'coffee/berlin'],
      ['entry.publish', 'coffee/berlin'],
      ['entry.publish', 'coffee/rome'],
    ]);
    const ofRome = heard.find(({ entry }) => entry['slug'] === 'coffee/rome')?.entry as Data;
    expect(datesOf(ofRome).slice(0, 2)).toEqual([created.getTime(), created.getTime()]);
  });

  it('is forgotten after 30 days with its jobs, when the next file comes', async () => {
    const { documentId } = await imports.checked(campaign, CITIES);
    const recent = await imports.checked(campaign, CITIES);
    const jobOf = async (id: string) => (await imports.service().found(id)).checkJob ?? '';
    const jobs = { old: await jobOf(documentId), recent: await jobOf(recent.documentId) };
    const long = new Date(Date.now() - 31 * 24 * 3_600_000);
    const sql = server.strapi.db.connection;
    await sql('content_delivery_imports').where({ document_id: documentId }).update({ created_at: long });
    await sql('content_delivery_jobs').where({ document_id: jobs.old }).update({ finished_at: long });
    await imports.stageFile(campaign, CITIES);
    await expect(imports.service().found(documentId)).rejects.toThrow(/no such import/);
    expect(
      await sql('content_delivery_jobs').whereIn('document_id', Object.values(jobs)).pluck('document_id'),
    ).toEqual([jobs.recent]);
  });
});

describe('who may import', () => {
  it('is who has the permission, on websites that are theirs', async () => {
    const CONDITION = 'plugin::content-delivery.listed-websites';
    const types = [UID.website, UID.campaign, UID.page];
    const own = contentPermissions(server.strapi, types, [CONDITION]);
    const permission = { action: 'plugin::content-delivery.pages.import', subject: null };
    const without = importsBy(server.strapi, (await signInWith(server.strapi, own)).panel);
    expect((await without.upload(campaign, CITIES)).status).toBe(403);
    const { id, panel } = await signInWith(server.strapi, [...own, permission]);
    const editor = importsBy(server.strapi, panel);
    const theirs = await content.website({ editors: [id] });
    const theirCampaign = (await content.campaign(theirs.documentId, TEMPLATES)).documentId;
    expect((await editor.upload(campaign, CITIES)).status).toBe(403);
    const foreign = await imports.checked(campaign, CITIES);
    const path = `${imports.PATH}/${foreign.documentId}`;
    for (const rest of ['', '/faulty', '/alike']) expect((await panel.get(path + rest)).status).toBe(403);
    for (const rest of ['/check', '/run', '/cancel', '/resume']) {
      expect((await panel.post(path + rest, { ...LIVE })).status).toBe(403);
    }
    expect((await panel.delete(path)).status).toBe(403);
    const { run } = await editor.imported(theirCampaign, CITIES);
    expect(run?.result.created).toBe(2);
    expect(((await panel.get(imports.PATH)).body.data as unknown[]).length).toBe(1);
    expect((await rowsOfPages(theirCampaign)).length).toBe(4);
    expect((await request(server.strapi.server.httpServer).get(imports.PATH)).status).toBe(401);
  });
});
