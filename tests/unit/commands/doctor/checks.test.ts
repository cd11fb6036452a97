import { chmodSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { proxiesFinding } from '../../../../commands/doctor/checks/addresses';
import { answerFinding } from '../../../../commands/doctor/checks/bucket';
import { lookAtDisks } from '../../../../commands/doctor/checks/disk';
import { lookAtMail } from '../../../../commands/doctor/checks/mail';
import { memoryFinding } from '../../../../commands/doctor/checks/memory';
import { buildFinding, nodeFinding, packagesFinding } from '../../../../commands/doctor/checks/node';
import { secretFileFindings, secretFindings } from '../../../../commands/doctor/checks/secrets';

jest.mock('node:fs/promises', () => ({
  ...jest.requireActual<object>('node:fs/promises'),
  statfs: jest.fn(),
}));

const MEGABYTE = 1024 * 1024;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'doctor-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, text: string): string => {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
};

describe('Node', () => {
  const before = process.env['NODE_ENV'];
  afterEach(() => {
    process.env['NODE_ENV'] = before;
  });

  it.each([
    ['24.21.0', 'production', 'ok'],
    ['24.21.0', '', 'ok'],
    ['26.10.0', 'production', 'ok'],
    ['27.0.0', 'production', 'warning'],
    ['24.21.0', 'development', 'warning'],
  ])('%s with NODE_ENV=%s is %s', (version, environment, verdict) => {
    process.env['NODE_ENV'] = environment;
    expect(nodeFinding(version, '>=22.14.0 <=26.x.x').verdict).toBe(verdict);
  });

  it('has the packages of this release, or says which are not', () => {
    write('package.json', '{"dependencies":{"a":"1.0.0","@b/c":"2.0.0"}}');
    write('node_modules/a/package.json', '{"version":"1.0.0"}');
    expect(packagesFinding(folder)).toMatchObject({
      verdict: 'wrong',
      text: '@b/c is missing in place of 2.0.0. Run npm ci.',
    });
    write('node_modules/@b/c/package.json', '{"version":"1.9.0"}');
    expect(packagesFinding(folder).text).toContain('@b/c is 1.9.0 in place of 2.0.0');
    write('node_modules/@b/c/package.json', '{"version":"2.0.0"}');
    expect(packagesFinding(folder).verdict).toBe('ok');
  });

  it('has a build of these sources', () => {
    expect(buildFinding(folder)).toMatchObject({
      verdict: 'wrong',
      text: expect.stringContaining('npm run build'),
    });
    const built = write('dist/build/index.html', '');
    expect(buildFinding(folder).verdict).toBe('ok');
    const source = write('src/api/a.ts', '');
    utimesSync(source, 1_000, 1_000);
    utimesSync(built, 2_000, 2_000);
    expect(buildFinding(folder).verdict).toBe('ok');
    utimesSync(source, 3_000, 3_000);
    expect(buildFinding(folder)).toMatchObject({
      verdict: 'warning',
      text: expect.stringContaining('newer'),
    });
  });
});

it.each([
  [{ limit: 2_000, heap: 1_000, cache: 256, workers: 0 }, 'ok', '744 MB'],
  [{ limit: 512, heap: 256, cache: 256, workers: 0 }, 'wrong', 'lower DELIVERY_CACHE_MB'],
  [{ limit: 900, heap: 256, cache: 256, workers: 0 }, 'warning', 'an import'],
  [{ limit: 1_024, heap: 4_096, cache: 256, workers: 0 }, 'warning', 'NODE_OPTIONS=--max-old-space-size=640'],
  [{ limit: 600, heap: 300, cache: 0, workers: 0 }, 'ok', '360 MB'],
  [
    { limit: 2_200, heap: 500, cache: 64, workers: 4 },
    'warning',
    '2105 MB with DELIVERY_CACHE_MB=64 and WORKERS=4',
  ],
  [{ limit: 1_000, heap: 500, cache: 64, workers: 4 }, 'wrong', 'lower DELIVERY_CACHE_MB'],
])('memory %j is %s', (memory, verdict, words) => {
  expect(memoryFinding(memory)).toMatchObject({ verdict, text: expect.stringContaining(words) });
});

describe('disks', () => {
  it('have a folder for uploads, and the start makes that of the database', async () => {
    const gone = path.join(folder, 'gone');
    expect(await lookAtDisks(new Map([['uploads', gone]]), 0)).toEqual([
      { verdict: 'wrong', about: 'Disk, uploads', text: `${gone} is not there (PUBLIC_DIR). Make it.` },
    ]);
    expect(await lookAtDisks(new Map([['database', gone]]), 0)).toMatchObject([{ verdict: 'warning' }]);
    expect(await lookAtDisks(new Map([['uploads', write('file', '')]]), 0)).toMatchObject([
      { verdict: 'wrong', text: expect.stringContaining('no folder') },
    ]);
  });

  it.each([
    [99, 'wrong', 'DISK_MIN_FREE_MB'],
    [300, 'warning', 'before it is full'],
    [5_000, 'ok', '5,000 MB free'],
  ])('with %s MB of 10,000 are %s', async (free, verdict, words) => {
    const blocks = (megabytes: number): number => (megabytes * MEGABYTE) / 4096;
    jest
      .mocked(statfs)
      .mockResolvedValue({ bsize: 4096, blocks: blocks(10_000), bavail: blocks(free) } as never);
    expect(await lookAtDisks(new Map([['temporary', folder]]), 100 * MEGABYTE)).toMatchObject([
      { verdict, text: expect.stringContaining(words) },
    ]);
  });
});

