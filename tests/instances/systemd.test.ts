import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { contentOf, type TestWebsite } from '../fixtures/content';
import { carriedOver } from '../support/carried-over';
import type { TestDatabase } from '../support/databases';
import { freePort } from '../support/instances/free-port';
import { openSlowly, textOf } from '../support/slow-reader';
import { started } from '../support/started';
import { startServer } from '../support/strapi';
import { settingsOf } from '../support/systemd';
import { targets } from '../support/warmed';
import { temporaryFolder } from '../support/temporary-folder';

const ROOT = path.resolve(__dirname, '..', '..');
const UNIT = path.join(ROOT, 'deploy', 'systemd', 'content-delivery.service');
/** Together more than the buffers of both sides of a connection hold. */
const POSTS = 24;
const LONG_TEXT = 'x'.repeat(1024 * 1024);

describe('the unit of systemd', () => {
  let unit: string;
  const folder = temporaryFolder();
  beforeAll(async () => {
    // Where Node and the project are here.
    unit = (await readFile(UNIT, 'utf8'))
      .replace('ExecStart=/usr/bin/node ', `ExecStart=${process.execPath} `)
      .replace('WorkingDirectory=/opt/content-delivery', `WorkingDirectory=${ROOT}`);
  });

  const verify = async (text: string) => {
    const file = path.join(folder, 'content-delivery.service');
    await writeFile(file, text);
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], {
      encoding: 'utf8',
    });
    return { status, written: stdout + stderr };
  };

  it('is one that systemd takes, without a word', async () => {
    expect(await verify(unit)).toEqual({ status: 0, written: '' });
    // It would say so.
    expect((await verify(unit.replace('PrivateTmp', 'PrivateTemp'))).written).toContain('PrivateTemp');
  });

  describe('its command line', () => {
    let database: TestDatabase;
    let website: TestWebsite;
    beforeAll(async () => {
      const preparing = await startServer();
      const content = contentOf(preparing.strapi);
      website = await content.website();
      for (let n = 0; n < POSTS; n += 1)
        await carriedOver(() => content.post(website.documentId, { metaDescription: LONG_TEXT }));
      await preparing.stopAndKeepDatabase();
      database = preparing.database;
    });
    afterAll(() => database?.drop());

    it('serves, and ends at SIGTERM with status 0 when every request is answered', async () => {
      const settings = settingsOf(unit);
      const port = await freePort();
      const server = started({
        command: settings.get('ExecStart')?.[0]?.split(' ') ?? [],
        folder: settings.get('WorkingDirectory')?.[0] ?? '',
        environment: { ...database.environment, NODE_ENV: undefined, PORT: String(port) },
      });
      try {
        await server.ready(port);
        const reading = await openSlowly(port, targets.posts(website));
        server.child.kill('SIGTERM');
        expect((await textOf(reading)).length).toBeGreaterThan(POSTS * LONG_TEXT.length);
        expect(await server.ended()).toEqual({ code: 0, signal: null });
        expect(server.written.output).toContain('Every request has been answered.');
      } finally {
        await server.stop();
      }
    });
  });
});
