import { env } from '@strapi/utils';
import admin from '../../../../config/admin';
import database from '../../../../config/database';
import logger from '../../../../config/logger';
import plugins from '../../../../config/plugins';
import server from '../../../../config/server';
import { HIDDEN, PLAIN, SECRETS } from '../../../../src/settings/environment/variables';
import { restoresEnvironment } from '../../../support/restored-environment';
import { refusalOf } from '../../../support/refusals';

restoresEnvironment();

/** Without what servers of other tests have left in this process. */
const clean = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !([...PLAIN, ...SECRETS] as readonly string[]).includes(name),
  ),
);

/** All that Strapi reads of the configuration, in its order. */
const configure = (variables: Record<string, string>): { plugins: ReturnType<typeof plugins> } => {
  process.env = { ...clean, ...variables };
  const parameters = { env } as never;
  for (const file of [admin, database, logger, server]) file(parameters);
  return { plugins: plugins(parameters) };
};

const refusal = (variables: Record<string, string>): string => refusalOf(() => configure(variables));

/** So that each variable is read by something. */
const SERVER = {
  DATABASE_CLIENT: 'postgres',
  DATABASE_SSL: 'true',
  S3_BUCKET: 'pictures',
  S3_REGION: 'auto',
};
const NEEDS: Record<string, Record<string, string>> = {
  DATABASE_SCHEMA: SERVER,
  S3_ACCESS_KEY_ID: { S3_SECRET_ACCESS_KEY: 'x' },
  S3_SECRET_ACCESS_KEY: { S3_ACCESS_KEY_ID: 'x' },
};

describe('quotation marks around a value', () => {
  // WORKERS is read before any of that: workers.test.ts.
  it.each(PLAIN.filter((name) => name !== 'WORKERS'))('are refused in %s, by its name', (name) => {
    const message = refusal({ ...SERVER, ...NEEDS[name], [name]: '"value of mine"' });
    expect(message).toContain(`${name} has quotation marks around its value`);
    const isHidden = (HIDDEN as readonly string[]).includes(name);
    expect(message).toContain(isHidden ? `Write ${name} without them.` : `Write ${name}=value of mine.`);
    if (isHidden) expect(message).not.toContain('value of mine');
  });

  it('are refused all at once, with the values that were meant', () => {
    expect(
      refusal({
        PUBLIC_URL: '"https://cms.example.com"',
        DELIVERY_CACHE_CONTROL: '"public, max-age=0, s-maxage=30, must-revalidate"',
        METRICS_TOKEN: "'0123456789abcdef0123456789abcdef'",
      }),
    ).toBe(
      'DELIVERY_CACHE_CONTROL, PUBLIC_URL and METRICS_TOKEN have quotation marks around their values, which count as part of them ' +
        '("docker run --env-file" hands them over). Write ' +
        'DELIVERY_CACHE_CONTROL=public, max-age=0, s-maxage=30, must-revalidate; PUBLIC_URL=https://cms.example.com; METRICS_TOKEN without them.',
    );
  });

  it.each(['"5"', "'5'", '`5`', '“5”', '„5“', '»5«', ' "5" ', '"5"\r'])('are also those of %j', (value) => {
    expect(refusal({ BIN_DAYS: value })).toMatch(/^BIN_DAYS has quotation marks .* Write BIN_DAYS=5\.$/);
  });

  it('are refused without repeating a password in an address', () => {
    const message = refusal({ PUBLIC_URL: '"https://me:secret@cms.example.com"' });
    expect(message).toContain('Write PUBLIC_URL=https://…@cms.example.com.');
  });

  it('of nothing are refused like any', () => {
    expect(refusal({ PUBLIC_URL: '""' })).toMatch(/Write PUBLIC_URL=\.$/);
  });

  it('can be meant in names and passwords of a database: it is said how', () => {
    expect(refusal({ DATABASE_CLIENT: 'mysql', DATABASE_PASSWORD: '"secret"' })).toContain(
      'Where they do belong to a name or password of the database, use DATABASE_URL, in which they are written as %22 and %27.',
    );
    expect(() =>
      configure({ DATABASE_URL: 'postgres://%22me%22:%27x%27@db.example/%22content%22' }),
    ).not.toThrow();
  });

  it('do not keep secrets of the installation from being what they are; it is handed on which have some', () => {
    const quoted = Object.fromEntries(SECRETS.map((name) => [name, `"${name} that is long enough"`]));
    const { config } = configure(quoted).plugins['content-delivery'] as { config: object };
    expect(config).toMatchObject({ quotedSecrets: SECRETS });
    process.env = { ...clean, ...quoted };
    expect(admin({ env } as never)).toMatchObject({ secrets: { encryptionKey: quoted['ENCRYPTION_KEY'] } });
  });

  it('within a value are left alone', () => {
    expect(() =>
      configure({ DELIVERY_CACHE_CONTROL: 'private="x-a", max-age=0', RATE_LIMIT_REDIS_PREFIX: 'cms"x' }),
    ).not.toThrow();
  });
});

describe('white space around a value', () => {
  it('is none of it', () => {
    const settings = {
      PUBLIC_URL: 'https://cms.example.com',
      METRICS_TOKEN: '0123456789abcdef',
      LOG_FORMAT: 'json',
      BIN_DAYS: '5',
    };
    const plain = configure(settings).plugins['content-delivery'];
    const spaced = Object.fromEntries(
      Object.entries(settings).map(([name, value]) => [name, ` ${value}\r\n`]),
    );
    expect(configure(spaced).plugins['content-delivery']).toEqual(plain);
  });
});

describe('a host', () => {
  it.each(['http://db.example', 'db.example:5432', '256.1.1.1', '[::1]', 'a b', '-x', 'db.example/x'])(
    'is not %s',
    (value) => {
      for (const [name, others] of [
        ['HOST', {}],
        ['METRICS_HOST', {}],
        ['DATABASE_HOST', { DATABASE_CLIENT: 'postgres' }],
      ] as const) {
        expect(refusal({ ...others, [name]: value })).toBe(
          `${name} is "${value}"; it must be an IP address or a name alone, such as 127.0.0.1 or db.example.com.`,
        );
      }
    },
  );

  it.each([
    '0.0.0.0',
    '::',
    'fe80::1%eth0',
    'db',
    'db_1',
    'bücher.example',
    'db.example.com.',
    '1and1.example',
  ])('can be %s', (value) => {
    expect(() => configure({ HOST: value, DATABASE_CLIENT: 'postgres', DATABASE_HOST: value })).not.toThrow();
  });

  it('of PostgreSQL can be the folder of its socket', () => {
    expect(() =>
      configure({ DATABASE_CLIENT: 'postgres', DATABASE_HOST: '/var/run/postgresql' }),
    ).not.toThrow();
  });
});

describe('a switch', () => {
  it.each(['yes', '1', 'on', 'tru'])('is not %s', (value) => {
    for (const name of ['FLAG_NPS', 'WEBHOOKS_POPULATE_RELATIONS'])
      expect(refusal({ [name]: value })).toBe(`${name} is "${value}"; it must be true or false.`);
  });

  it('is true in any case', () => {
    process.env['FLAG_NPS'] = 'TRUE';
    expect(admin({ env } as never)).toMatchObject({ flags: { nps: true, docLinks: true } });
  });
});
