import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { openReadOnly } from '../../../commands/doctor/database/open';
import { contentOf } from '../../fixtures/content';
import { commandsOf, type Ended } from '../../support/commands';
import {
  createEmptyDatabase,
  createTestDatabase,
  databaseKind,
  type TestDatabase,
} from '../../support/databases';
import { run } from '../../support/databases/servers';
import { ENVIRONMENT } from '../../support/environment';
import { startFakeS3 } from '../../support/fake-s3';
import { startServer, type TestServer } from '../../support/strapi';
import { temporaryFolder } from '../../support/temporary-folder';

const doctor = commandsOf('doctor');
const KIND = databaseKind();
const SECRETS = {
  APP_KEYS: 'hidden-app-key-number-one,hidden-app-key-number-two',
  ADMIN_JWT_SECRET: 'hidden-admin-jwt-secret',
  API_TOKEN_SALT: 'hidden-api-token-salt',
  TRANSFER_TOKEN_SALT: 'hidden-transfer-token-salt',
  METRICS_TOKEN: 'hidden-metrics-token',
};

const folder = temporaryFolder();
let server: TestServer;
let database: TestDatabase;

beforeAll(async () => {
  await mkdir(path.join(folder, 'uploads'));
  await writeFile(path.join(folder, 'uploads', 'one.webp'), 'one');
  database = await createTestDatabase();
  server = await startServer({}, database);
  const content = contentOf(server.strapi);
  await content.website();
  await content.image('/uploads/one.webp');
});
afterAll(() => server?.stop());

const examine = (environment: Record<string, string> = {}): Promise<Ended> =>
  doctor.execute([], {
    ...ENVIRONMENT,
    ...SECRETS,
    ...database.environment,
    PUBLIC_DIR: folder,
    PUBLIC_URL: 'http://127.0.0.1:1',
    NODE_ENV: 'production',
    ...environment,
  });

/** The lines of a report, by what they are about; the first of several. */
const linesOf = ({ out }: Ended): Record<string, string> => {
  const lines = out
    .trimEnd()
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const [, verdict, about = '', text] = /^(ok|warning|wrong) +(\S.*?) {2,}(.*)$/.exec(line) ?? [];
      if (!verdict) throw new Error(`This is no finding: ${line}`);
      return [about, `${verdict}: ${text}`] as const;
    });
  return Object.fromEntries(lines.reverse());
};
const lines = async (environment?: Record<string, string>) => linesOf(await examine(environment));

const filesOf = async ({ DATABASE_FILENAME = '' }: Record<string, string>): Promise<string[]> => {
  const data = path.dirname(DATABASE_FILENAME);
  const names = (await readdir(data)).sort();
  return Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(path.join(data, name));
      return `${name} ${createHash('sha256').update(bytes).digest('hex')}`;
    }),
  );
};

it('looks at a system beside its server, and says what is to be done', async () => {
  const ended = await examine();
  const found = linesOf(ended);
  expect(found).toMatchObject({
    Settings: 'ok: all of them can be used',
    Secrets: 'ok: all are set, each another one and long enough',
    Database: expect.stringMatching(/^(ok|warning): (SQLite|PostgreSQL|MariaDB) answers in [\d.]+ ms/),
    'Database, version': expect.stringMatching(/^ok: (SQLite|PostgreSQL|MariaDB) \d/),
    Administrator: expect.stringContaining('warning: None has registered'),
    'Encryption key': 'ok: reads the stored API keys',
    Uploads: 'ok: all 1 files of the media library are there',
    Redis: expect.stringContaining('ok: not used'),
    Mail: expect.stringMatching(/^ok: /),
    Time: expect.stringMatching(/^ok: /),
  });
  if (KIND !== 'sqlite')
    expect(found).toMatchObject({
      'Database, way': 'ok: not encrypted, on this machine',
      'Database, rights': expect.stringMatching(/^ok: ".+" may make and change tables in /),
      'Database, texts': expect.stringMatching(/^ok: (UTF8|utf8mb4)/),
      'Database, pool': expect.stringMatching(/^ok: \d+ connections/),
    });
  const isWrong = /^wrong /m.test(ended.out);
  expect(ended).toMatchObject({ code: isWrong ? 1 : 0, err: '' });
  expect(ended.out).toMatch(/\n\d+ wrong, \d+ to be considered, \d+ ok\.\n$/);
});

