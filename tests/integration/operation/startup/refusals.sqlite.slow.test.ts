import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { createTestDatabase, type TestDatabase } from '../../../support/databases';
import { freePort } from '../../../support/instances/free-port';
import { started } from '../../../support/started';
import { temporaryFolder } from '../../../support/temporary-folder';

/** TEST-NET-3: for documentation alone. */
const ELSEWHERE = '203.0.113.77';
const NO_NAME = 'nowhere.invalid';

describe('what does not start', () => {
  let database: TestDatabase;
  const folder = temporaryFolder();
  let port: string;
  let taken: string;
  const holder = net.createServer();

  beforeAll(async () => {
    database = await createTestDatabase();
    await writeFile(path.join(folder, 'file'), 'This is no database, and no folder.\n'.repeat(100));
    await mkdir(path.join(folder, 'public'));
    await writeFile(path.join(folder, 'public', 'uploads'), '');
    holder.listen(0, '127.0.0.1');
    await once(holder, 'listening');
    taken = String((holder.address() as net.AddressInfo).port);
    port = String(await freePort());
  });
  afterAll(async () => {
    holder.close();
    await database.drop();
  });

  /** Starts something that is expected to end. Of values, `<folder>` and `<taken>` stand for what the test has made. */
  const end = async (environment: Record<string, string | undefined>, command?: readonly string[]) => {
    const real = Object.entries(environment).map(([name, value]) => [
      name,
      value?.replace('<folder>', folder).replace('<taken>', taken),
    ]);
    const run = started({
      ...(command && { command: [process.execPath, ...command] }),
      environment: {
        ...database.environment,
        PORT: port,
        NODE_ENV: undefined,
        ...(Object.fromEntries(real) as typeof environment),
      },
    });
    try {
      return { ...(await run.ended()), ...run.written };
    } finally {
      await run.stop();
    }
  };

  const REFUSED: readonly [Record<string, string | undefined>, RegExp][] = [
    [
      { HOST: ELSEWHERE },
      /^HOST is 203\.0\.113\.77, which is no address of this machine \(EADDRNOTAVAIL\): set it to /,
    ],
    [
      { HOST: NO_NAME },
      /^HOST is nowhere\.invalid, a name for which no address was found \(E\w+\): set it to /,
    ],
    [{ HOST: '256.1.1.1' }, /^HOST is "256\.1\.1\.1"; it must be an IP address or a name alone, such as /],
    [
      { PORT: '<taken>' },
      /^Something listens at 127\.0\.0\.1, port \d+ \(HOST, PORT\) already: end it, or set PORT /,
    ],
    [{ METRICS_PORT: '<taken>' }, /^Something listens at .* \(METRICS_HOST, METRICS_PORT\) already: /],
    [
      { METRICS_PORT: '<taken>', METRICS_HOST: ELSEWHERE },
      /^METRICS_HOST is 203\.0\.113\.77, which is no address /,
    ],
    [
      { METRICS_PORT: '<taken>', METRICS_HOST: NO_NAME },
      /^METRICS_HOST is nowhere\.invalid, a name for which /,
    ],
    [{ PORT: 'abc' }, /^PORT is "abc"; it must be a whole number from 0 to 65535\.$/],
    [{ LOG_LEVEL: 'warning' }, /^LOG_LEVEL is "warning"; it must be one of /],
    [{ LOG_FORMAT: 'xml' }, /^LOG_FORMAT is "xml"; it must be one of json, text\.$/],
    [
      { DATABASE_CLIENT: 'mysql', DATABASE_URL: 'postgres://a:tell-nobody@b/c' },
      /^DATABASE_CLIENT is "mysql", but DATABASE_URL is /,
    ],
    [{ HISTORY_VERSIONS: 'x' }, /^HISTORY_VERSIONS is "x"; it must be a number, without a unit\.$/],
    [{ HISTORY_VERSIONS: '-1' }, /^HISTORY_VERSIONS is -1; it must be a whole number of versions /],
    [{ APP_KEYS: undefined }, /^APP_KEYS is not set\. Run "npm run secrets" /],
    [{ APP_KEYS: 'a,,b' }, /^APP_KEYS has an empty key: /],
    [{ PUBLIC_DIR: '<folder>' }, /\/uploads, where uploaded files are kept \(PUBLIC_DIR\), is not there: /],
    [{ PUBLIC_DIR: '<folder>/file' }, /\(PUBLIC_DIR\), cannot be reached \(ENOTDIR\): /],
    [{ PUBLIC_DIR: '<folder>/public' }, /\(PUBLIC_DIR\), is no folder: /],
    [
      { DATABASE_FILENAME: '<folder>/file' },
      /^The database cannot be reached: the file .* \(DATABASE_FILENAME\): SQLITE_NOTADB: /,
    ],
    [
      { DATABASE_FILENAME: '<folder>/file/data.db' },
      /^The folder of the database cannot be made: the file .* \(DATABASE_FILENAME\): E\w+: /,
    ],
    // It waits for the database, and could not say so to anybody who probes.
    [
      { DATABASE_URL: 'postgres://a:tell-nobody@127.0.0.1:9/c', DATABASE_CLIENT: '', HOST: ELSEWHERE },
      /^HOST is 203\.0\.113\.77, /,
    ],
  ];

  it.each(REFUSED)(
    'says so in one line of its log and ends with status 1: %j',
    async (environment, sentence) => {
      const { code, output, errors } = await end(environment);
      expect({ code, errors }).toEqual({ code: 1, errors: '' });
      const lines = output
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, string>);
      const faults = lines.filter(({ level }) => level === 'error');
      expect(faults).toEqual([
        {
          time: expect.any(String) as string,
          level: 'error',
          message: expect.stringMatching(sentence) as string,
        },
      ]);
      expect(output).not.toContain('tell-nobody');
    },
  );

  it.each<[Record<string, string>, RegExp]>([
    [
      { PORT: 'abc' },
      /^\[[\d :.-]+\] \S*error\S*: PORT is "abc"; it must be a whole number from 0 to 65535\.\n$/,
    ],
    [{ HISTORY_VERSIONS: '-1' }, /^\[[\d :.-]+\] \S*error\S*: HISTORY_VERSIONS is -1; it must be [^\n]*\n$/],
    [
      { DATABASE_FILENAME: '<folder>/file' },
      /^\[[\d :.-]+\] \S*error\S*: The database cannot be reached: [^\n]*\n$/,
    ],
  ])('says so in words where the log is for people: %j', async (environment, line) => {
    const { code, output, errors } = await end({ ...environment, LOG_FORMAT: 'text' });
    expect({ code, errors }).toEqual({ code: 1, errors: '' });
    expect(output).toMatch(line);
  });

  const BACKUP = ['dist/commands/backup/index.js', '--to', '/nowhere/backup.tar.gz'];
  const EXPORT = ['dist/commands/export/index.js', '--website', 'none', '--to', '/nowhere/export'];
  const PAGES = ['dist/commands/pseo-import/index.js', '--campaign', 'none', '--file', 'package.json'];
  it.each<[string, readonly string[], number]>([
    ['backup', BACKUP, 1],
    ['export', EXPORT, 2],
    ['pseo:import', PAGES, 1],
  ])('says the same where it is the command %s', async (_, command, status) => {
    const refused: [Record<string, string>, RegExp][] = [
      [{ PORT: 'abc' }, /^PORT is "abc"; it must be a whole number from 0 to 65535\.\n$/],
      [{ HISTORY_VERSIONS: '-1' }, /^HISTORY_VERSIONS is -1; it must be [^\n]*\n$/],
      [{ DATABASE_FILENAME: '<folder>/file' }, /^The database cannot be reached: [^\n]*\n$/],
      [
        { DATABASE_FILENAME: '<folder>/file/data.db' },
        /^The folder of the database cannot be made: [^\n]*\n$/,
      ],
    ];
    for (const [environment, sentence] of refused) {
      const { code, output, errors } = await end({ ...environment, LOG_LEVEL: undefined }, command);
      expect({ environment, code, output }).toEqual({ environment, code: status, output: '' });
      expect(errors).toMatch(sentence);
    }
  });

  it('takes no port from a server where it is a command that waits for the database', async () => {
    const { code, output, errors } = await end(
      {
        DATABASE_CLIENT: '',
        DATABASE_URL: 'postgres://a:tell-nobody@127.0.0.1:9/c',
        DATABASE_WAIT_SECONDS: '1',
        // Were it to listen, it would be told that it cannot.
        HOST: ELSEWHERE,
        LOG_LEVEL: 'error',
      },
      BACKUP,
    );
    expect({ code, output }).toEqual({ code: 1, output: '' });
    expect(errors).toMatch(/^The database cannot be reached: PostgreSQL at 127\.0\.0\.1:9, [^\n]*\n$/);
  });
});
