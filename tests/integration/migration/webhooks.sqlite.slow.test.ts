import { writeFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { UID, unique } from '../../fixtures/content';
import { exportOf, itemOf } from '../../fixtures/wordpress';
import { commandsOf } from '../../support/commands';
import { portOf } from '../../support/connections';
import { TEMPLATES, toCsv } from '../../support/page-imports';
import { withServer } from '../../support/with-server';
import { temporaryFolder } from '../../support/temporary-folder';

/** Milliseconds that the receiver takes: several times what is left to do in a command when all is stored. */
const SLOW = 400;
const POSTS = 8;
const PAGES = 7;

// Each test runs a command, and each command starts a Strapi.
describe('webhooks with a slow receiver', () => {
  const { server, content } = withServer({ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' });
  const moves = commandsOf('import-wordpress');
  const imports = commandsOf('pseo-import');
  const called: string[] = [];
  let receiver: http.Server;
  const folder = temporaryFolder();

  beforeAll(async () => {
    receiver = http.createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { event, uid, entry } = JSON.parse(Buffer.concat(chunks).toString()) as {
          event: string;
          uid: string;
          entry: { slug: string };
        };
        setTimeout(() => {
          // A command that has ended has closed its connections.
          if (!request.socket.destroyed) called.push(`${event} ${uid} ${entry.slug}`);
          response.end();
        }, SLOW);
      });
    });
    const store = server.strapi.get('webhookStore') as { createWebhook(webhook: object): Promise<unknown> };
    await store.createWebhook({
      name: 'slow',
      url: `http://127.0.0.1:${await portOf(receiver)}/`,
      headers: {},
      events: ['entry.create', 'entry.publish'],
      isEnabled: true,
    });
  });
  beforeEach(() => called.splice(0));
  afterAll(async () => {
    receiver.closeAllConnections();
    receiver.close();
  });

  const fileOf = async (name: string, text: string): Promise<string> => {
    const file = path.join(folder, name);
    await writeFile(file, text);
    return file;
  };
  const expected = (uid: string, slugs: string[]): string[] =>
    ['create', 'publish'].flatMap((event) => slugs.map((slug) => `entry.${event} ${uid} ${slug}`)).sort();
  const numbered = (name: string, count: number) => Array.from({ length: count }, (_, n) => `${name}-${n}`);

  it('are all called when content was moved in', async () => {
    const slugs = numbered('post', POSTS);
    const parts = slugs.map((slug, id) => itemOf({ id, title: slug, slug }));
    const file = await fileOf('export.xml', exportOf({ parts }));
    const { err, out } = await moves.execute(['--file', file, '--website', unique('told')]);
    expect(out).toContain(`Posts: ${POSTS} made`);
    expect(called.filter((call) => call.includes(UID.post)).sort()).toEqual(expected(UID.post, slugs));
    expect(err).toMatch(/^Calling \d+ webhooks …$/m);
  });

  it('are all called when pages were imported', async () => {
    const website = await content.website();
    const { documentId } = await content.campaign(website.documentId, TEMPLATES);
    const cities = numbered('city', PAGES);
    const rows = cities.map((city) => [city, `text of ${city}`]);
    const file = await fileOf('pages.csv', toCsv([['city', 'text'], ...rows]));
    const { err, out } = await imports.execute(['--campaign', documentId, '--file', file, '--publish']);
    expect(out).toContain(`Made: ${PAGES}.`);
    const slugs = cities.map((city) => `coffee/${city}`);
    expect(called.filter((call) => call.includes(UID.page)).sort()).toEqual(expected(UID.page, slugs));
    expect(err).toMatch(/^Calling \d+ webhooks …$/m);
  });
});
