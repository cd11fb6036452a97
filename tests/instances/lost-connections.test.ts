import { setTimeout as wait } from 'node:timers/promises';
import { contentOf, unique, UID } from '../fixtures/content';
import { createSuperAdmin } from '../support/admin-users';
import { createEmptyDatabase, createTestDatabase } from '../support/databases';
import { run } from '../support/databases/servers';
import { ENVIRONMENT } from '../support/environment';
import { fetchInTime } from '../support/fetch-in-time';
import { freePort } from '../support/instances/free-port';
import { panelAt } from '../support/panel-at';
import { createRelay } from '../support/relay';
import { remoteStrapi } from '../support/remote-strapi';
import { startServerProcess } from '../support/server-process';
import { stop } from '../support/stop';
import { until } from '../support/until';

const POSTS = `/content-manager/collection-types/${UID.post}`;
/** Each round ends with the connections that statements are under way on; a longer run: LOST_CONNECTION_ROUNDS. */
const ROUNDS = Number(process.env['LOST_CONNECTION_ROUNDS'] ?? 12);

const terminate = {
  postgres: (name: string) =>
    run.postgres(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`),
  mysql: async (name: string) => {
    const sessions = await run.mysql(`SELECT id FROM information_schema.processlist WHERE db = '${name}'`);
    // One that has gone meanwhile is no matter.
    for (const { id } of sessions) await run.mysql(`KILL ${String(id)}`).catch(() => undefined);
  },
};

describe.each(['postgres', 'mysql'] as const)('on %s, whose connections are lost again and again', (kind) => {
  it('a server lives on, loses nothing that it has acknowledged, and says once that the database is away', async () => {
    const database = await createEmptyDatabase(kind);
    const { DATABASE_HOST: host, DATABASE_PORT: port, DATABASE_NAME: name = '' } = database.environment;
    const relay = await createRelay({ host, port: Number(port) });
    const environment = {
      ...ENVIRONMENT,
      ...database.environment,
      DATABASE_PORT: String(relay.port),
      LOG_LEVEL: 'warn',
      LOG_FORMAT: 'json',
    };
    const child = await startServerProcess({ environment, keepsOutput: true });
    try {
      const strapi = remoteStrapi(child);
      const content = contentOf(strapi);
      const panel = panelAt(child.port);
      const { token } = await panel.signIn(await createSuperAdmin(strapi));
      const website = await content.website();
      const connect = { website: { connect: [{ documentId: website.documentId }] } };

      const statuses = new Set<string>();
      const acknowledged: string[] = [];
      let isOver = false;
      const untilOver = async (work: () => Promise<unknown>): Promise<void> => {
        while (!isOver) {
          await work();
          await wait(5);
        }
      };
      const send = async (what: string, method: string, path: string, body?: object): Promise<number> => {
        const { status } = await panel.send(method, path, { token, body });
        statuses.add(`${what} ${status}`);
        return status;
      };
      const write = async (): Promise<void> => {
        const title = unique('Post');
        const status = await send('save', 'POST', `${POSTS}/actions/publish`, { title, ...connect });
        if (status < 300) acknowledged.push(title);
      };
      const reads = [`${POSTS}?page=1&pageSize=10`, '/admin/users/me', '/upload/files', `${POSTS}/none`];
      const work = [
        ...Array.from({ length: 3 }, () => untilOver(write)),
        ...reads.map((path) => untilOver(() => send('read', 'GET', path))),
        untilOver(() => send('front end', 'GET', `/api/blog?apiKey=${website.key}`)),
      ];
      const lose = async (): Promise<void> => {
        for (let round = 0; round < ROUNDS; round += 1) {
          await wait(100 + (round % 7) * 30);
          // On a machine that is busy no save would come to its end between two faults.
          const before = acknowledged.length;
          if (round % 3 === 0) await until('a save', () => acknowledged.length > before);
          if (round % 3 === 0) await terminate[kind](name);
          if (round % 3 === 1) {
            await relay.begin();
            await wait(50);
            await relay.end();
          }
          if (round % 3 === 2) {
            relay.fallSilent();
            await wait(100);
            relay.speakAgain();
          }
        }
      };
      await Promise.all([lose().finally(() => (isOver = true)), ...work]);

      const allowed = [
        'save 200',
        'save 201',
        'save 503',
        'read 200',
        'read 404',
        'read 503',
        'front end 200',
        'front end 503',
      ];
      expect([...statuses].filter((status) => !allowed.includes(status))).toEqual([]);
      expect(acknowledged.length).toBeGreaterThan(0);
      for (const title of acknowledged) {
        const rows = await strapi.db.query(UID.post).findMany({ where: { title } });
        expect([title, (rows as unknown[]).length]).toEqual([title, 2]);
      }
      const lines = child.written.output
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { level: string; message: string; stack?: string });
      // Strapi counts uploads 15 seconds after its first start, and logs itself when that meets with a fault.
      const about = lines
        .filter(({ message }) => !message.startsWith('Cron job "uploadWeekly" failed'))
        .filter(({ message }) => /connection|database/i.test(message));
      expect(about.filter(({ stack }) => stack !== undefined)).toEqual([]);
      expect(about.length).toBeLessThanOrEqual(2 * ROUNDS);
      expect(about.some(({ message }) => message.startsWith('A connection to the database was lost'))).toBe(
        true,
      );
      expect(child.written.errors).not.toMatch(/Connection Error/);
    } finally {
      await child.stop();
      await relay.begin();
      await database.drop();
    }
  });
});

describe('a server that is started while its database is away', () => {
  it('waits for it, and its probes say so', async () => {
    const database = await createTestDatabase();
    const { DATABASE_HOST: host, DATABASE_PORT: target } = database.environment;
    const relay = await createRelay({ host, port: Number(target) });
    await relay.begin();
    const port = await freePort();
    const environment = { ...ENVIRONMENT, ...database.environment, DATABASE_PORT: String(relay.port) };
    const started = startServerProcess({
      port,
      environment: { ...environment, LOG_LEVEL: 'warn' },
      keepsOutput: true,
    });
    const ask = (path: string) => fetchInTime(`http://127.0.0.1:${port}${path}`).catch(() => null);
    try {
      const readiness = await until('an answer', () => ask('/_ready'), { every: 100 });
      expect([readiness.status, await readiness.json()]).toEqual([
        503,
        { status: 'unavailable', reason: 'The database cannot be reached.' },
      ]);
      expect((await ask('/_health'))?.status).toBe(204);
      expect((await ask('/api/blog?apiKey=any'))?.status).toBe(503);
      await relay.end();
      const child = await started;
      expect((await ask('/_ready'))?.status).toBe(200);
      expect(child.written.output).toMatch(/cannot be reached: PostgreSQL at .*Waiting for it, up to 600 s/);
      expect(child.written.output).toMatch(/The database can be reached, after/);
    } finally {
      await stop('the server', async () => (await started).stop());
      await relay.begin();
      await database.drop();
    }
  });
});