it('finds what is wrong: files that are gone, another encryption key, settings, Redis, a folder', async () => {
  await rm(path.join(folder, 'uploads', 'one.webp'));
  const ended = await examine({
    ENCRYPTION_KEY: 'another-encryption-key',
    DELIVERY_STALE_SECONDS: 'long',
    RATE_LIMIT_REDIS_URL: 'redis://:hidden-password@127.0.0.1:1',
    APP_KEYS: '',
  });
  expect(linesOf(ended)).toMatchObject({
    Settings: 'wrong: DELIVERY_STALE_SECONDS is "long"; it must be a number, without a unit.',
    Secrets: expect.stringContaining('wrong: Not set: APP_KEYS.'),
    'Encryption key': expect.stringContaining('wrong: The stored API keys were encrypted with another'),
    Uploads: expect.stringContaining('wrong: 1 of 1 files that the media library shows are not in'),
  });
  expect(ended.code).toBe(1);
  const others = await lines({
    RATE_LIMIT_REDIS_URL: 'redis://:hidden-password@127.0.0.1:1',
    PUBLIC_DIR: path.join(folder, 'nowhere'),
  });
  expect(others).toMatchObject({
    Redis: expect.stringContaining('wrong: 127.0.0.1:1 cannot be used: ECONNREFUSED'),
    'Disk, uploads': expect.stringContaining('is not there (PUBLIC_DIR)'),
  });
  await writeFile(path.join(folder, 'uploads', 'one.webp'), 'one');
});

it('changes nothing: it could not', async () => {
  const { client, connection } = server.strapi.config.get('database.connection') as never;
  const sql = openReadOnly({ client, connection });
  try {
    expect(await sql('websites').count({ count: '*' })).toHaveLength(1);
    await expect(sql('websites').update({ name: 'Changed' })).rejects.toThrow(/read.?only/i);
    await expect(sql.schema.createTable('doctor', (table) => table.increments())).rejects.toThrow(
      /read.?only/i,
    );
  } finally {
    await sql.destroy();
  }
});

it('goes on without the database, and never shows a secret', async () => {
  const elsewhere = {
    DATABASE_HOST: '127.0.0.1',
    DATABASE_PORT: '1',
    DATABASE_PASSWORD: 'hidden-database-password',
    DATABASE_NAME: 'content',
    DATABASE_USERNAME: 'content',
    DATABASE_FILENAME: folder,
  };
  const ended = await examine({
    ...elsewhere,
    ENCRYPTION_KEY: 'hidden-encryption-key',
    RATE_LIMIT_REDIS_URL: 'redis://user:hidden-redis-password@127.0.0.1:1',
    S3_BUCKET: 'pictures',
    S3_REGION: 'auto',
    S3_ENDPOINT: 'http://127.0.0.1:1',
    S3_ACCESS_KEY_ID: 'hidden-access-key',
    S3_SECRET_ACCESS_KEY: 'hidden-secret-access-key',
  });
  expect(linesOf(ended)).toMatchObject({
    Database: expect.stringContaining('wrong: The database cannot be reached: '),
    Tables: expect.stringContaining('warning: Not looked at'),
    Bucket: expect.stringContaining('wrong: The service cannot be reached: '),
    Redis: expect.stringMatching(/^wrong: /),
    Proxies: expect.stringMatching(/^ok: /),
    Mail: expect.stringMatching(/^ok: /),
  });
  expect(ended.code).toBe(1);
  expect(ended.out + ended.err).not.toContain('hidden');
});

