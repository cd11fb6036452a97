import http, { type ServerResponse } from 'node:http';
import net from 'node:net';
import type { Readable } from 'node:stream';
import {
  sendLongBody,
  STALLED,
} from '../../../../src/plugins/content-delivery/server/src/delivery/http/long-body';
import { connectTo, portOf } from '../../../support/connections';
import { fileText } from '../../../support/committed-files';

const PAGE = fileText('docs/operations/in-front.md');

async function* pieces() {
  yield Buffer.from('one ');
  yield Buffer.from('two');
}

async function* endless() {
  for (;;) yield await Promise.resolve(Buffer.alloc(64 * 1024, 'x'));
}

describe('a list that is sent while it is read', () => {
  it('is cut when nothing of it is taken for as long as is said', async () => {
    const waits = jest.spyOn(http.ServerResponse.prototype as ServerResponse, 'setTimeout');
    const server = http.createServer((_request, res) => {
      // As much of Koa's as it needs.
      const ctx = {
        res,
        set body(body: Readable) {
          body.pipe(res);
        },
      };
      sendLongBody(ctx as never, 'identity', pieces(), () => Promise.resolve());
    });
    const connection = connectTo(await portOf(server));
    expect((await connection.send('GET', '/')).text).toBe('one two');
    expect(waits.mock.calls.map(([milliseconds]) => milliseconds)).toEqual([STALLED]);
    connection.close();
    server.close();
  });

  describe.each(['identity', 'gzip', 'br'] as const)('(%s)', (encoding) => {
    it('is given up at once when its reader went before it could begin', async () => {
      let began!: (res: ServerResponse) => void;
      const beginning = new Promise<ServerResponse>((resolve) => (began = resolve));
      const server = http.createServer((_request, res) => began(res));
      const reader = net.connect(await portOf(server), '127.0.0.1');
      reader.write('GET / HTTP/1.1\r\nHost: test\r\n\r\n');
      const res = await beginning;
      const gone = new Promise((resolve) => res.once('close', resolve));
      reader.destroy();
      await gone;
      await new Promise<void>((close) =>
        sendLongBody({ res } as never, encoding, pieces(), () => Promise.resolve(close())),
      );
      server.close();
    });

    it('is given up with its connection when it waits there behind another one', async () => {
      const closed: string[] = [];
      let allClosed!: () => void;
      const all = new Promise<void>((resolve) => (allClosed = resolve));
      const server = http.createServer((request, res) => {
        const ctx = {
          res,
          set body(body: Readable) {
            body.on('error', () => undefined).pipe(res);
          },
        };
        sendLongBody(ctx as never, encoding, endless(), () => {
          closed.push(request.url ?? '');
          if (closed.length === 2) allClosed();
          return Promise.resolve();
        });
        if (request.url === '/second') reader.destroy();
      });
      const reader = net.connect(await portOf(server), '127.0.0.1');
      for (const path of ['/first', '/second']) reader.write(`GET ${path} HTTP/1.1\r\nHost: test\r\n\r\n`);
      await all;
      expect(closed.sort()).toEqual(['/first', '/second']);
      server.close();
    });
  });

  it('is waited for until the slowest reader that is promised has what nginx put aside', () => {
    const conf = fileText('deploy/nginx/content-delivery.conf');
    const megabytes = Number(/^\s*proxy_max_temp_file_size (\d+)m;$/m.exec(conf)?.[1]);
    const slowest = Number(/for a reader who takes (\d+) KB a second or more/.exec(PAGE)?.[1]);
    expect((megabytes * 1024 * 1024) / (slowest * 1000)).toBeLessThan(STALLED / 1000);
    expect(PAGE).toContain(`up to ${megabytes} MB on disk`);
    for (const text of [PAGE, conf, fileText('docs/decisions/0010-reading-lists.md')]) {
      expect(text.replace(/\s+/g, ' ')).toContain(`${STALLED / 1000} seconds`);
    }
  });
});
