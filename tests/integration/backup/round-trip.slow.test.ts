import { mkdir, mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { contentOf, UID } from '../../fixtures/content';
import { makeRichSystem, RICH_UPLOADS, type RichSystem } from '../../fixtures/rich-system';
import { signIn } from '../../support/admin-panel';
import { delivered, type Delivered } from '../../support/answers';
import { readArchive, rowsOf } from '../../support/archives';
import { documentsOf } from '../../support/documents';
import { commandsOf } from '../../support/commands';
import {
  createEmptyDatabase,
  createTestDatabase,
  databaseKind,
  type DatabaseKind,
  type TestDatabase,
} from '../../support/databases';
import { PUBLIC_URL, startServer, type TestServer } from '../../support/strapi';
import { expectRefusedAt } from '../../support/violations';
import { targets } from '../../support/warmed';
import { serviceOf } from '../../support/services';
import { temporaryFolder } from '../../support/temporary-folder';

const WEBHOOK = 'plugin::content-delivery.webhook';
const PURGE_TARGET = 'plugin::content-delivery.purge-target';
const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const IMAGE = path.resolve(__dirname, '../../../demo/content/harbour-roasters/images/water.webp');
const LONG_HTML = '<p>Käse ☕️ – чай & 茶</p>\r\n'.repeat(30_000);

interface UploadService {
  upload(input: { data: object; files: object }): Promise<{ id: number; url: string }[]>;
}

// Several starts of processes in each test, and of servers on fresh databases.
const backup = commandsOf('backup');
const restore = commandsOf('restore');
const folder = temporaryFolder();
let database: TestDatabase;
let file: string;
let system: RichSystem;
let responses: Delivered[];
/** With a preview token of a post. */
let preview: string;
const databases: TestDatabase[] = [];

/** A folder for uploads, and the variable that names it. */
const publicFolder = async (): Promise<{ PUBLIC_DIR: string }> => {
  const made = await mkdtemp(path.join(folder, 'public-'));
  await mkdir(path.join(made, 'uploads'));
  return { PUBLIC_DIR: made };
};
const uploadsIn = async ({ PUBLIC_DIR }: { PUBLIC_DIR: string }): Promise<Map<string, Buffer>> => {
  const files = (await readdir(path.join(PUBLIC_DIR, 'uploads'))).sort();
  const read = (file: string) => readFile(path.join(PUBLIC_DIR, 'uploads', file));
  return new Map(await Promise.all(files.map(async (file) => [file, await read(file)] as const)));
};
const emptyDatabase = async (kind?: DatabaseKind): Promise<TestDatabase> => {
  const made = await createEmptyDatabase(kind);
  databases.push(made);
  return made;
};

let uploads: { PUBLIC_DIR: string };

beforeAll(async () => {
  uploads = await publicFolder();
  for (const name of RICH_UPLOADS) await writeFile(path.join(uploads.PUBLIC_DIR, 'uploads', name), name);
  database = await createTestDatabase();
  const filling = await startServer(uploads, database);
  system = await makeRichSystem(filling.strapi);

  const [image] = await (filling.strapi.plugin('upload').service('upload') as UploadService).upload({
    data: {},
    files: {
      filepath: IMAGE,
      originalFilename: 'wässer.webp',
      mimetype: 'image/webp',
      size: (await stat(IMAGE)).size,
    },
  });
  const [website] = system.websites;
  if (!image || !website) throw new Error('There is nothing to write for.');
  const { documentId } = await contentOf(filling.strapi).post(website.documentId, {
    slug: 'long',
    content: LONG_HTML,
    featuredImage: image.id,
  });
  system.requests.push(targets.post(website, 'long'));
  const links = serviceOf(filling.strapi, 'previews');
  const link = await links.make(UID.post, documentId, 60_000);
  preview = `${targets.post(website, 'long')}&preview=${link?.token}`;
  const target = await documentsOf(filling.strapi, PURGE_TARGET).create({
    data: {
      website: system.websites[0]?.documentId,
      kind: 'http',
      url: 'https://cache.example.com/',
      credentials: SECRET,
      active: false,
    },
  });
  // This server sends no tags.
  await filling.strapi.db
    .connection('content_delivery_purge_targets')
    .where({ document_id: target.documentId })
    .update({ active: true });
  await documentsOf(filling.strapi, WEBHOOK).create({
    data: { website: website.documentId, url: 'https://example.com/hook', secret: SECRET },
  });
  await filling.stopAndKeepDatabase();

  // Strapi writes some permissions in another form when it starts; this way they have it on both sides.
  const server = await startServer(uploads, database);
  try {
    responses = await delivered(server, system.requests);
    expect((await delivered(server, [preview]))[0]?.status).toBe(200);
    file = await backUpFrom(database, uploads);
  } finally {
    await server.stopAndKeepDatabase();
  }
});
afterAll(async () => {
  await database?.drop();
  for (const one of databases) await one.drop();
});

const backUpFrom = async (from: TestDatabase, publicDir: { PUBLIC_DIR: string }): Promise<string> => {
  const file = path.join(folder, `${(await readdir(folder)).length}.tar.gz`);
  const done = await backup.execute(['--to', file], { ...from.environment, ...publicDir });
  expect(done).toMatchObject({ code: 0, out: '' });
  expect(done.err).toMatch(/^Backed up to .*tar\.gz: [\d,]+ rows of \d+ tables and \d+ uploaded files, /);
  return file;
};
const restoreInto = async (to: TestDatabase, publicDir: { PUBLIC_DIR: string }, file: string) => {
  const done = await restore.execute(['--from', file], { ...to.environment, ...publicDir });
  expect(done).toMatchObject({ code: 0 });
  expect(done.out).toMatch(
    /Restored what release \S+ had at \S+Z: [\d,]+ rows of \d+ tables and \d+ uploaded/,
  );
};
describe('a backup that is made beside a running server', () => {
  let copy: TestDatabase;
  let copiedUploads: { PUBLIC_DIR: string };
  let restored: TestServer;
  /** What the restored server answers before anything is written to it. */
  let answers: Delivered[];
  let previewed: Delivered | undefined;
  beforeAll(async () => {
    copy = await emptyDatabase();
    // It is not there yet.
    copiedUploads = { PUBLIC_DIR: path.join(folder, 'restored', 'public') };
    await restoreInto(copy, copiedUploads, file);
    restored = await startServer(copiedUploads, copy);
    answers = await delivered(restored, system.requests);
    [previewed] = await delivered(restored, [preview]);
  });
  afterAll(() => restored.stopAndKeepDatabase());

  it('is for its owner only, and has nobody who is signed in', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const archive = await readArchive(file);
    expect(rowsOf(archive, 'strapi_sessions')).toEqual([]);
    expect(rowsOf(archive, 'admin_users')).toHaveLength(2);
  });

  it('revives no preview link: all have ended', async () => {
    expect(rowsOf(await readArchive(file), 'content_delivery_previews')).toEqual([]);
    expect(previewed?.status).toBe(404);
  });

  it('calls no webhook before somebody switches it on, and then with its secret', async () => {
    expect(JSON.stringify(rowsOf(await readArchive(file), 'content_delivery_webhooks'))).not.toContain(
      SECRET,
    );
    const { store } = serviceOf(restored.strapi, 'webhooks');
    const [webhook] = await store.list(system.websites[0]?.documentId ?? '');
    expect(webhook).toMatchObject({ active: false, off: { reason: 'restored' }, waiting: 0 });
    expect(await store.revealNew(webhook?.documentId ?? '')).toBe(SECRET);
  });

  it('purges no cache in front before somebody switches that on', async () => {
    const [row] = rowsOf(await readArchive(file), 'content_delivery_purge_targets');
    expect(Boolean(row?.['active'])).toBe(true);
    expect(JSON.stringify(row)).not.toContain(SECRET);
    const { store } = serviceOf(restored.strapi, 'purges');
    const [restoredTarget] = await store.list(system.websites[0]?.documentId ?? '');
    expect(restoredTarget).toMatchObject({ active: false, off: { reason: 'restored' }, waiting: 0 });
  });

  it('gives the uploaded files back, byte for byte', async () => {
    const before = await uploadsIn(uploads);
    expect(before.size).toBeGreaterThan(1);
    expect([...before.keys()].join()).toMatch(/thumbnail_/);
    expect(await uploadsIn(copiedUploads)).toEqual(before);
  });

  it('gives back what the four routes deliver, byte for byte, to every key', () => {
    expect(responses.find(({ target }) => target.includes('slug=long'))?.text.length).toBeGreaterThan(
      800_000,
    );
    expect(answers).toEqual(responses);
  });

  it('keeps users, their restrictions and all rules, and goes on counting where it was', async () => {
    const { superAdmin, editor, websites, endedKeys, post } = system;
    const [first] = websites;
    const panel = await signIn(restored.strapi, superAdmin.email, superAdmin.password);
    const key = await panel.get(`/content-delivery/websites/${first?.documentId}/api-key`);
    expect(key.body.data).toMatchObject({ apiKey: first?.key });

    const restricted = await signIn(restored.strapi, editor.email, editor.password);
    const list = await restricted.get(`/content-manager/collection-types/${UID.website}`);
    expect(list.body.results?.map(({ documentId }) => documentId)).toEqual([first?.documentId]);

    const content = contentOf(restored.strapi);
    const account = (await content.defaultAccount()).documentId;
    await expectRefusedAt('slug', content.post(first?.documentId ?? '', { slug: post.slug }));
    for (const apiKey of endedKeys) await expectRefusedAt('apiKey', content.website({ account, apiKey }));

    const ids = async () =>
      ((await restored.strapi.db.query(UID.post).findMany({})) as { id: number }[]).map(({ id }) => id);
    const before = await ids();
    await content.post(first?.documentId ?? '', { slug: 'after-the-restore' });
    const after = await ids();
    expect(Math.max(...after)).toBeGreaterThan(Math.max(...before));
    expect(new Set(after).size).toBe(before.length + 2);
  });
});