it('asks the bucket by the key of the server, and sees whether readers get files', async () => {
  const service = await startFakeS3({ bucket: 'pictures', region: 'auto', accessKeyId: 'key-of-the-server' });
  const files = server.strapi.db.query('plugin::upload.file');
  const id = await contentOf(server.strapi).image(`${service.endpoint}/pictures/gone.webp`);
  await files.update({ where: { id }, data: { provider: 'aws-s3' } });
  const bucket = {
    S3_BUCKET: 'pictures',
    S3_REGION: 'auto',
    S3_ENDPOINT: service.endpoint,
    S3_FORCE_PATH_STYLE: 'true',
    S3_ACCESS_KEY_ID: 'key-of-the-server',
    S3_SECRET_ACCESS_KEY: 'hidden-secret-access-key',
  };
  try {
    expect(await lines(bucket)).toMatchObject({
      Bucket: 'ok: "pictures" takes the key (that it may write is not tried)',
      'Bucket, readers': expect.stringContaining('wrong: get status 404 for '),
    });
    expect(await lines({ ...bucket, S3_BUCKET: 'others' })).toMatchObject({
      Bucket: expect.stringContaining('wrong: There is no bucket "others"'),
    });
    expect(service.objects.size).toBe(0);
  } finally {
    await files.delete({ where: { id } });
    await service.stop();
  }
});

if (KIND === 'sqlite') {
  it('leaves no file behind, beside a server and without one', async () => {
    // A server that rests: what it has open is not looked at.
    const beside = (await filesOf(database.environment)).map((file) => file.split(' ')[0]);
    await examine();
    expect((await filesOf(database.environment)).map((file) => file.split(' ')[0])).toEqual(beside);

    const own = await createTestDatabase();
    try {
      const before = await filesOf(own.environment);
      expect(await lines(own.environment)).toMatchObject({ Database: expect.stringContaining('ok: SQLite') });
      expect(await filesOf(own.environment)).toEqual(before);
    } finally {
      await own.drop();
    }
  });

  it('says that a file is not there, and makes none', async () => {
    const own = await createEmptyDatabase();
    try {
      expect(await lines(own.environment)).toMatchObject({
        Database: expect.stringContaining('makes an empty one'),
      });
      expect(await filesOf(own.environment)).toEqual([]);
    } finally {
      await own.drop();
    }
  });
} else {
  it('says that there are no tables yet, and makes none', async () => {
    const own = await createEmptyDatabase();
    try {
      for (let time = 0; time < 2; time += 1)
        expect(await lines(own.environment)).toMatchObject({
          Tables: 'ok: none yet: the first start makes them',
        });
    } finally {
      await own.drop();
    }
  });

  it('does not wait for a database that never answers', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    try {
      const { port } = silent.address() as AddressInfo;
      const found = await lines({ DATABASE_PORT: String(port) });
      expect(found).toMatchObject({
        Database: expect.stringContaining('wrong: The database cannot be reached: '),
        Mail: expect.stringMatching(/^ok: /),
      });
    } finally {
      silent.close();
    }
  });

  it('says which rights a user lacks, and how to give them', async () => {
    const name = database.environment['DATABASE_NAME'] ?? '';
    const user = `doctor_${process.pid}`;
    const made = {
      postgres: [`CREATE USER ${user} PASSWORD 'hidden'`],
      mysql: [`CREATE USER ${user} IDENTIFIED BY 'hidden'`, `GRANT SELECT ON ${name}.* TO ${user}`],
    };
    await run[KIND](...made[KIND]);
    try {
      const found = await lines({ DATABASE_USERNAME: user, DATABASE_PASSWORD: 'hidden' });
      expect(found['Database, rights']).toMatch(
        KIND === 'postgres'
          ? /^wrong: "doctor_\d+" may make no tables .* GRANT USAGE, CREATE ON SCHEMA "public" TO "doctor_\d+"\.$/
          : /^wrong: "doctor_\d+" lacks INSERT, .*CREATE.* GRANT INSERT, /,
      );
    } finally {
      await run[KIND](`DROP USER ${user}`);
    }
  });
}
