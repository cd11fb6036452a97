import { contentOf, type Content } from '../../fixtures/content';
import { connectTo, portOf, type Connection } from '../../support/connections';
import { startServer, type TestServer } from '../../support/strapi';
import { targets } from '../../support/warmed';

const { posts, post } = targets;
const QUOTA = 3;
/** A hyphen as texts have it, which no header can carry. */
const UNSENDABLE = 'no\u2011cache';

describe('a fault while the fast lane writes an answer', () => {
  let server: TestServer;
  let content: Content;
  let connection: Connection;
  let fault: jest.SpyInstance;

  const start = async (environment: Record<string, string> = {}): Promise<void> => {
    server = await startServer(environment);
    content = contentOf(server.strapi);
    connection = connectTo(await portOf(server.strapi.server.httpServer));
    fault = jest.spyOn(server.strapi.log, 'error').mockImplementation(() => server.strapi.log);
  };
  afterEach(async () => {
    jest.restoreAllMocks();
    connection.close();
    await server.stop();
  });
  const service = (name: string): unknown => server.strapi.plugin('content-delivery').service(name);

  it('cuts that answer and no more, whether its bytes are new, kept or being compressed', async () => {
    await start();
    const website = await content.website();
    await content.post(website.documentId, { slug: 'post', content: '<p>Text</p>'.repeat(500) });
    const { config } = service('delivery') as { config: { cacheControl: string } };
    const usual = config.cacheControl;
    expect((await connection.send('GET', posts(website))).status).toBe(200);
    config.cacheControl = UNSENDABLE;
    for (const encoding of ['identity', 'identity', 'gzip', 'gzip']) {
      fault.mockClear();
      const asked = connection.send('GET', post(website, 'post'), { 'Accept-Encoding': encoding });
      await expect(asked).rejects.toThrow('socket hang up');
      expect(fault.mock.calls).toEqual([[expect.objectContaining({ code: 'ERR_INVALID_CHAR' })]]);
    }
    config.cacheControl = usual;
    expect((await connection.send('GET', posts(website))).status).toBe(200);
  });

  it('ends no process when somebody is told of a limit', async () => {
    await start({ RATE_LIMIT_ADDRESS: String(QUOTA) });
    const website = await content.website();
    for (let n = 0; n < QUOTA; n += 1) await connection.send('GET', posts(website));
    const { requestCounters } = service('operation') as { requestCounters: { of(): unknown } };
    const broken = new Error('It cannot be counted.');
    const counting = jest.spyOn(requestCounters, 'of').mockImplementation(() => {
      throw broken;
    });
    await connection.send('GET', posts(website), { Connection: 'close' }).catch(() => undefined);
    expect(fault.mock.calls).toEqual([[broken]]);
    counting.mockRestore();
    expect((await connection.send('GET', posts(website))).status).toBe(429);
  });
});
