import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import request from 'supertest';
import type { ImportReportLine } from '../../../../src/plugins/content-delivery/contracts/import-reports';
import { serviceOf } from '../../../support/services';
import { unique, UID } from '../../../fixtures/content';
import { commandsOf } from '../../../support/commands';
import type { Data } from '../../../support/documents';
import { HELD_WORK, holdWork } from '../../../support/held-work';
import { leftBehind } from '../../../support/jobs';
import { TEMPLATES, toCsv } from '../../../support/page-imports';
import { withServer } from '../../../support/with-server';
import { temporaryFolder } from '../../../support/temporary-folder';

const ROWS = 3_000;

const { server, content, rowsOf } = withServer(HELD_WORK);
const folder = temporaryFolder();
const command = commandsOf('pseo-import');

beforeAll(async () => {
  // With the first request the server begins to work on jobs; here it is the command that does.
  await request(server.strapi.server.httpServer).get('/_health');
  await serviceOf(server.strapi, 'jobs').runner.stop();
});

const makeCampaign = async () => {
  const website = await content.website();
  const name = unique('campaign');
  const { documentId } = await content.campaign(website.documentId, { ...TEMPLATES, name });
  return { website, name, documentId };
};
const fileOf = async (text: string, name = 'pages.csv') => {
  const file = path.join(folder, `${unique('file')}-${name}`);
  await writeFile(file, text);
  return file;
};
const execute = (...args: string[]) => command.execute(args);
const delivered = async (key: string) => {
  const { body } = await request(server.strapi.server.httpServer)
    .get('/api/pseo-pages')
    .query({ apiKey: key });
  return (body as Data[]).map(({ slug, targetSlug, variables }) => ({ slug, targetSlug, variables }));
};
const SMALL = toCsv([
  ['city', 'text'],
  ['Berlin', 'a'],
  ['', 'b'],
  ['Rome', 'c'],
]);

