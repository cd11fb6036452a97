import { createCipheriv, createHash } from 'node:crypto';
import { differenceFinding } from '../../../../commands/doctor/database/clock';
import { connectionsFinding } from '../../../../commands/doctor/database/connections';
import { isCipherOf } from '../../../../commands/doctor/database/encryption-key';
import { missingGrants } from '../../../../commands/doctor/database/grants';
import { diskFinding } from '../../../../commands/doctor/database/sqlite';
import { versionFinding } from '../../../../commands/doctor/database/version';
import { wayFinding } from '../../../../commands/doctor/database/way';

it.each([
  ['15.4 (Debian 15.4-1)', [14, 0], '15', 'ok'],
  ['14.0', [14, 0], '15', 'ok'],
  ['13.11', [14, 0], '15', 'wrong'],
  ['10.11.4', [10, 3], '10.11', 'ok'],
  ['10.2.44', [10, 3], '10.11', 'wrong'],
  ['11.4.2', [10, 3], '10.11', 'ok'],
  ['8.0.36', [8, 0], null, 'warning'],
  ['5.7.40', [8, 0], null, 'wrong'],
] as const)(
  'version %s, where %j is the least, is right: %s %s',
  (version, [major, minor], tested, verdict) => {
    expect(versionFinding({ name: 'It', version, least: [major, minor], tested }).verdict).toBe(verdict);
  },
);

it.each([
  ['127.0.0.1', null, true, 'ok'],
  ['::1', null, true, 'ok'],
  ['/var/run/postgresql', null, true, 'ok'],
  ['10.1.2.3', null, true, 'ok'],
  ['8.8.8.8', null, true, 'wrong'],
  ['8.8.8.8', 'TLSv1.3', true, 'ok'],
  ['8.8.8.8', 'TLSv1.3', false, 'warning'],
])('the way to %s with %s (checked: %s) is %s', async (host, encryption, isChecked, verdict) => {
  expect((await wayFinding(host, encryption, isChecked)).verdict).toBe(verdict);
});

it.each([
  [97, 10, 0, 'ok', 'enough for 4'],
  [20, 10, 0, 'wrong', 'max_connections'],
  [24, 10, 0, 'ok', 'enough for 1'],
  [97, 10, 4, 'wrong', 'up to 120 with DATABASE_POOL_MAX=10 and WORKERS=4'],
  [120, 10, 4, 'ok', 'enough for 1'],
])('%s connections with a pool of %s and %s workers are %s', (most, pool, workers, verdict, words) => {
  expect(connectionsFinding(most, pool, workers)).toMatchObject({
    verdict,
    text: expect.stringContaining(words),
  });
});

it.each([
  [0, 'ok'],
  [-1_900, 'ok'],
  [5_000, 'warning'],
  [-5_000, 'warning'],
  [120_000, 'wrong'],
])('a clock that is %s ms ahead is %s', (milliseconds, verdict) => {
  expect(differenceFinding(milliseconds).verdict).toBe(verdict);
});

it.each([
  [0xef53, 'ok'],
  [0x6969, 'wrong'],
  [0xff534d42, 'wrong'],
])('a file system of the type %s is %s', (type, verdict) => {
  expect(diskFinding('/data/data.db', type).verdict).toBe(verdict);
});

describe('grants of MariaDB', () => {
  const USAGE = "GRANT USAGE ON *.* TO `content`@`%` IDENTIFIED BY PASSWORD '*0'";
  const lacks = (...grants: string[]): string[] | null => missingGrants([USAGE, ...grants], 'content_1');

  it('are enough with all privileges on everything or on the database', () => {
    expect(
      missingGrants(['GRANT ALL PRIVILEGES ON *.* TO `root`@`localhost` WITH GRANT OPTION'], 'x'),
    ).toEqual([]);
    expect(lacks('GRANT ALL PRIVILEGES ON `content_1`.* TO `content`@`%`')).toEqual([]);
  });

  it('are of this database: a pattern may name it', () => {
    expect(lacks('GRANT ALL PRIVILEGES ON `content\\_1`.* TO `content`@`%`')).toEqual([]);
    expect(lacks('GRANT ALL PRIVILEGES ON `content%`.* TO `content`@`%`')).toEqual([]);
    expect(lacks('GRANT ALL PRIVILEGES ON `contentx1`.* TO `content`@`%`')).toHaveLength(9);
    expect(lacks('GRANT ALL PRIVILEGES ON `content\\_2`.* TO `content`@`%`')).toHaveLength(9);
  });

  it('that are missing are named', () => {
    expect(lacks('GRANT SELECT, INSERT, UPDATE, DELETE ON `content_1`.* TO `content`@`%`')).toEqual([
      'CREATE',
      'ALTER',
      'INDEX',
      'DROP',
      'REFERENCES',
    ]);
    expect(
      lacks(
        'GRANT SELECT, INSERT, UPDATE, DELETE, CREATE, DROP, REFERENCES, INDEX, ALTER ON `content_1`.* TO `content`@`%`',
      ),
    ).toEqual([]);
  });

  it('are not known where a role may have them', () => {
    expect(lacks('GRANT `writers` TO `content`@`%`')).toBeNull();
  });
});

it('a cipher is known by its key', () => {
  const hashed = createHash('sha256').update('the key').digest();
  const iv = Buffer.alloc(16, 7);
  const cipher = createCipheriv('aes-256-gcm', hashed, iv);
  const text = cipher.update('a secret', 'utf8', 'hex') + cipher.final('hex');
  const stored = ['v1', iv.toString('hex'), text, cipher.getAuthTag().toString('hex')].join(':');
  expect(isCipherOf(stored, 'the key')).toBe(true);
  expect(isCipherOf(stored, 'another')).toBe(false);
  expect(isCipherOf(stored.replace('v1', 'v2'), 'the key')).toBeNull();
  expect(isCipherOf('plain', 'the key')).toBeNull();
});
