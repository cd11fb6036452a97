import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase, type TestDatabase } from '../../../support/databases';
import { fetchInTime } from '../../../support/fetch-in-time';
import { freePort } from '../../../support/instances/free-port';
import { START, started } from '../../../support/started';
import { until } from '../../../support/until';

describe('npm start', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('serves as in production, drains at the SIGTERM that npm gets, and ends with the status of the server', async () => {
    const port = await freePort();
    const npm = started({
      command: ['npm', 'start'],
      environment: { ...database.environment, PORT: String(port), NODE_ENV: undefined },
    });
    try {
      await npm.ready(port);
      npm.child.kill('SIGTERM');
      expect(await npm.ended()).toEqual({ code: 0, signal: null });
      const lines = npm.written.output.split('\n').filter((line) => line.startsWith('{'));
      const said = lines.map((line) => (JSON.parse(line) as { message: string }).message);
      expect(said).toContain('Every request has been answered.');
      // Of production: the log is JSON, and this is said in development only.
      expect(npm.written.output).not.toContain('"sendmail"');
      await expect(fetchInTime(`http://127.0.0.1:${port}/_health`)).rejects.toThrow('fetch failed');
    } finally {
      await npm.stop();
    }
  });

  it('does not load what slows all promises and events down: node:domain, which comes with the console of Strapi', async () => {
    const port = await freePort();
    const look =
      "setInterval(() => process.moduleLoadList.includes('NativeModule domain') && console.error('It is there.'), 20).unref()";
    const [node, ...program] = START;
    const server = started({
      command: [node, '--import', `data:text/javascript,${look}`, ...program],
      environment: { ...database.environment, PORT: String(port) },
    });
    try {
      await server.ready(port);
      expect(server.written.errors).toBe('');
    } finally {
      await server.stop();
    }
  });
});

describe('the demo', () => {
  it('ends with the shell that npm has started it with, and drains', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'content-delivery-demo-'));
    const port = await freePort();
    await mkdir(path.join(folder, 'public', 'uploads'), { recursive: true });
    const shell = started({
      command: ['sh', '-c', `"${process.execPath}" dist/demo/start.js; true`],
      environment: {
        DATABASE_CLIENT: 'sqlite',
        DATABASE_URL: '',
        DATABASE_FILENAME: path.join(folder, 'data.db'),
        PUBLIC_DIR: path.join(folder, 'public'),
        PORT: String(port),
        NODE_ENV: undefined,
      },
    });
    try {
      await until('the guide of the demo', () => shell.written.output.includes('Stop with Ctrl+C'), {
        within: 120_000,
        seen: () => shell.written,
      });
      shell.child.kill('SIGTERM');
      // What it writes to is closed by the last of its processes.
      expect(await shell.ended()).toEqual({ code: null, signal: 'SIGTERM' });
      expect(shell.written.output).toContain('info');
      expect(shell.written.output).toContain('Every request has been answered.');
    } finally {
      await shell.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    }
  });
});