describe('npm run pseo:import', () => {
  it('says what would happen, then does it, with faulty rows on standard error and status 1', async () => {
    const { name, website } = await makeCampaign();
    const file = await fileOf(SMALL);
    const dry = await execute('--campaign', name, '--file', file, '--publish', '--dry-run');
    expect(dry).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^line 3: missing-variable: .*"city"/) as string,
    });
    expect(dry.out).toMatch(/3 rows\.\n {2}city → variable city\n {2}text → variable text/);
    expect(dry.out).toMatch(/Checking: 3 of 3 \(100 %\)/);
    expect(dry.out).toMatch(/To make: 2\. To change: 0\..*Faulty: 1\./);
    expect(dry.out).not.toContain('\u001b');
    expect(await delivered(website.key)).toEqual([]);

    const refused = await execute('--campaign', name, '--file', file, '--publish');
    expect(refused).toMatchObject({ code: 1, err: expect.stringMatching(/Nothing was imported/) as string });
    expect(await delivered(website.key)).toEqual([]);

    const done = await execute('--campaign', name, '--file', file, '--publish', '--skip-faulty');
    expect(done).toMatchObject({ code: 1, out: expect.stringMatching(/Made: 2\. .*Faulty: 1\./) as string });
    expect((await delivered(website.key)).map(({ slug }) => slug)).toEqual(['coffee/berlin', 'coffee/rome']);
  });

  it('takes columns as they are mapped, and ends with status 0 when all is well', async () => {
    const { documentId, website } = await makeCampaign();
    const file = await fileOf('[{"Stadt":"Berlin","text":"a","url":"x"}]', 'pages.json');
    const options = ['--map', 'Stadt=city', '--map', 'url=', '--publish'];
    expect(await execute('--campaign', documentId, '--file', file, ...options)).toMatchObject({
      code: 0,
      err: '',
    });
    expect(await delivered(website.key)).toEqual([
      { slug: 'coffee/berlin', targetSlug: 'shop/berlin', variables: { city: 'Berlin', text: 'a' } },
    ]);
  });

  it('asks for what is only alike before it makes anything, and takes either answer', async () => {
    const { documentId, website } = await makeCampaign();
    const file = await fileOf('city,text,url\nBerlin,a,coffee/berlin-1\n');
    const options = ['--campaign', documentId, '--file', file, '--publish'];
    const asked = `The column "url" may be the slug. If it is: --map 'url=slug'. If not: --map 'url='`;
    const refused = await execute(...options);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining(asked) as string });
    expect(refused.err).toContain('Nothing was imported.');
    expect(refused.out).not.toContain('Checking');
    expect(await execute(...options, '--dry-run')).toMatchObject({
      code: 1,
      err: expect.stringContaining(asked) as string,
      out: expect.stringContaining('To make: 1.') as string,
    });
    expect(await delivered(website.key)).toEqual([]);

    expect(await execute(...options, '--map', 'url=slug')).toMatchObject({ code: 0, err: '' });
    expect(await execute(...options, '--map', 'url=')).toMatchObject({ code: 0, err: '' });
    expect((await delivered(website.key)).map(({ slug }) => slug)).toEqual([
      'coffee/berlin',
      'coffee/berlin-1',
    ]);
  });

  it('names cells that mean nothing or no, and counts them as not set when it is told to', async () => {
    const website = await content.website();
    const { documentId } = await content.campaign(website.documentId, {
      ...TEMPLATES,
      htmlTemplate: '<p>{{ city }} {% if parking %}has parking{% else %}has none{% endif %}{{ text }}</p>',
    });
    const file = await fileOf('city;text;parking\nBerlin;-;FALSE\nRome;b;TRUE\nN/A;#REF!;no\n');
    const options = ['--campaign', documentId, '--file', file, '--map', 'parking=parking'];
    const reports = [path.join(folder, 'report.json'), path.join(folder, 'report.csv')] as const;
    const written = reports.flatMap((report) => ['--report', report]);
    const { out, code } = await execute(...options, ...written, '--dry-run');
    expect(code).toBe(0);
    const { lines } = JSON.parse(await readFile(reports[0], 'utf8')) as { lines: ImportReportLine[] };
    expect(lines.map(({ loss, kind, where, count }) => [loss, kind, where, count])).toEqual([
      // The slash of its slug, and that it reads like another one.
      ['note', 'page', 'line 4', 1],
      ['note', 'page', 'line 4', 1],
      ['note', 'column', 'city', 1],
      ['note', 'column', 'text', 2],
      ['note', 'column', 'parking', 2],
    ]);
    expect((await readFile(reports[1], 'utf8')).split('\r\n')[1]).toBe(
      'note,page,line 4,"the slug coffee/n/a has a ""/"" from the value of city","In the slug template, the filter slugify takes the slash away.",1',
    );
    const nowhere = ['--report', path.join(folder, 'none', 'report.json')];
    expect(await execute(...options, ...nowhere)).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(/^The report cannot be written .* its folder does not exist/) as string,
    });
    expect(out).toContain('city reads N/A in 1 row, and pages show that text.');
    expect(out).toContain(`text reads - #REF! in 2 rows`);
    expect(out).toContain(
      `parking is tested by the template, where every text counts as yes, and reads FALSE no in 2 rows. To count as not set: --empty 'parking=FALSE,no'`,
    );
    expect(out).toContain('line 4: the slug coffee/n/a has a "/" from the value of city');

    const rows = await fileOf('city;text;parking\nBerlin;a;FALSE\nRome;b;TRUE\n');
    const told = ['--campaign', documentId, '--file', rows, '--empty', 'parking=FALSE,no', '--publish'];
    expect(await execute(...told)).toMatchObject({ code: 0, err: '' });
    const html = async (slug: string) =>
      (
        (await request(server.strapi.server.httpServer)
          .get('/api/pseo-pages')
          .query({ apiKey: website.key, slug })) as { body: Data }
      ).body['html'];
    expect(await html('coffee/berlin')).toBe('<p>Berlin has nonea</p>');
    expect(await html('coffee/rome')).toBe('<p>Rome has parkingb</p>');
  });

  it('says by which option a file is read that can be read in two ways', async () => {
    const { documentId } = await makeCampaign();
    const file = await fileOf('city, x;text\nBerlin, y;a\n');
    const options = ['--campaign', documentId, '--file', file, '--dry-run'];
    expect(await execute(...options)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/Say which: --delimiter "," or --delimiter ";"\./) as string,
    });
    expect(await execute(...options, '--delimiter', ';', '--map', 'city, x=city')).toMatchObject({ code: 0 });
  });

  it.each([
    [['--campaign', 'x', '--file', 'x', '--delimiter', '#'], 2, /--delimiter is/],
    [['--campaign', 'x', '--file', 'x', '--header-line', '0'], 2, /--header-line is/],
    [['--campaign', 'x', '--file', 'x', '--empty', 'city'], 2, /--empty takes/],
    [['--file', 'x.csv'], 2, /which campaign/],
    [['--campaign', 'x', '--nonsense'], 2, /nonsense/],
    [['--campaign', 'no such one', '--file', __filename], 1, /no campaign "no such one"/],
  ])('refuses %p', async (args, code, words) => {
    expect(await execute(...args)).toMatchObject({ code, err: expect.stringMatching(words) as string });
  });
});

