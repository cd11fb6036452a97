import { explainFailure } from '../../../../src/plugins/content-delivery/server/src/operation/startup/failure';
import { refusal } from '../../../../src/plugins/content-delivery/server/src/platform/refusal';

type Rows = (sql: string) => unknown;

/** A Strapi with a database of this kind, which answers questions so. */
const strapiWith = (
  client: string,
  connection: object,
  rows: Rows = () => Promise.reject(new Error('away')),
) =>
  ({
    config: {
      get: (name: string) =>
        ({ 'database.connection': { client, connection }, 'database.connection.connection': connection })[
          name
        ],
    },
    db: { dialect: { client }, connection: { raw: async (sql: string) => rows(sql) } },
  }) as never;
const POSTGRES = { host: 'db', port: 5432, database: 'content', user: 'o"k', schema: 'public' };
const MARIADB = { host: 'db', port: 3306, database: 'con`tent', user: 'ok' };
const SQLITE = { filename: '/srv/data/cms.db' };

const failure = (message: string, fields: object = {}): Error => Object.assign(new Error(message), fields);

describe('why something has not started', () => {
  it.each([
    [refusal('Set X.'), 'Set X.'],
    [
      failure('Could not load js config file /a: b/dist/config/server.js: PORT is "x: y".'),
      'PORT is "x: y".',
    ],
    [failure('Error regarding content-delivery config: BIN_DAYS must be less.'), 'BIN_DAYS must be less.'],
  ])('is the words of what refuses it, without what Strapi puts before them: %s', async (error, sentence) => {
    expect(await explainFailure(error)).toBe(sentence);
  });

  it('is said of the upload folder by its variable', async () => {
    const error = failure(
      "The upload folder (/nowhere/uploads) doesn't exist or is not accessible. Please make sure.",
    );
    expect(await explainFailure(error)).toMatch(
      /^\/nowhere\/uploads, where .* \(PUBLIC_DIR\), is not there: /,
    );
  });

  it.each([
    [
      { code: '42501', message: 'create table "x" - permission denied for schema public' },
      'GRANT USAGE, CREATE ON SCHEMA "public" TO "o""k";',
    ],
    [
      { code: '3F000', message: 'create - schema "public" does not exist' },
      'CREATE SCHEMA "public" AUTHORIZATION "o""k";',
    ],
    [
      { code: '42501', message: 'permission denied for database content' },
      'GRANT CONNECT ON DATABASE "content" TO "o""k";',
    ],
    [
      { code: '42501', message: 'alter table "x" - must be owner of table x' },
      'connect as the user that owns them, "boss", or',
    ],
    [
      { code: '42P07', message: 'create table "x" - relation "x" already exists' },
      'connect as the user that owns them, "boss", or',
    ],
    [
      { code: '25006', message: 'create - cannot execute in a read-only transaction' },
      'connect to the server that is written to',
    ],
    [{ code: '53100', message: 'insert into "x" - could not extend file' }, ': make room on its disk.'],
    [
      { code: '57P01', message: 'select 1 - terminating connection' },
      'The connection to the database was lost: PostgreSQL at db:5432',
    ],
  ])(
    'is said of PostgreSQL with what to do, and without the statement: %j',
    async ({ message, ...fields }, advice) => {
      const strapi = strapiWith('postgres', POSTGRES, () => ({ rows: [{ tableowner: 'boss' }] }));
      const sentence = await explainFailure(failure(message, fields), strapi);
      expect(sentence).toContain(advice);
      expect(sentence).not.toMatch(/create table|alter table|insert into|\n/);
    },
  );

  it('leaves a table that is there to those who look for the fault, where no other user is the reason', async () => {
    const strapi = strapiWith('postgres', POSTGRES, () => ({ rows: [] }));
    expect(await explainFailure(failure('relation exists', { code: '42P07' }), strapi)).toBeNull();
  });

  it.each<[string, Rows | undefined, string]>([
    ['ok@10.%', () => [[{ account: 'ok@10.%' }]], "TO 'ok'@'10.%';"],
    ['no account', undefined, 'TO its account;'],
  ])('is said of MariaDB with the account that it knows: %s', async (_, rows, end) => {
    const error = failure("create table `x` - CREATE command denied to user 'ok'@'10.0.0.7'", {
      code: 'ER_TABLEACCESS_DENIED_ERROR',
    });
    const sentence = await explainFailure(error, strapiWith('mysql', MARIADB, rows));
    expect(sentence).toContain(`GRANT ALL PRIVILEGES ON \`con\`\`tent\`.* ${end}`);
    expect(sentence).not.toContain('create table');
  });

  it.each([
    [{ code: 'SQLITE_FULL' }, 'make room on its disk.'],
    [
      { code: 'SQLITE_READONLY_DBMOVED' },
      'this user has to be allowed to write to the file and to its folder.',
    ],
    [{ code: 'SQLITE_CORRUPT' }, 'the file is damaged: restore a backup.'],
    [
      { code: 'EROFS', path: '/srv' },
      'The folder of the database cannot be made: the file /srv/data/cms.db (DATABASE_FILENAME)',
    ],
  ])('is said of SQLite by its variable: %j', async (fields, words) => {
    const sentence = await explainFailure(failure('no', fields), strapiWith('sqlite', SQLITE));
    expect(sentence).toContain(words);
    expect(sentence).toContain('(DATABASE_FILENAME)');
  });

  it('is found in the cause, as of a transaction that was not committed', async () => {
    const cause = failure('disk is full', { code: 'SQLITE_FULL' });
    const error = new Error('Not committed.', { cause });
    expect(await explainFailure(error, strapiWith('sqlite', SQLITE))).toContain('SQLITE_FULL: disk is full');
  });

  it.each([
    new TypeError('x is not a function'),
    failure('no', { code: 'ENOENT', path: '/elsewhere' }),
    'words',
  ])('is not known of %s', async (error) => {
    expect(await explainFailure(error, strapiWith('sqlite', SQLITE))).toBeNull();
  });
});
