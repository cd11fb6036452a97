import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { env } from '@strapi/utils';
import configuration from '../../../../config/database';
import { settingsWarnings } from '../../../../src/settings/warnings';
import { restoresEnvironment } from '../../../support/restored-environment';
import { temporaryFolder } from '../../../support/temporary-folder';
import { refusalOf } from '../../../support/refusals';

type Variables = Record<string, string>;
interface Configured {
  client: string;
  connection: Record<string, unknown>;
  pool: Record<string, unknown>;
  acquireConnectionTimeout: number;
}

restoresEnvironment();

const configured = (variables: Variables): Configured => {
  for (const name of Object.keys(process.env)) {
    if (name.startsWith('DATABASE_')) Reflect.deleteProperty(process.env, name);
  }
  Object.assign(process.env, variables);
  return configuration({ env } as never).connection as unknown as Configured;
};
const refusal = (variables: Variables): string => refusalOf(() => configured(variables));

describe('the database', () => {
  it('is SQLite by default, in a file of the project', () => {
    for (const variables of [{}, { DATABASE_CLIENT: '', DATABASE_URL: '', DATABASE_FILENAME: '' }]) {
      const { client, connection } = configured(variables as Variables);
      expect(client).toBe('sqlite');
      expect(connection['filename']).toMatch(/\/\.tmp\/data\.db$/);
    }
    expect(configured({ DATABASE_FILENAME: '/data/my.db' }).connection['filename']).toBe('/data/my.db');
  });

  it.each([
    ['postgres', 5432],
    ['mysql', 3306],
  ])('is %s by DATABASE_CLIENT, at its own port', (client, port) => {
    const { connection } = configured({
      DATABASE_CLIENT: client,
      DATABASE_HOST: 'db.example',
      DATABASE_NAME: 'x',
    });
    expect(connection).toMatchObject({ host: 'db.example', port, database: 'x', user: 'strapi', ssl: false });
  });

  it.each(['postgres', 'mysql'])('is where it usually is when variables of %s are empty', (client) => {
    const names = ['HOST', 'PORT', 'NAME', 'USERNAME', 'SCHEMA', 'POOL_MIN', 'POOL_MAX'];
    const empty = Object.fromEntries(names.map((name) => [`DATABASE_${name}`, '']));
    const usual = configured({ DATABASE_CLIENT: client });
    expect(usual.connection).toMatchObject({ host: 'localhost', database: 'strapi', user: 'strapi' });
    // Functions are made anew.
    expect(JSON.stringify(configured({ DATABASE_CLIENT: client, ...empty }))).toBe(JSON.stringify(usual));
    const { connection } = configured({ DATABASE_CLIENT: client, DATABASE_PASSWORD: '' });
    expect(connection['password']).toBe('');
  });

  it.each([
    ['postgres://me:s%40f%2Fe@db.example/content', 'postgres', 5432],
    ['postgresql://me:s%40f%2Fe@db.example:6432/content?sslmode=require', 'postgres', 6432],
    ['mysql://me:s%40f%2Fe@db.example/content', 'mysql', 3306],
    ['mariadb://me:s%40f%2Fe@db.example:3307/content', 'mysql', 3307],
  ])('is given by DATABASE_URL=%s alone', (url, client, port) => {
    const made = configured({ DATABASE_URL: url, DATABASE_HOST: 'not.this', DATABASE_PORT: '1' });
    const address = { host: 'db.example', port, database: 'content', user: 'me', password: 's@f/e' };
    expect(made.client).toBe(client);
    expect(made.connection).toMatchObject(address);
    // The driver would read it once more, in its own way.
    expect(made.connection).not.toHaveProperty('connectionString');
    expect(configured({ DATABASE_URL: url, DATABASE_CLIENT: client }).connection).toMatchObject(address);
  });

  it('may have spaces around it, as files of variables can', () => {
    const { connection } = configured({ DATABASE_URL: ' postgres://me:s%40f@db.example/content ' });
    expect(connection).toMatchObject({ host: 'db.example', database: 'content', password: 's@f' });
  });

  it('may be behind a socket, or at an address of IPv6', () => {
    for (const url of [
      'postgres:///content?host=/var/run/postgresql',
      'postgres://me@%2Fvar%2Frun%2Fpostgresql/content',
      'postgres://me:secret@/content?host=/var/run/postgresql',
      'postgres://me:secret@localhost/content?host=/var/run/postgresql',
    ]) {
      expect(configured({ DATABASE_URL: url }).connection).toMatchObject({
        host: '/var/run/postgresql',
        database: 'content',
      });
    }
    const six = configured({ DATABASE_URL: 'mysql://me@[2001:db8::1]/content' });
    expect(six.connection).toMatchObject({ host: '2001:db8::1', database: 'content' });
  });

  it.each(['maria', 'mariadb', 'postgresql', 'better-sqlite3', 'toString', 'SQLite'])(
    'is not %s; the error says what may be used',
    (client) => {
      expect(refusal({ DATABASE_CLIENT: client })).toBe(
        `DATABASE_CLIENT is "${client}"; use "sqlite", "postgres" (PostgreSQL) or "mysql" (MariaDB, MySQL).`,
      );
    },
  );

  it.each([
    'db.example/content',
    'me:secret@db.example/content',
    'http://me:secret@db.example/content',
    'postgres://me:secret@db.example',
    'postgres://me:secret@db.example/',
    'postgres://me:secret@/content',
    'postgres://me:sec#ret@db.example/content',
    'mysql://me:sec%ret@db.example/content',
    'mysql://me:secret@db.example:port/content',
  ])('is not at %s; the error shows how to write it, and no secret', (url) => {
    const message = refusal({ DATABASE_URL: url });
    expect(message).toMatch(/^DATABASE_URL must be an address such as/);
    expect(message).not.toMatch(/secret|sec#|sec%/);
  });

  it('is not two at once', () => {
    const url = { DATABASE_URL: 'postgres://me:secret@db.example/content' };
    for (const client of ['sqlite', 'mysql']) {
      const message = refusal({ ...url, DATABASE_CLIENT: client });
      expect(message).toContain(
        `DATABASE_CLIENT is "${client}", but DATABASE_URL is an address of "postgres"`,
      );
      expect(message).not.toContain('secret');
    }
  });

  it.each([
    ['postgres://me:secret@db.example/content?bogus=1', /the parameter "bogus", which is not read/],
    [
      'postgres://me:secret@db.example/content?schema=cms',
      /"schema", which is not read\. Set DATABASE_SCHEMA/,
    ],
    ['postgres://me:secret@db.example/content?__proto__=1', /the parameter "__proto__"/],
    ['postgres://me:secret@db.example/content?sslmode=require&sslmode=disable', /"sslmode" twice/],
    ['postgres://me:secret@db.example/content?user=you', /says "user" twice/],
    ['postgres://me:secret@db.example:5432/content?port=5433', /says "port" twice/],
    ['postgres://me:secret@db.example/content?sslmode=on', /sslmode=on, which is no mode/],
    ['postgres://me:secret@db.example/content?channel_binding=yes', /channel_binding=yes/],
    ['mysql://me:secret@db.example/content?charset=latin1', /the parameter "charset", which is not read/],
  ])('is not taken with parameters that nobody would read: %s', (url, words) => {
    const message = refusal({ DATABASE_URL: url });
    expect(message).toMatch(words);
    expect(message).not.toContain('secret');
  });

  it('hands on what the driver of PostgreSQL takes', () => {
    const { connection } = configured({
      DATABASE_URL:
        'postgres://me@db.example/content?application_name=cms&options=-c%20work_mem%3D64MB&channel_binding=require',
    });
    expect(connection).toMatchObject({
      application_name: 'cms',
      options: '-c work_mem=64MB',
      enableChannelBinding: true,
    });
  });

  it.each([
    ['DATABASE_PORT', '0'],
    ['DATABASE_PORT', '65536'],
    ['DATABASE_PORT', 'tcp'],
    ['DATABASE_POOL_MAX', '0'],
    ['DATABASE_POOL_MAX', 'ten'],
    ['DATABASE_POOL_MIN', '11'],
    ['DATABASE_POOL_MIN', '-1'],
    ['DATABASE_CONNECTION_TIMEOUT', '1.5'],
  ])('does not take %s=%s; the error names it', (name, value) => {
    expect(refusal({ DATABASE_CLIENT: 'postgres', [name]: value })).toMatch(
      new RegExp(`^${name} is "${value}"; it must be a whole number from`),
    );
  });

  it('has as many connections as it is told', () => {
    expect(configured({ DATABASE_CLIENT: 'mysql' }).pool).toMatchObject({ min: 2, max: 10 });
    const most = { DATABASE_CLIENT: 'mysql', DATABASE_POOL_MAX: '3' };
    expect(configured({ ...most, DATABASE_POOL_MIN: '0' }).pool).toMatchObject({ min: 0, max: 3 });
    expect(configured({ ...most, DATABASE_CONNECTION_TIMEOUT: '500' }).acquireConnectionTimeout).toBe(500);
  });

  describe('over TLS', () => {
    const PEM = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----';
    const folder = temporaryFolder();

    it.each(['postgres', 'mysql'])('%s has its certificate checked', (client) => {
      const ssl = configured({ DATABASE_CLIENT: client, DATABASE_SSL: 'true' }).connection['ssl'];
      expect(ssl).toMatchObject({ rejectUnauthorized: true });
      const lenient = { DATABASE_SSL: 'true', DATABASE_SSL_REJECT_UNAUTHORIZED: 'false' };
      expect(configured({ DATABASE_CLIENT: client, ...lenient }).connection['ssl']).toMatchObject({
        rejectUnauthorized: false,
      });
    });

    it.each(['DATABASE_SSL', 'DATABASE_SSL_REJECT_UNAUTHORIZED'])(
      'is not left out by a slip in %s',
      (name) => {
        const variables = { DATABASE_CLIENT: 'postgres', DATABASE_SSL: 'true', [name]: 'yes' };
        expect(refusal(variables)).toBe(`${name} is "yes"; it must be true or false.`);
      },
    );

    const URL_OF = 'postgres://me:secret@db.example/content';

    it.each([
      ['?sslmode=require', {}, { rejectUnauthorized: true, ca: undefined }],
      ['?sslmode=require', { DATABASE_SSL_CA: PEM }, { rejectUnauthorized: true, ca: PEM }],
      [
        '?sslmode=require',
        { DATABASE_SSL: 'true', DATABASE_SSL_CA: PEM },
        { rejectUnauthorized: true, ca: PEM },
      ],
      ['?sslmode=prefer', {}, { rejectUnauthorized: true }],
      ['?sslmode=verify-full', { DATABASE_SSL_REJECT_UNAUTHORIZED: 'true' }, { rejectUnauthorized: true }],
      ['?sslmode=require', { DATABASE_SSL_REJECT_UNAUTHORIZED: 'false' }, { rejectUnauthorized: false }],
      ['?sslmode=no-verify', {}, { rejectUnauthorized: false }],
      ['?ssl=true', {}, { rejectUnauthorized: true }],
      ['?ssl=1&sslrootcert=system', {}, { rejectUnauthorized: true, ca: undefined }],
    ])('is as %s and %j say together', (parameters, variables, ssl) => {
      const { connection } = configured({ DATABASE_URL: `${URL_OF}${parameters}`, ...variables });
      expect(connection['ssl']).toMatchObject(ssl);
    });

    it('compares the certificate with the IP address where that is the host', () => {
      const of = (host: string) =>
        configured({ DATABASE_URL: `postgres://me@${host}/content?sslmode=require` }).connection['ssl'];
      expect(of('192.0.2.7')).toMatchObject({ host: '192.0.2.7' });
      expect(of('db.example')).not.toHaveProperty('host');
    });

    it.each([['?sslmode=disable'], ['?ssl=false'], ['?ssl=0'], ['']])(
      'is not there with %s',
      (parameters) => {
        expect(configured({ DATABASE_URL: `${URL_OF}${parameters}` }).connection['ssl']).toBe(false);
      },
    );

    it('of MariaDB is as its modes say', () => {
      const of = (mode: string) =>
        configured({ DATABASE_URL: `mysql://me@db.example/content?ssl-mode=${mode}` }).connection['ssl'];
      expect(of('REQUIRED')).toMatchObject({ rejectUnauthorized: true, verifyIdentity: false });
      expect(of('VERIFY_IDENTITY')).toMatchObject({ rejectUnauthorized: true, verifyIdentity: true });
      expect(of('DISABLED')).toBe(false);
    });

    it.each([
      ['?sslmode=disable', { DATABASE_SSL: 'true' }, ['sslmode=disable', 'DATABASE_SSL=true']],
      ['?sslmode=require', { DATABASE_SSL: 'false' }, ['sslmode=require', 'DATABASE_SSL=false']],
      ['?sslmode=no-verify', { DATABASE_SSL_CA: PEM }, ['sslmode=no-verify', 'DATABASE_SSL_CA']],
      [
        '?sslmode=no-verify',
        { DATABASE_SSL_REJECT_UNAUTHORIZED: 'true' },
        ['sslmode=no-verify', 'DATABASE_SSL_REJECT_UNAUTHORIZED=true'],
      ],
      [
        '?sslmode=verify-full',
        { DATABASE_SSL_REJECT_UNAUTHORIZED: 'false' },
        ['sslmode=verify-full', 'DATABASE_SSL_REJECT_UNAUTHORIZED=false'],
      ],
      ['?ssl=false&sslmode=require', {}, ['ssl=false', 'sslmode=require']],
      ['?sslmode=disable&sslrootcert=/ca.pem', {}, ['sslmode=disable', 'sslrootcert']],
      ['?sslrootcert=/ca.pem', { DATABASE_SSL_CA: PEM }, ['sslrootcert', 'DATABASE_SSL_CA']],
    ])('is refused with %s and %j, which contradict each other', (parameters, variables, names) => {
      const message = refusal({ DATABASE_URL: `${URL_OF}${parameters}`, ...variables });
      for (const name of names) expect(message).toContain(name);
      expect(message).not.toContain('secret');
    });

    it('that was prepared and not turned on is warned of', () => {
      const variables = { DATABASE_URL: URL_OF, DATABASE_SSL_CA: PEM };
      expect(configured(variables).connection['ssl']).toBe(false);
      const warning = expect.stringContaining('not encrypted. Set DATABASE_SSL=true');
      expect(settingsWarnings(env)).toContainEqual(warning);
      configured({ ...variables, DATABASE_SSL: 'true' });
      expect(settingsWarnings(env)).not.toContainEqual(warning);
    });

    it('takes a certificate with \\n in place of its ends of lines, as files of Docker have it', () => {
      const variables = { DATABASE_CLIENT: 'postgres', DATABASE_SSL: 'true' };
      const inOneLine = PEM.replaceAll('\n', String.raw`\n`);
      expect(configured({ ...variables, DATABASE_SSL_CA: inOneLine }).connection['ssl']).toMatchObject({
        ca: PEM,
      });
    });

    it('takes the files that an address names', () => {
      const file = path.join(folder, 'ca.pem');
      writeFileSync(file, PEM);
      const { connection } = configured({ DATABASE_URL: `${URL_OF}?sslrootcert=${file}` });
      expect(connection['ssl']).toMatchObject({ ca: PEM, rejectUnauthorized: true });
    });

    it('takes certificates as text and as files', () => {
      const file = path.join(folder, 'ca.pem');
      writeFileSync(file, PEM);
      const tls = { DATABASE_CLIENT: 'mysql', DATABASE_SSL: 'true' };
      for (const ca of [PEM, file]) {
        expect(configured({ ...tls, DATABASE_SSL_CA: ca }).connection['ssl']).toMatchObject({ ca: PEM });
      }
      expect(refusal({ ...tls, DATABASE_SSL_KEY: path.join(folder, 'none') })).toMatch(
        /^DATABASE_SSL_KEY is neither/,
      );
    });
  });
});
