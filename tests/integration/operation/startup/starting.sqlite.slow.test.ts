import net from 'node:net';
import { tmpdir } from 'node:os';
import type { Core } from '@strapi/strapi';
import { contentOf } from '../../../fixtures/content';
import { createTestDatabase, type TestDatabase } from '../../../support/databases';
import { createRelay } from '../../../support/relay';
import { requestsTo } from '../../../support/requests';
import { startServerProcess } from '../../../support/server-process';
import { startServer } from '../../../support/strapi';

const SECRETS = ['APP_KEYS', 'ADMIN_JWT_SECRET', 'API_TOKEN_SALT', 'TRANSFER_TOKEN_SALT', 'ENCRYPTION_KEY'];

const accountNames = async (strapi: Core.Strapi): Promise<unknown[]> => {
  const accounts = await strapi.db.query('api::account.account').findMany({});
  return (accounts as { name: unknown }[]).map((account) => account.name);
};

describe('starting', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('is refused without a secret; the error names it and says how to make one', async () => {
    for (const name of SECRETS) {
      const error = await startServer({ [name]: undefined }, database).then(
        () => null,
        (reason: Error) => reason,
      );
      expect(error?.message).toContain(name);
      expect(error?.message).toContain('npm run secrets');
      for (const other of SECRETS) if (other !== name) expect(error?.message).not.toContain(other);
    }
  });

  it.each([
    ['RATE_LIMIT_WEBSITE', '100/min'],
    ['UPLOAD_LIMIT_BYTES', '200MB'],
    ['BODY_LIMIT', 'large'],
    ['KEEP_ALIVE_SECONDS', 'long'],
    ['HEADERS_TIMEOUT_SECONDS', '301'],
    ['REQUEST_TIMEOUT_SECONDS', '0'],
  ])('is refused with %s=%s; the error names it', async (name, value) => {
    const refused = startServer({ [name]: value }, database);
    await expect(refused.finally(() => Reflect.deleteProperty(process.env, name))).rejects.toThrow(name);
  });

  describe('with quotation marks around secrets', () => {
    const KEY = 'an-encryption-key-that-is-long-enough';
    const QUOTED = { ENCRYPTION_KEY: `"${KEY}"`, ADMIN_JWT_SECRET: '"an-admin-jwt-secret-that-is-long"' };

    it('is refused while nothing depends on them, and goes on, warned, where keys were stored with them', async () => {
      const own = await createTestDatabase();
      try {
        const refused = startServer(QUOTED, own);
        await expect(refused).rejects.toThrow(
          /^ADMIN_JWT_SECRET and ENCRYPTION_KEY have quotation marks .*: nothing depends on them yet\.$/,
        );
        // As a server of the time before this was refused had it.
        const before = await startServer({ ENCRYPTION_KEY: KEY }, own, {
          'admin.secrets.encryptionKey': QUOTED.ENCRYPTION_KEY,
        });
        await contentOf(before.strapi).website();
        await before.stopAndKeepDatabase();
        const server = await startServerProcess({
          environment: { ...QUOTED, LOG_LEVEL: 'warn' },
          keepsOutput: true,
        });
        await server.stop();
        expect(server.written.output).toContain('ADMIN_JWT_SECRET and ENCRYPTION_KEY have quotation marks');
        expect(server.written.output).not.toContain(KEY);
        // Who takes them away is told that it was another key.
        await expect(startServer({ ENCRYPTION_KEY: KEY }, own)).rejects.toThrow(/ENCRYPTION_KEY/);
      } finally {
        await own.drop();
      }
    });

    it('that cannot read the keys is refused, and says that they may be all that is wrong', async () => {
      const own = await createTestDatabase();
      try {
        const before = await startServer({ ENCRYPTION_KEY: KEY }, own);
        await contentOf(before.strapi).website();
        await before.stopAndKeepDatabase();
        await expect(startServer({ ENCRYPTION_KEY: QUOTED.ENCRYPTION_KEY }, own)).rejects.toThrow(
          /cannot be read with this ENCRYPTION_KEY.* It has quotation marks around it now/,
        );
      } finally {
        await own.drop();
      }
    });
  });

  it('says what of its settings is unwise', async () => {
    const own = await createTestDatabase();
    try {
      const first = await startServer({}, own);
      await first.stopAndKeepDatabase();
      const server = await startServerProcess({
        environment: {
          LOG_LEVEL: 'warn',
          ADMIN_JWT_SECRET: 'tobemodified',
          DELIVERY_CACHE_CONTROL: 'public, max-agee=0',
        },
        keepsOutput: true,
      });
      await server.stop();
      expect(server.written.output).toContain('ADMIN_JWT_SECRET is a placeholder');
      expect(server.written.output).toContain('DELIVERY_CACHE_CONTROL has "max-agee=0"');
      expect(server.written.output).not.toContain('tobemodified');
    } finally {
      await own.drop();
    }
  });

  it.each([true, 'true', 1, 'on'])(
    'is refused with the MCP endpoint of Strapi set to %p; the error names the setting',
    async (enabled) => {
      const refused = startServer({}, database, { 'server.mcp.enabled': enabled });
      await expect(refused).rejects.toThrow('server.mcp.enabled is on.');
    },
  );

  describe('without its database', () => {
    /** What a server says that is started with these variables in place of its database's. */
    const refusalWith = async (environment: Record<string, string>): Promise<string> => {
      const refused = startServer(
        { DATABASE_CLIENT: '', DATABASE_WAIT_SECONDS: '0', ...environment },
        database,
      );
      try {
        return await refused.then(
          () => 'It has started.',
          (reason: Error) => reason.message,
        );
      } finally {
        Reflect.deleteProperty(process.env, 'DATABASE_CONNECTION_TIMEOUT');
        Reflect.deleteProperty(process.env, 'DATABASE_WAIT_SECONDS');
      }
    };

    it.each([
      ['postgres', 'PostgreSQL'],
      ['mysql', 'MariaDB'],
    ])(
      'of %s is refused; the error says where it was looked for, why, and no password',
      async (client, name) => {
        const relay = await createRelay({ host: '127.0.0.1', port: 9 });
        await relay.begin();
        const message = await refusalWith({
          DATABASE_URL: `${client}://me:secret@127.0.0.1:${relay.port}/content`,
        });
        expect(message).toMatch(/^The database cannot be reached: /);
        expect(message).toContain(`${name} at 127.0.0.1:${relay.port}, database "content", user "me"`);
        expect(message).toContain('DATABASE_URL');
        expect(message).toContain('ECONNREFUSED');
        expect(message).not.toContain('secret');
      },
    );

    it.each(['postgres', 'mysql'])('of %s that never answers is refused after a while', async (client) => {
      const silent = net.createServer();
      await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
      const sockets = new Set<net.Socket>();
      silent.on('connection', (socket) => {
        sockets.add(socket);
        // The pool waits for connections that are being made, when it is closed as when it is used.
        setTimeout(() => socket.destroy(), 2_000).unref();
      });
      const { port } = silent.address() as net.AddressInfo;
      const asked = refusalWith({
        DATABASE_URL: `${client}://me:secret@127.0.0.1:${port}/content`,
        DATABASE_CONNECTION_TIMEOUT: '500',
      });
      try {
        expect(await asked).toMatch(/no answer within 0\.5 seconds \(DATABASE_CONNECTION_TIMEOUT\)/);
      } finally {
        sockets.forEach((socket) => socket.destroy());
        silent.close();
      }
    });

    it('in a file that is none is refused; the error names it', async () => {
      const message = await refusalWith({ DATABASE_CLIENT: 'sqlite', DATABASE_FILENAME: tmpdir() });
      expect(message).toContain(`The database cannot be reached: the file ${tmpdir()} (DATABASE_FILENAME)`);
    });
  });

  it('makes one account named Default, once, and refuses an ENCRYPTION_KEY that cannot read the keys', async () => {
    const first = await startServer({ PUBLIC_URL: undefined, HOST: '0.0.0.0', PORT: '4321' }, database);
    expect(await accountNames(first.strapi)).toEqual(['Default']);
    const content = contentOf(first.strapi);
    const website = await content.website();
    await content.post(website.documentId, {
      slug: 'post',
      featuredImage: await content.image('/uploads/image.webp'),
    });
    const derived = await requestsTo(first).blog(website.key, { slug: 'post' });
    expect(derived.status).toBe(200);
    expect(derived.body).toMatchObject({ featuredImage: 'http://localhost:4321/uploads/image.webp' });
    await first.stopAndKeepDatabase();

    const refused = await startServer({ ENCRYPTION_KEY: 'another-encryption-key' }, database).then(
      () => null,
      (reason: Error) => reason,
    );
    expect(refused?.message).toMatch(/ENCRYPTION_KEY/);
    expect(refused?.message).toMatch(/cannot be read/);

    const second = await startServer({ PUBLIC_URL: 'https://cms.example.com/sub///' }, database);
    expect(await accountNames(second.strapi)).toEqual(['Default']);
    const configured = await requestsTo(second).blog(website.key, { slug: 'post' });
    expect(configured.status).toBe(200);
    expect(configured.body).toMatchObject({
      featuredImage: 'https://cms.example.com/sub/uploads/image.webp',
    });

    // Who renames or deletes it does not get it back.
    const later = contentOf(second.strapi);
    const { documentId } = await later.defaultAccount();
    await later.update('api::account.account', documentId, { name: 'Renamed' });
    await second.stopAndKeepDatabase();
    const third = await startServer({}, database);
    expect(await accountNames(third.strapi)).toEqual(['Renamed']);
    await third.stopAndKeepDatabase();
  });
});
