import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { createShutdown } from '../../../../src/plugins/content-delivery/server/src/operation/shutdown';
import { createTraffic } from '../../../../src/plugins/content-delivery/server/src/operation/shutdown/traffic';
import { closeServer, portOf } from '../../../support/connections';

describe('the end of a server after a signal', () => {
  const before = process.listeners('SIGTERM');
  const server = http.createServer();
  let client: net.Socket | undefined;
  afterEach(async () => {
    client?.destroy();
    await closeServer(server);
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      for (const listener of process.listeners(signal))
        if (!before.includes(listener)) process.off(signal, listener);
    }
    jest.useRealTimers();
  });

  it('takes no longer than who asks for it has left', async () => {
    // The last resort would end the process of the tests.
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'performance', 'Date'] });
    const port = await portOf(server);
    const log = { info: jest.fn(), warn: jest.fn() };
    const shutdown = createShutdown({
      server,
      log,
      traffic: createTraffic(),
      delaySeconds: 0,
      seconds: 3_600,
      release: () => Promise.resolve(),
      sendMails: () => Promise.resolve(),
      webhookQueue: () => ({ count: () => Promise.resolve(0), drain: () => Promise.resolve(0) }),
    });
    const accepted = once(server, 'connection') as Promise<[net.Socket]>;
    client = net.connect(port, '127.0.0.1');
    const [socket] = await accepted;
    const read = once(socket, 'data');
    client.write('GET / HTTP/1.1\r\n');
    await read;
    shutdown.onSignal();
    shutdown.limit(0);
    process.listeners('SIGTERM')[0]?.('SIGTERM');
    expect(await shutdown.ended()).toBe(true);
    expect(log.warn).toHaveBeenCalledWith('Connections that were cut after 0 seconds: 1.');
  });
});
