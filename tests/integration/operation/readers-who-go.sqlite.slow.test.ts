import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { contentOf, unique, type Content } from '../../fixtures/content';
import { connectTo, portOf } from '../../support/connections';
import { startServer, type TestServer } from '../../support/strapi';
import { targets } from '../../support/warmed';

const { posts, post } = targets;

type Line = Record<string, unknown>;

interface Delivery {
  answers: { get(...some: unknown[]): Promise<unknown> };
}
interface Operation {
  traffic: { inFlight: Set<unknown>; aborted: number };
  requestCounters: { requests(): { labels: Record<string, unknown>; value: number }[] };
}

describe('a reader who goes before anything is answered', () => {
  let server: TestServer;
  let content: Content;
  let port: number;
  let delivery: Delivery;
  let operation: Operation;

  beforeAll(async () => {
    server = await startServer();
    content = contentOf(server.strapi);
    port = await portOf(server.strapi.server.httpServer);
    const service = (name: string): unknown => server.strapi.plugin('content-delivery').service(name);
    delivery = service('delivery') as Delivery;
    operation = service('operation') as Operation;
    server.strapi.log.level = 'http';
    for (const transport of server.strapi.log.transports) transport.silent = true;
  });
  afterAll(() => server.stop());
  afterEach(() => jest.restoreAllMocks());

  const nextLine = () =>
    new Promise<Line>((resolve) => {
      const read = (line: Line): void => {
        if (!('requestId' in line)) return;
        server.strapi.log.off('data', read);
        resolve(line);
      };
      server.strapi.log.on('data', read);
    });

  /** Asks, and goes when the database is waited for. @returns lets it answer */
  const goWhileItWaits = async (target: string) => {
    let answer!: () => void;
    let isAsked!: () => void;
    const asked = new Promise<void>((resolve) => (isAsked = resolve));
    const finish = jest.spyOn(delivery.answers, 'get').mockImplementation(() => {
      isAsked();
      return new Promise((_, reject) => (answer = () => reject(new Error('Nobody waits for this.'))));
    });
    const arriving = once(server.strapi.server.httpServer, 'request');
    const reader = http.get({ host: '127.0.0.1', port, path: target, agent: false });
    reader.on('error', () => undefined);
    const [, response] = (await arriving) as [IncomingMessage, ServerResponse];
    await asked;
    const closed = once(response, 'close');
    reader.destroy();
    await closed;
    return { answer: () => answer(), finish };
  };

  const counted = (labels: Record<string, unknown>): number =>
    operation.requestCounters
      .requests()
      .filter((sample) => Object.entries(labels).every(([name, value]) => sample.labels[name] === value))
      .reduce((sum, { value }) => sum + value, 0);

  it('is counted and logged as gone, not as one who asked for what there is not', async () => {
    const website = await content.website();
    const line = nextLine();
    await goWhileItWaits(posts(website));
    expect(await line).toMatchObject({
      route: '/api/blog',
      website: website.documentId,
      status: 499,
      cache: 'none',
      complete: false,
      message: expect.stringMatching(/^GET \/api\/blog 499 \(\d+ ms, none, cut off\)$/) as string,
    });
    expect(counted({ website: website.documentId, status: 499 })).toBe(1);
    expect(counted({ status: 404 })).toBe(0);
    expect(operation.traffic.inFlight.size).toBe(0);
  });

  it('is not worked for any more when the fast lane hands him on, and leaves nothing behind', async () => {
    const website = await content.website();
    const connection = connectTo(port);
    expect((await connection.send('GET', posts(website))).status).toBe(200);
    connection.close();
    const aborted = operation.traffic.aborted;
    const { answer, finish } = await goWhileItWaits(post(website, unique('slug')));
    const line = nextLine();
    answer();
    expect(await line).toMatchObject({ route: '/api/blog', status: 499, complete: false });
    expect(operation.traffic.aborted).toBe(aborted + 1);
    expect(operation.traffic.inFlight.size).toBe(0);
    expect(finish).toHaveBeenCalledTimes(1);
  });
});
