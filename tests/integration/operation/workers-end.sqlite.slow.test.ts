import { readFile } from 'node:fs/promises';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { contentOf, type TestWebsite } from '../../fixtures/content';
import type { TestDatabase } from '../../support/databases';
import { fetchInTime } from '../../support/fetch-in-time';
import { inTime } from '../../support/in-time';
import { freePort } from '../../support/instances/free-port';
import { started } from '../../support/started';
import { startServer } from '../../support/strapi';
import { until } from '../../support/until';
import { targets } from '../../support/warmed';
import { startedBy } from '../../support/worker-processes';

const TOKEN = 'the-token-of-the-metrics';
const WORKERS = 2;

/** Connections that the system holds for whoever listens there; none where the system does not say. */
const notTaken = async (port: number): Promise<number> => {
  const sockets = await readFile('/proc/net/tcp', 'utf8').catch(() => '');
  const listening = `:${port.toString(16).toUpperCase().padStart(4, '0')} 00000000:0000 0A `;
  const [, queue = '0'] = new RegExp(`${listening}[0-9A-F]{8}:([0-9A-F]{8})`).exec(sockets) ?? [];
  return parseInt(queue, 16);
};

describe('the end of a server with delivery workers', () => {
  let database: TestDatabase;
  let website: TestWebsite;
  let port: number;
  let server: ReturnType<typeof started>;
  const clients: net.Socket[] = [];

  beforeAll(async () => {
    const preparing = await startServer();
    database = preparing.database;
    const content = contentOf(preparing.strapi);
    website = await content.website();
    await content.post(website.documentId, { slug: 'post' });
    await preparing.stopAndKeepDatabase();
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.destroy();
    await server?.stop();
  });
  afterAll(() => database?.drop());

  const start = async (environment: Record<string, string> = {}): Promise<void> => {
    port = await freePort();
    const own = { PORT: String(port), METRICS_TOKEN: TOKEN, WORKERS: String(WORKERS) };
    server = started({ environment: { ...database.environment, ...own, ...environment } });
    await server.ready(port);
    await until('all workers', () => said('is ready.') === WORKERS, {
      within: 90_000,
      seen: () => server.written.output,
    });
  };
  const said = (what: string): number => server.written.output.split(what).length - 1;

  /** A client that has sent this much of a request, by hand. */
  const send = async (message: string) => {
    const socket = net.connect(port, '127.0.0.1').on('error', () => undefined);
    clients.push(socket);
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.write(message);
    return { socket, answer: text(socket).catch(() => '') };
  };
  const whole = () => `GET ${targets.post(website, 'post')} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;

  it('is the same for two signals that come close together, as under npm', async () => {
    await start();
    for (const signal of ['SIGINT', 'SIGINT', 'SIGTERM'] as const) server.child.kill(signal);
    expect(await server.ended()).toEqual({ code: 0, signal: null });
    expect(said('Every request has been answered.')).toBe(WORKERS + 1);
  });

  it('is known to the metrics from the signal on', async () => {
    await start({ SHUTDOWN_SECONDS: '3600', SHUTDOWN_DELAY_SECONDS: '3000' });
    server.child.kill('SIGTERM');
    await until('the metrics to say so', async () => {
      const answer = await fetchInTime(`http://127.0.0.1:${port}/_metrics`, {
        headers: { Authorization: `Bearer ${TOKEN}` },
      });
      return (await answer.text()).includes('content_delivery_shutting_down 1');
    });
  });

  it('leaves the server its time whatever its workers wait for, one that hangs too', async () => {
    await start({ SHUTDOWN_SECONDS: '9', SHUTDOWN_DELAY_SECONDS: '5' });
    // One for each worker.
    await send('GET / HTTP/1.1\r\n');
    await send('GET / HTTP/1.1\r\n');
    const [hanging] = startedBy(server.child.pid, 'worker') as [number];
    process.kill(hanging, 'SIGSTOP');
    server.child.kill('SIGTERM');
    expect(await server.ended()).toEqual({ code: 0, signal: null });
    expect(server.written.output).toMatch(/Delivery worker \d is killed\./);
    // The other worker's, and the server's.
    expect(said('Shutting down.')).toBe(2);
    expect(said('Every request has been answered.')).toBe(1);
    expect(() => process.kill(hanging, 0)).toThrow('ESRCH');
  });

  it('comes with the answers to what has come when the first process is killed', async () => {
    await start();
    const workers = startedBy(server.child.pid, 'worker');
    for (const pid of workers) process.kill(pid, 'SIGSTOP');
    const asked = [await send(whole()), await send(whole())];
    // What only the system has taken is lost with the process that listens.
    await until('the connections to be taken', async () => (await notTaken(port)) === 0);
    server.child.kill('SIGKILL');
    for (const pid of workers) process.kill(pid, 'SIGCONT');
    for (const { answer } of asked) expect(await inTime('an answer', answer)).toMatch(/^HTTP\/1\.1 200 OK/);
    await until('all to end', () => said('Every request has been answered.') === WORKERS + 1, {
      seen: () => server.written,
    });
  });

  it('of a worker that hangs comes after a while, and its clients are answered by others', async () => {
    await start();
    const [hanging] = startedBy(server.child.pid, 'worker') as [number];
    process.kill(hanging, 'SIGSTOP');
    const asked = await Promise.all(Array.from({ length: 4 }, () => send(whole())));
    const answers = Promise.all(asked.map(({ answer }) => answer));
    for (const answer of await inTime('the answers', answers, { within: 120_000 }))
      expect(answer).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(said(`Process ${hanging}, a delivery worker, takes no connections any more`)).toBe(1);
    await until('another worker', () => said('is ready.') === WORKERS + 1, { within: 90_000 });
  });
});
