import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import request from 'supertest';
import { signInAsSuperAdmin, signInWith, type AdminPanel } from '../../support/admin-panel';

import { connectTo, portOf } from '../../support/connections';
import { cpuTimeOf } from '../../support/cpu-time';
import { until } from '../../support/until';
import { withServer } from '../../support/with-server';

interface Route {
  methods: string[];
  path: string;
}

const MB = 1_000_000;
const TEMPORARY = mkdtempSync(path.join(os.tmpdir(), 'bodies-'));

describe('bodies of requests', () => {
  const { server, content, asSuperAdmin } = withServer({
    TMPDIR: TEMPORARY,
    BODY_LIMIT: '2mb',
    UPLOAD_LIMIT_BYTES: '300000',
    RATE_LIMIT_SIGN_INS: '0',
  });
  const outer = process.env['TMPDIR'];
  const panel = asSuperAdmin();
  let nobody: AdminPanel;
  let websiteId: string;
  let campaignId: string;

  beforeAll(async () => {
    ({ panel: nobody } = await signInWith(server.strapi, []));
    websiteId = (await content.website()).documentId;
    campaignId = (await content.campaign(websiteId)).documentId;
  });
  afterAll(async () => {
    if (outer === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = outer;
    await rm(TEMPORARY, { recursive: true, force: true });
  });

  const send = (method: string, address: string, token?: string) => {
    const name = method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
    const sent = request(server.strapi.server.httpServer)[name](address);
    return token ? sent.set('Authorization', `Bearer ${token}`) : sent;
  };

  /** Files in a folder for temporary ones, whoever has put them there. A folder may go while it is looked through. */
  const filesLeft = async (folder = TEMPORARY): Promise<string[]> => {
    const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' && folder !== TEMPORARY) return [];
      throw error;
    });
    const found = entries.map((entry) =>
      entry.isDirectory() ? filesLeft(path.join(folder, entry.name)) : [entry.name],
    );
    return (await Promise.all(found)).flat();
  };

  /** Each route with each of its methods that may have a body. */
  const routes = (): [method: string, address: string][] =>
    (server.strapi.server.listRoutes() as Route[])
      .filter(({ path: pattern }) => !pattern.includes('('))
      .flatMap(({ methods, path: pattern }) =>
        methods
          .filter((method) => /^(POST|PUT|PATCH|DELETE)$/.test(method))
          .map((method): [string, string] => [method, pattern.replace(/:\w+\??/g, '1')]),
      );

  describe('with files', () => {
    const file = Buffer.alloc(100_000, 'a');

    it.each([
      ['/_health', 204],
      ['/nope', 405],
      ['/api/nope', 404],
      ['/admin/login', 415],
      ['/admin/forgot-password', 415],
      ['/upload', 401],
      ['/api/upload', 401],
      ['/api/blog', 405],
      ['/content-delivery/imports', 401],
    ])('are not read from whoever is not signed in: %s', async (address, status) => {
      for (const part of ['x', 'files']) {
        const response = await send('POST', address).attach(part, file, 'a.txt');
        expect({ part, status: response.status }).toEqual({ part, status: expect.any(Number) as number });
        // Without a right to the content API, Strapi says 403 to nobody too.
        expect([status, status === 401 ? 403 : status]).toContain(response.status);
        expect(await filesLeft()).toEqual([]);
      }
    });

    it.each([
      ['/upload', 'x', 400],
      ['/upload?id=1', 'files', 404],
      ['/upload', 'files', 201],
      ['/content-delivery/imports', 'files', 404],
      ['/content-delivery/imports', 'x', 404],
      ['/content-manager/collection-types/api::tag.tag', 'files', 415],
      ['/content-delivery/campaigns/preview', 'files', 415],
      ['/upload/actions/bulk-delete', 'files', 415],
      ['/admin/users', 'files', 415],
      ['/admin/project-settings', 'x', 400],
    ])('leave nothing behind, whatever becomes of them: %s, part %s', async (address, part, status) => {
      const response = await send('POST', address, panel.token).attach(part, file, {
        filename: 'a.txt',
        contentType: 'text/plain',
      });
      expect({ status: response.status, text: response.text }).toEqual({
        status,
        text: expect.anything() as string,
      });
      expect(await filesLeft()).toEqual([]);
    });

    it('are refused from a user who may not send any', async () => {
      const response = await send('POST', '/upload', nobody.token).attach('files', file, 'a.txt');
      expect(response.status).toBe(403);
      expect(await filesLeft()).toEqual([]);
    });

    it.each([
      ['POST /upload', 'multipart/form-data; boundary=X'],
      ['POST /upload?id=1', 'multipart/form-data; boundary=X'],
      ['POST /upload/files', 'multipart/form-data; boundary=X'],
      ['POST /upload/files/1/replace', 'multipart/form-data; boundary=X'],
      ['POST /content-delivery/imports', 'multipart/form-data; boundary=X'],
      ['POST /admin/project-settings', 'multipart/form-data; boundary=X'],
      ['POST /content-manager/collection-types/api::post.post', 'application/json'],
      ['PUT /content-delivery/unsaved-work/api::post.post/form', 'application/json'],
    ])('are not waited for from a user who lacks the permission: %s', async (route, type) => {
      const socket = net.connect(await portOf(server.strapi.server.httpServer), '127.0.0.1');
      socket.write(
        `${route} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${nobody.token}\r\n` +
          `Content-Type: ${type}\r\nContent-Length: 200000\r\n\r\n`,
      );
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(String(answer)).toMatch(/^HTTP\/1\.1 403 /);
      socket.destroy();
    });

    it('are refused when they are larger than is allowed, in one file or in many', async () => {
      const one = await send('POST', '/upload', panel.token).attach('files', Buffer.alloc(400_000), 'a.txt');
      expect(one.status).toBe(413);
      const many = send('POST', '/upload', panel.token);
      for (let at = 0; at < 5; at += 1) void many.attach('files', Buffer.alloc(90_000), `${at}.txt`);
      expect((await many).status).toBe(413);
      expect(await filesLeft()).toEqual([]);
    });

    it('leave nothing behind when they are not to be understood', async () => {
      const part =
        '--X\r\nContent-Disposition: form-data; name="x"; filename="a"\r\nContent-Type: text/plain\r\n\r\n';
      for (const body of [
        '',
        'garbage',
        part,
        `${part}text`,
        `${part}text\r\n--X`,
        '--X\r\n\r\n',
        '--X--'.repeat(99),
      ]) {
        const response = await send('POST', '/upload', panel.token)
          .set('Content-Type', 'multipart/form-data; boundary=X')
          .send(body);
        expect([400, 413]).toContain(response.status);
      }
      const noBoundary = await send('POST', '/upload', panel.token)
        .set('Content-Type', 'multipart/form-data')
        .send('a');
      expect(noBoundary.status).toBe(400);
      expect(await filesLeft()).toEqual([]);
    });

    it('leave nothing behind when there are thousands of them', async () => {
      const part =
        '--X\r\nContent-Disposition: form-data; name="files"; filename="a"\r\nContent-Type: text/plain\r\n\r\na\r\n';
      const response = await send('POST', '/upload', panel.token)
        .set('Content-Type', 'multipart/form-data; boundary=X')
        .send(`${part.repeat(3_000)}--X--\r\n`);
      expect(response.status).toBe(400);
      expect(await filesLeft()).toEqual([]);
    });

    it('leave nothing behind when the connection breaks', async () => {
      const port = await portOf(server.strapi.server.httpServer);
      const socket = net.connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(
        `POST /upload HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${panel.token}\r\n` +
          'Content-Type: multipart/form-data; boundary=X\r\nContent-Length: 200000\r\n\r\n' +
          '--X\r\nContent-Disposition: form-data; name="files"; filename="a"\r\nContent-Type: text/plain\r\n\r\n' +
          'a'.repeat(100_000),
      );
      await until('a file that is written', async () => (await filesLeft()).length > 0);
      socket.destroy();
      await until('its removal', async () => (await filesLeft()).length === 0);
    });
  });

  describe('with text', () => {
    const login = (body: string, headers: Record<string, string> = {}) =>
      send('POST', '/admin/login').set('Content-Type', 'application/json').set(headers).send(body);
    const sized = (bytes: number) => JSON.stringify({ name: 'a'.repeat(bytes) });

    it('may have 100 kB from whoever is not signed in, with a length or without', async () => {
      expect((await login(sized(90_000))).status).toBe(400);
      for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain']) {
        expect((await login(sized(110_000), { 'Content-Type': type })).status).toBe(413);
      }
      const chunked = send('POST', '/admin/login').set('Content-Type', 'application/json');
      for (let at = 0; at < 20; at += 1) chunked.write('[1],'.repeat(2_500));
      expect((await chunked).status).toBe(413);
    });

    it('are large only where a signed-in user saves', async () => {
      const tag = `/content-manager/collection-types/api::tag.tag`;
      const post = `/content-manager/collection-types/api::post.post`;
      const entry = { title: 'A', website: { connect: [{ documentId: websiteId }] } };
      const save = (token: string | undefined, address: string, bytes: number) =>
        send('POST', address, token).send({ ...entry, name: 'A', content: 'a'.repeat(bytes) });
      expect((await save(panel.token, post, 1.5 * MB)).status).toBe(201);
      expect((await save(panel.token, post, 2.5 * MB)).status).toBe(413);
      expect((await save(panel.token, '/admin/users', 1.5 * MB)).status).toBe(413);
      expect((await save(undefined, tag, 1.5 * MB)).status).toBe(401);
    });

    it('are read while there is room for them, and refused after a wait', async () => {
      const port = await portOf(server.strapi.server.httpServer);
      const address = '/content-manager/collection-types/api::tag.tag';
      const last = await signInAsSuperAdmin(server.strapi);
      const senders = [
        panel,
        await signInAsSuperAdmin(server.strapi),
        await signInAsSuperAdmin(server.strapi),
      ];
      const begun = senders.map(({ token }) => {
        const socket = net.connect(port, '127.0.0.1');
        socket.on('error', () => undefined);
        socket.write(
          `POST ${address} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
            'Content-Type: application/json\r\nContent-Length: 2097152\r\nExpect: 100-continue\r\n\r\n',
        );
        return socket;
      });
      // Node says it once the request is there.
      await Promise.all(begun.map((socket) => new Promise((resolve) => socket.once('data', resolve))));
      const save = () => send('POST', address, last.token).send({ name: 'a'.repeat(150_000) });
      const refused = await save();
      expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5']);
      expect(refused.text).toContain('Nothing was saved');
      expect((await send('POST', address, last.token).send({ name: 'small' })).status).toBe(400);
      const waiting = save();
      void waiting.then(() => undefined);
      for (const socket of begun) socket.destroy();
      expect((await waiting).status).toBe(400);
    });

    it('may be sent by an API token, and not by one that is made up', async () => {
      const { accessKey } = (await server.strapi
        .service('admin::api-token')
        .create({ name: 'Uploads', description: '', type: 'full-access', lifespan: null })) as {
        accessKey: string;
      };
      const upload = (token: string) =>
        send('POST', '/api/upload', token).attach('files', Buffer.from('text'), {
          filename: 'a.txt',
          contentType: 'text/plain',
        });
      expect((await upload(accessKey)).status).toBe(201);
      expect((await upload(`${accessKey.slice(0, -1)}x`)).status).toBe(401);
      expect(await filesLeft()).toEqual([]);
    });

    it.each([
      ['nested too deeply', '['.repeat(200) + ']'.repeat(200), {}, 400],
      ['not JSON', '{ not json', {}, 400],
      ['a plain value', '"text"', {}, 400],
      ['with a member for all objects', '{"__proto__":{"email":"a"}}', {}, 400],
      ['in another charset', '{}', { 'Content-Type': 'application/json; charset=utf-16' }, 400],
      ['in an unknown coding', '{}', { 'Content-Encoding': 'zstd' }, 415],
      ['of nothing', '', {}, 400],
    ])('get a plain answer when they are %s', async (_what, body, headers, status) => {
      const response = await login(body, headers as Record<string, string>);
      expect(response.status).toBe(status);
      expect(response.body).toMatchObject({ data: null, error: { status } });
    });

    it('are not decompressed', async () => {
      const bomb = gzipSync(Buffer.alloc(50 * MB, '['));
      const http = connectTo(await portOf(server.strapi.server.httpServer));
      for (const coding of ['gzip', 'deflate', 'br', 'GZIP', 'identity, gzip']) {
        const headers = { 'Content-Type': 'application/json', 'Content-Encoding': coding };
        expect((await http.send('POST', '/admin/login', headers, bomb)).status).toBe(415);
      }
      http.close();
    });

    it('of many values are refused also from a signed-in user', async () => {
      const response = await send('POST', `/content-delivery/campaigns/preview`, panel.token)
        .set('Content-Type', 'application/json')
        .send(`[${'1,'.repeat(600_000)}1]`);
      expect(response.status).toBe(400);
      expect(response.text).toContain('500,000 values');
    });

    it('of forms of the admin panel arrive as they were sent', async () => {
      const saved = await panel.put(
        `/content-manager/collection-types/api::pseo-campaign.pseo-campaign/${campaignId}`,
        { name: 'Straße "\\"' },
      );
      expect(saved).toMatchObject({ status: 200, body: { data: { name: 'Straße "\\"' } } });
    });
  });

  describe('that are made to be slow', () => {
    const NESTED: Attack = ['application/json', '['.repeat(MB)];
    const ATTACKS: Attack[] = [
      NESTED,
      ['application/json', '{"a":'.repeat(19_000)],
      ['application/json', `{"email":"${'a@a.'.repeat(20_000)}","password":"${'a'.repeat(10_000)}"}`],
      ['application/x-www-form-urlencoded', `a${'[a]'.repeat(30_000)}=1`],
      ['application/x-www-form-urlencoded', 'a[]=1&'.repeat(16_000)],
      ['multipart/form-data; boundary=X', '--X\r\n'.repeat(100_000)],
      ['text/plain', 'a'.repeat(90_000)],
    ];

    /** The shortest of a few, as other work of the process may fall into one. */
    const shortest = async (work: () => unknown, enough: number): Promise<number> => {
      let found = Infinity;
      for (let tries = 0; tries < 10 && found > enough; tries += 1) {
        found = Math.min(found, await cpuTimeOf(work));
      }
      return found;
    };
    /** What such a body took when it was parsed before anybody looked at it. */
    const parsing = (): Promise<number> =>
      shortest(() => {
        try {
          JSON.parse(NESTED[1]);
        } catch {
          // It is no JSON.
        }
      }, 0);

    it('keep no route busy for long, whoever sends them', async () => {
      const http = connectTo(await portOf(server.strapi.server.httpServer));
      const most = await parsing();
      const slow: string[] = [];
      let open = 0;
      const attack = async (method: string, address: string, [type, body]: Attack, token?: string) => {
        let status = 0;
        const headers = { 'Content-Type': type, 'Content-Length': String(Buffer.byteLength(body)) };
        const withToken = token ? { ...headers, Authorization: `Bearer ${token}` } : headers;
        const bytes = Buffer.from(body);
        const spent = await shortest(async () => {
          ({ status } = await http.send(method, address, withToken, bytes));
        }, most);
        if (spent > most)
          slow.push(`${method} ${address} ${type} ${body.slice(0, 10)}: ${spent} of ${most} ms`);
        return status;
      };
      const all: [string, string][] = [['POST', '/nope'], ['PUT', '/'], ['POST', '/uploads/x'], ...routes()];
      expect(all.length).toBeGreaterThan(80);
      for (const [method, address] of all) {
        await attack(method, address, NESTED, nobody.token);
        const status = await attack(method, address, NESTED);
        if ([401, 403, 404, 405].includes(status)) continue;
        open += 1;
        for (const one of ATTACKS) await attack(method, address, one);
      }
      http.close();
      expect(slow).toEqual([]);
      // Those where somebody signs in are among them.
      expect(open).toBeGreaterThan(5);
    });

    it('nor do long addresses and headers', async () => {
      const http = connectTo(await portOf(server.strapi.server.httpServer));
      const slow: string[] = [];
      const attack = async (address: string, headers: Record<string, string>, what: string) => {
        const spent = await shortest(() => http.send('GET', address, headers, Buffer.alloc(0)), MOST_OF_GET);
        if (spent > MOST_OF_GET) slow.push(`${Math.round(spent)} ms ${address.slice(0, 60)} ${what}`);
      };
      const gets = [
        ...new Set(
          (server.strapi.server.listRoutes() as Route[])
            .filter(({ methods }) => methods.includes('GET') || methods.length === 0)
            .flatMap(({ path: pattern }) => addressesOf(pattern)),
        ),
      ];
      // Those that take any path are among them.
      expect(gets.length).toBeGreaterThan(120);
      for (const address of gets) {
        // Each question once everywhere, and by who is signed in and may do nothing.
        for (const [index, query] of QUERIES.entries()) {
          const asked = `${address}?${query}`;
          await attack(asked, {}, `query ${index}`);
          await attack(asked, { Authorization: `Bearer ${nobody.token}` }, `query ${index}, signed in`);
        }
      }
      for (const address of [
        '/',
        '/nope',
        '/api/nope',
        '/api/blog',
        '/admin/init',
        '/admin/users/me',
        '/uploads/x.png',
        '/admin/x',
      ]) {
        for (const rest of PATHS) await attack(`${address}${rest}`, {}, `path of ${rest.slice(0, 6)}`);
        for (const [name, value] of HEADERS) await attack(address, { [name]: value }, name);
      }
      http.close();
      expect(slow).toEqual([]);
    }, 900_000);
  });
});

type Attack = [type: string, body: string];

/** Milliseconds of the processor for one request of 16 KB: ten times what an ordinary one takes. */
const MOST_OF_GET = 60;
/** As much as Node.js takes of an address and its headers together, less what else is sent. */
const LONG = 14_500;
const filledWith = (piece: string): string => piece.repeat(Math.floor(LONG / piece.length));

const QUERIES = [
  `a${filledWith('[a]')}=1`,
  filledWith('a[]=1&'),
  filledWith('filters[$or][]=1&'),
  `filters${filledWith('[$and][0]')}[id]=1`,
  `sort=${filledWith('a.')}`,
  `populate=${filledWith('a.')}`,
  `apiKey=${filledWith('%25')}`,
  filledWith('&'),
  filledWith('apiKey=a&'),
];

const PATHS = [
  filledWith('/a'),
  filledWith('/'),
  filledWith('/..'),
  filledWith('%2f'),
  filledWith('a'),
  filledWith(';a'),
];

const HEADERS: [name: string, value: string][] = [
  ['Cookie', filledWith('a=1; ')],
  ['Cookie', `a=${filledWith(' ')}x`],
  ['Authorization', `Bearer ${filledWith('a.')}`],
  ['Authorization', `Bearer${filledWith(' ')}x`],
  ['If-None-Match', filledWith('"a", ')],
  ['If-None-Match', `${filledWith(',')}`],
  ['If-Modified-Since', filledWith('1 ')],
  ['Accept', filledWith('a/b;q=0.1, ')],
  ['Accept', filledWith(';')],
  ['Accept-Encoding', filledWith('gzip;q=0.1, ')],
  ['Accept-Language', filledWith('de;q=0.1, ')],
  ['Content-Type', `application/json;${filledWith(' a=b;')}`],
  ['Origin', filledWith('a.')],
  ['Range', `bytes=${filledWith('0-1,')}`],
  ['X-Forwarded-For', filledWith('1.1.1.1, ')],
  ['Forwarded', filledWith('for=1.1.1.1, ')],
  ['User-Agent', filledWith('(a ')],
  ['Cache-Control', filledWith('no-cache, ')],
];

/** Paths that a route takes; of a pattern, one for each way. */
const addressesOf = (pattern: string): string[] => {
  const filled = pattern.replace(/\/?\([^)]*\)\??|:\w+\*/g, '/x').replace(/:\w+\??/g, '1');
  return /[(*|]/.test(filled) ? [] : [filled];
};