describe('secrets', () => {
  const good = {
    APP_KEYS: 'c29tZXRoaW5nIHJhbmRvbQ==,YW5vdGhlciByYW5kb20gb25l',
    ADMIN_JWT_SECRET: 'aGVyZSBpcyBhIHNlY3JldCE=',
    API_TOKEN_SALT: 'c2FsdCBmb3IgdG9rZW5zISE=',
    TRANSFER_TOKEN_SALT: 'c2FsdCBmb3IgdHJhbnNmZXI=',
    ENCRYPTION_KEY: 'ZW5jcnlwdGlvbiBrZXkgaXM=',
  };

  it('are all there, others and long enough', () => {
    expect(secretFindings(good)).toMatchObject([{ verdict: 'ok' }]);
  });

  it.each([
    [{ APP_KEYS: '', API_TOKEN_SALT: undefined }, 'wrong', 'Not set: APP_KEYS, API_TOKEN_SALT.'],
    [{ APP_KEYS: ' , ' }, 'wrong', 'Not set: APP_KEYS.'],
    [{ ADMIN_JWT_SECRET: 'tobemodified' }, 'warning', 'ADMIN_JWT_SECRET'],
    [{ APP_KEYS: 'toBeModified1,toBeModified2' }, 'warning', 'APP_KEYS'],
    [{ API_TOKEN_SALT: 'change-me-please-now' }, 'warning', 'API_TOKEN_SALT'],
    [{ ENCRYPTION_KEY: '<your encryption key>' }, 'warning', 'cannot be changed once'],
    [{ TRANSFER_TOKEN_SALT: 'aaaaaaaaaaaaaaaaaaaaaaaa' }, 'warning', 'TRANSFER_TOKEN_SALT'],
    [{ JWT_SECRET: 'secret' }, 'warning', 'JWT_SECRET'],
    [{ DATABASE_PASSWORD: 'password' }, 'warning', 'DATABASE_PASSWORD'],
    [{ ADMIN_JWT_SECRET: 'kX9!vQ2' }, 'warning', 'Shorter than 16 characters: ADMIN_JWT_SECRET.'],
    [
      { API_TOKEN_SALT: good.TRANSFER_TOKEN_SALT },
      'warning',
      'The same in several places: API_TOKEN_SALT, TRANSFER_TOKEN_SALT.',
    ],
    [{ ADMIN_JWT_SECRET: 'YW5vdGhlciByYW5kb20gb25l' }, 'warning', 'APP_KEYS, ADMIN_JWT_SECRET'],
  ])('%j are %s', (changed: Record<string, string | undefined>, verdict, words) => {
    const findings = secretFindings({ ...good, ...changed });
    expect(findings).toMatchObject([{ verdict, text: expect.stringContaining(words) }]);
    for (const value of Object.values({ ...good, ...changed }))
      for (const part of (value ?? '').split(',').filter((text) => text.trim().length > 8))
        expect(findings[0]?.text).not.toContain(part);
  });

  it('are in a file that nobody else reads', () => {
    const file = write('.env', '');
    rmSync(file);
    expect(secretFileFindings(file)).toEqual([]);
    writeFileSync(file, '', { mode: 0o600 });
    expect(secretFileFindings(file)).toEqual([]);
    rmSync(file);
    writeFileSync(file, '', { mode: 0o644 });
    expect(secretFileFindings(file)).toMatchObject([{ verdict: 'warning' }]);
    chmodSync(file, 0o640);
    // Root gives it to the server's group.
    const isRoots = process.getuid?.() === 0;
    expect(secretFileFindings(file)).toMatchObject(isRoots ? [] : [{ verdict: 'warning' }]);
    chmodSync(file, 0o660);
    expect(secretFileFindings(file)).toMatchObject([{ verdict: 'warning' }]);
  });
});

it.each([
  [404, '<Error><Code>NoSuchKey</Code></Error>', 'ok'],
  [403, '<Error><Code>AccessDenied</Code></Error>', 'ok'],
  [404, '<Error><Code>NoSuchBucket</Code></Error>', 'wrong'],
  [403, '<Error><Code>SignatureDoesNotMatch</Code></Error>', 'wrong'],
  [403, '<Error><Code>InvalidAccessKeyId</Code></Error>', 'wrong'],
  [301, '<Error><Code>PermanentRedirect</Code></Error>', 'wrong'],
  [403, '<Error><Code>constructor</Code></Error>', 'warning'],
  [200, '<html>Welcome</html>', 'warning'],
])('an answer of a bucket with status %s and %s is %s', (status, body, verdict) => {
  expect(answerFinding('pictures', status, body).verdict).toBe(verdict);
});

it.each([
  [{ publicUrl: 'https://cms.example.com', trustedProxies: [] }, 'warning', 'TRUSTED_PROXIES is empty'],
  [{ publicUrl: 'https://cms.example.com', trustedProxies: ['127.0.0.1'] }, 'ok', '127.0.0.1'],
  [{ publicUrl: 'http://cms.example.com', trustedProxies: [] }, 'ok', 'none'],
  [
    { publicUrl: 'https://cms.example.com', trustedProxies: ['10.0.0.0/8', '0.0.0.0/1'] },
    'wrong',
    '0.0.0.0/1',
  ],
])('proxies %j are %s', (addresses, verdict, words) => {
  expect(proxiesFinding(addresses)).toMatchObject({ verdict, text: expect.stringContaining(words) });
});

describe('mail', () => {
  it('is a remark where no mail server is set', async () => {
    expect(await lookAtMail(null)).toMatchObject([
      { verdict: 'ok', text: expect.stringContaining('SMTP_HOST') },
    ]);
  });

  it('is wrong where its server cannot be reached', async () => {
    const [finding] = await lookAtMail({ host: '127.0.0.1', port: 1 });
    expect(finding).toMatchObject({ verdict: 'wrong', text: expect.stringContaining('127.0.0.1:1') });
  });
});
