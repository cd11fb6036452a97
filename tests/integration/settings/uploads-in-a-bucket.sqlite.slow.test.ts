import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import request from 'supertest';
import { VARIABLES } from '../../../src/settings/uploads/storage';
import { contentOf, UID, type Content } from '../../fixtures/content';
import { signInAsSuperAdmin, type AdminPanel } from '../../support/admin-panel';
import { startFakeS3, type FakeS3 } from '../../support/fake-s3';
import { requestsTo } from '../../support/requests';
import { startServer, type TestServer } from '../../support/strapi';
import { temporaryFolder } from '../../support/temporary-folder';

const BUCKET = 'pictures';
const REGION = 'eu-test-1';
const ROOT = path.resolve(__dirname, '..', '..', '..');
const IMAGE = path.join(ROOT, 'favicon.png');
/** More than is sent in one piece. */
const LARGE = Buffer.alloc(6 * 1024 * 1024, 'large file ');

interface StoredFile {
  id: number;
  url: string;
  formats: Record<string, { url: string }> | null;
}

describe('uploads that are kept in a bucket', () => {
  let s3: FakeS3;
  const publicFolder = temporaryFolder();
  let server: TestServer | undefined;
  let content: Content;
  let panel: AdminPanel;

  beforeAll(async () => {
    s3 = await startFakeS3({ bucket: BUCKET, region: REGION, accessKeyId: 'test-id' });
    await mkdir(path.join(publicFolder, 'uploads'));
  });
  afterEach(async () => {
    await server?.stop();
    server = undefined;
    for (const name of [...VARIABLES, 'PUBLIC_DIR']) Reflect.deleteProperty(process.env, name);
  });
  afterAll(() => s3.stop());

  const start = async (environment: Record<string, string> = {}): Promise<TestServer> => {
    server = await startServer({
      PUBLIC_DIR: publicFolder,
      S3_BUCKET: BUCKET,
      S3_REGION: REGION,
      S3_ENDPOINT: s3.endpoint,
      S3_ACCESS_KEY_ID: 'test-id',
      S3_SECRET_ACCESS_KEY: 'test-secret',
      S3_FORCE_PATH_STYLE: 'true',
      ...environment,
    });
    content = contentOf(server.strapi);
    panel = await signInAsSuperAdmin(server.strapi);
    return server;
  };

  const upload = async ({ strapi }: TestServer, file: string | Buffer, name: string): Promise<StoredFile> => {
    const { status, body } = await request(strapi.server.httpServer)
      .post('/upload')
      .set('Authorization', `Bearer ${panel.token}`)
      .attach('files', file, name);
    expect({ status, error: (body as { error?: unknown }).error }).toEqual({ status: 201, error: undefined });
    const [stored] = body as StoredFile[];
    if (!stored) throw new Error('Nothing was uploaded.');
    return stored;
  };

  const localFiles = () => readdir(path.join(publicFolder, 'uploads'));

  it('are written there and nowhere else, delivered under its address, and deleted from it', async () => {
    const before = await localFiles();
    const running = await start({ S3_PREFIX: '/blog/' });
    const image = await upload(running, IMAGE, 'picture.png');

    const keys = [...s3.objects.keys()];
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) expect(key).toMatch(/^blog\/[\w-]+\.png$/);
    expect(image.url).toMatch(new RegExp(`^${s3.endpoint}/${BUCKET}/blog/picture_[0-9a-f]+\\.png$`));
    expect([...s3.objects.values()][0]).toMatchObject({ type: 'image/png', acl: undefined });

    const website = await content.website();
    const post = await content.post(website.documentId, { slug: 'post', featuredImage: image.id });
    const { status, body } = await requestsTo(running).blog(website.key, { slug: 'post' });
    expect({ status, body: body as unknown }).toMatchObject({
      status: 200,
      body: { featuredImage: image.url },
    });
    const read = await fetch(image.url);
    expect({ status: read.status, type: read.headers.get('content-type') }).toEqual({
      status: 200,
      type: 'image/png',
    });

    await content.remove(UID.post, post.documentId);
    expect((await panel.delete(`/upload/files/${image.id}`)).status).toBe(200);
    expect([...s3.objects.keys()]).toEqual([]);
    expect((await fetch(image.url)).status).toBe(404);
    expect(await localFiles()).toEqual(before);
    expect(s3.refused).toEqual([]);
  });

  it('may be large', async () => {
    const running = await start();
    const file = await upload(running, LARGE, 'large.txt');
    const [object] = [...s3.objects.values()];
    expect(object?.bytes.equals(LARGE)).toBe(true);
    expect(file.url).toMatch(new RegExp(`^${s3.endpoint}/${BUCKET}/large_[0-9a-f]+\\.txt$`));
    expect((await panel.delete(`/upload/files/${file.id}`)).status).toBe(200);
    expect(s3.objects.size).toBe(0);
  });

  it('have the address that S3_PUBLIC_URL says, and are shown in the admin panel from there', async () => {
    const running = await start({ S3_PUBLIC_URL: 'https://media.example.com/pictures/' });
    const image = await upload(running, IMAGE, 'picture.png');
    expect(image.url).toMatch(/^https:\/\/media\.example\.com\/pictures\/picture_[0-9a-f]+\.png$/);
    const { headers } = await request(running.strapi.server.httpServer).get('/admin/init');
    const policy = String(headers['content-security-policy']).split(';');
    for (const name of ['img-src', 'media-src']) {
      const directive = policy.find((text) => text.startsWith(`${name} `));
      expect(directive).toMatch(/ 'self' .* https:( |$)/);
    }
    expect((await panel.delete(`/upload/files/${image.id}`)).status).toBe(200);
    expect(s3.objects.size).toBe(0);
  });
});