describe('an import that is killed and started again', () => {
  it('ends in the state of one that was not', async () => {
    const whole = await makeCampaign();
    const killed = await makeCampaign();
    const rows = Array.from({ length: ROWS }, (_, n) => [`City ${n}`, `Text ${n}`]);
    const file = await fileOf(toCsv([['city', 'text'], ...rows]));
    expect((await execute('--campaign', whole.documentId, '--file', file, '--publish')).code).toBe(0);

    const held = await holdWork(server.strapi, 'entry.publish');
    const options = ['--campaign', killed.documentId, '--file', file, '--publish'];
    const { child, ended, until } = command.start(options);
    const jobs = serviceOf(server.strapi, 'jobs');
    const runOf = async () =>
      (await jobs.list({ kind: 'pseo-import-run', website: killed.website.documentId }))[0];
    await until('a page that is made', async () => ((await runOf())?.done ?? 0) > 0);
    child.kill('SIGKILL');
    await ended;
    await held.release();
    await leftBehind(server.strapi, (await runOf())?.documentId ?? '');
    const run = await runOf();
    const made = await delivered(killed.website.key);
    expect(made.length).toBe(run?.done);
    expect(made.length).toBeLessThan(ROWS);
    expect(run?.state).toBe('running');

    // The dead process holds the job for as long.
    const holdFor = async (milliseconds: number) => {
      await server.strapi.db
        .connection(server.strapi.db.metadata.get('plugin::content-delivery.job').tableName)
        .where({ document_id: run?.documentId })
        .update({ lease_until: new Date(Date.now() + milliseconds) });
    };
    const next = [
      '--campaign',
      killed.documentId,
      '--file',
      await fileOf(
        toCsv([
          ['city', 'text'],
          ['City 1', 'Text 1'],
        ]),
      ),
    ];
    const startedAndWaiting = async () => {
      const { child, ended, until } = command.start(next);
      let out = '';
      child.stdout?.on('data', (chunk) => (out += String(chunk)));
      await until('a word of its waiting', () =>
        /If it was interrupted, .* in at most \d+ seconds\. Waiting for that\./.test(out),
      );
      return { child, ended };
    };

    await holdFor(3_600_000);
    const unwanted = await startedAndWaiting();
    unwanted.child.kill('SIGINT');
    expect((await unwanted.ended).code).toBe(130);

    // As a process does that is at work, which says so again before its time is over.
    await holdFor(10_000);
    const working = setInterval(() => void holdFor(10_000), 100);
    const refused = await startedAndWaiting();
    clearInterval(working);
    await holdFor(3_600_000);
    expect(await refused.ended).toMatchObject({
      code: 1,
      err: expect.stringContaining('is under way') as string,
    });

    // A machine that is busy may take as long to begin; then there is nothing to wait for.
    await holdFor(4_000);
    expect(await execute(...next)).toMatchObject({
      code: 0,
      out: expect.stringContaining('Made: 0. Changed: 0. Left alone: 1.') as string,
    });
    expect(await jobs.find(run?.documentId ?? '')).toMatchObject({
      state: 'done',
      done: ROWS,
      report: { result: { created: ROWS, updated: 0, same: 0, skipped: 0 } },
    });
    expect(await delivered(killed.website.key)).toEqual(await delivered(whole.website.key));
    const where = (campaign: string) => ({ where: { campaign: { documentId: campaign } } });
    const counts = [whole, killed].map(({ documentId }) =>
      rowsOf(UID.page).count(where(documentId) as never),
    );
    expect(await Promise.all(counts)).toEqual([ROWS * 2, ROWS * 2]);
  });
});
