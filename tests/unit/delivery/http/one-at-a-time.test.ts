import http, { type ServerResponse } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { answerOneAtATime } from '../../../../src/plugins/content-delivery/server/src/delivery/http/one-at-a-time';

const GET = 'GET /file HTTP/1.1\r\nHost: a\r\n\r\n';

describe('requests that come ahead of answers', () => {
  let server: http.Server;
  const begun: ServerResponse[] = [];
  const arrived = jest.fn();

  beforeEach(async () => {
    begun.length = 0;
    arrived.mockClear();
    server = http.createServer((_request, response) => void begun.push(response));
    answerOneAtATime(server);
    server.on('request', arrived);
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  const send = async (text: string): Promise<net.Socket> => {
    const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(text);
    return socket;
  };
  const until = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
  };

  it('are begun when the answers before them are sent, and all answered in order', async () => {
    const socket = await send(GET.repeat(50));
    let received = '';
    socket.on('data', (data) => (received += String(data)));
    for (let n = 0; n < 50; n += 1) {
      await until(() => begun.length > n);
      expect(begun).toHaveLength(n + 1);
      begun[n]?.end(`answer ${n};`);
    }
    await until(() => received.includes('answer 49;'));
    expect(received.match(/answer \d+/g)).toEqual(Array.from({ length: 50 }, (_, n) => `answer ${n}`));
    expect(arrived).toHaveBeenCalledTimes(50);
  });

  it('are never begun where the connection is lost, so that nothing is left of them', async () => {
    const socket = await send(GET.repeat(50));
    await until(() => arrived.mock.calls.length === 50);
    expect(begun).toHaveLength(1);
    const closed = once(begun[0] as ServerResponse, 'close');
    socket.destroy();
    await closed;
    expect(begun).toHaveLength(1);
  });

  it('are cut off with their connection where there are more than a hundred', async () => {
    const socket = await send(GET.repeat(101));
    await until(() => arrived.mock.calls.length === 101);
    expect(socket.destroyed).toBe(false);
    socket.write(GET);
    await once(socket, 'close');
    expect(begun).toHaveLength(1);
  });
});
