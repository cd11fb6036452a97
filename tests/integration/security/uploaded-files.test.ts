import path from 'node:path';
import { rm } from 'node:fs/promises';
import request from 'supertest';
import { signInAsSuperAdmin, type AdminPanel } from '../../support/admin-panel';
import { withServer } from '../../support/with-server';

const GIF = Buffer.from('GIF89a=1/*\0\0\0\0\0\0\0*/;alert(1)//', 'latin1');
const SCRIPT = '<script>alert(document.domain)</script>';

describe('uploaded files', () => {
  const { server } = withServer();
  let panel: AdminPanel;
  const uploaded: string[] = [];

  beforeAll(async () => {
    panel = await signInAsSuperAdmin(server.strapi);
  });
  afterAll(async () => {
    const folder = path.join(server.strapi.dirs.static.public);
    for (const url of uploaded) await rm(path.join(folder, url), { force: true });
  });

  const upload = async (name: string, type: string, bytes: Buffer | string) => {
    const response = await request(server.strapi.server.httpServer)
      .post('/upload')
      .set('Authorization', `Bearer ${panel.token}`)
      .attach('files', Buffer.from(bytes), { filename: name, contentType: type });
    const [file] =
      response.status === 201 || response.status === 200 ? (response.body as { url: string }[]) : [];
    if (file) uploaded.push(file.url);
    return { status: response.status, url: file?.url ?? null };
  };

  it.each([
    ['picture.html', 'image/gif', GIF],
    ['picture.htm', 'image/gif', GIF],
    ['picture.xhtml', 'image/gif', GIF],
    ['picture.svg', 'image/svg+xml', `<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`],
    ['picture.svg', 'image/png', `<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`],
    ['notes.html', 'text/plain', SCRIPT],
    ['notes.xml', 'text/plain', `<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(1)</x:script>`],
    ['notes.js', 'text/plain', 'alert(1)'],
    ['notes.html', 'application/octet-stream', SCRIPT],
  ])('are refused when a browser would run them: %s as %s', async (name, type, bytes) => {
    expect(await upload(name, type, bytes)).toEqual({ status: 400, url: null });
  });

  it('are served without any right to act in the name of the server', async () => {
    const { status, url } = await upload('notes.txt', 'text/plain', `Notes ${SCRIPT}`);
    expect(status).toBe(201);
    const response = await request(server.strapi.server.httpServer).get(url as string);
    expect(response.status).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; (?!.*script-src)/) as string,
    });
    const missing = await request(server.strapi.server.httpServer).get('/uploads/none.png');
    expect(missing.status).toBe(404);
    expect(missing.headers['content-security-policy']).toMatch(/^default-src 'none'/);
  });
});