/** What each start writes into. */
const OF_EACH_START = ['strapi_core_store_settings'];
/** What a restore switches off. */
const SWITCHED_OFF = ['content_delivery_webhooks', 'content_delivery_purge_targets'];

it('loses nothing on a way over a database of another kind, and delivers under the address of the new server', async () => {
  const here = databaseKind();
  const first = await readArchive(file);
  let [last, next] = [database, file];
  for (const kind of here === 'sqlite' ? [here] : (['sqlite', here] as const)) {
    last = await emptyDatabase(kind);
    // The files are there already, as on a server that only changes its database.
    await restoreInto(last, uploads, next);
    next = await backUpFrom(last, uploads);
  }
  const end = await readArchive(next);
  const tables = [...first.keys(), ...end.keys()].map((name) => name.split('/')[1] ?? '');
  for (const table of new Set(tables)) {
    if ([...OF_EACH_START, ...SWITCHED_OFF].includes(table)) continue;
    const kept = (archive: typeof first) =>
      rowsOf(archive, table)
        .filter((row) => !isHistory(row))
        .map(parsed);
    expect([table, kept(end)]).toEqual([table, kept(first)]);
  }
  // Numbers of revisions come again after a restore: together with its history id they are others.
  const historyOf = (archive: typeof first) => rowsOf(archive, 'content_delivery_revisions').find(isHistory);
  expect(historyOf(first)).toMatchObject({ revision: expect.any(Number) as number });
  expect(historyOf(end)?.['revision']).not.toBe(historyOf(first)?.['revision']);
  // A restored server has an address of its own.
  const elsewhere = 'https://elsewhere.example.com';
  const restored = await startServer({ ...uploads, PUBLIC_URL: elsewhere }, last);
  try {
    const texts = (await delivered(restored, system.requests)).map(({ text }) => text);
    expect(texts.join()).toContain(`${elsewhere}/uploads/`);
    expect(texts).toEqual(responses.map(({ text }) => text.replaceAll(PUBLIC_URL, elsewhere)));
  } finally {
    await restored.stopAndKeepDatabase();
  }
});

const isHistory = (row: Record<string, unknown>): boolean => row['scope'] === 'history';

/** PostgreSQL keeps JSON with its keys in an order of its own. */
const parsed = (row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'string' && /^[[{]/.test(value) ? (JSON.parse(value) as unknown) : value,
    ]),
  );
