import { rm } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import request from 'supertest';
import { withServer } from '../../../support/with-server';

/** The box that such a file begins with. */
const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
const bmp = Buffer.concat([Buffer.from('BM', 'latin1'), Buffer.alloc(60)]);
const picture = (channels: 3 | 4) =>
  sharp({ create: { width: 8, height: 4, channels, background: { r: 1, g: 2, b: 3, alpha: 0.5 } } });

describe('the kinds of files that are taken', () => {
  const { server, asSuperAdmin } = withServer();
  const panel = asSuperAdmin();
  const uploaded: string[] = [];

  afterAll(async () => {
    for (const url of uploaded) await rm(path.join(server.strapi.dirs.static.public, url), { force: true });
  });

  const upload = async (name: string, type: string, bytes: Buffer, to = '/upload') => {
    const response = await request(server.strapi.server.httpServer)
      .post(to)
      .set('Authorization', `Bearer ${panel.token}`)
      .field('fileInfo', JSON.stringify({ name, folder: null }))
      .attach('files', bytes, { filename: name, contentType: type });
    const body = response.body as { error?: { message: string } } & Record<string, unknown>;
    const file = (Array.isArray(body) ? body[0] : body) as { url?: string; mime?: string; name?: string };
    if (file.url) uploaded.push(file.url);
    return { status: response.status, message: body.error?.message ?? '', file };
  };

  it.each(['jpeg', 'png', 'gif', 'webp', 'avif'] as const)('are pictures as %s', async (format) => {
    const bytes = await picture(3).toFormat(format).toBuffer();
    expect(await upload(`a.${format}`, `image/${format}`, bytes)).toMatchObject({
      status: 201,
      file: { mime: `image/${format}` },
    });
  });

  it('are refused as HEIC with a way to a JPEG, whatever they are called', async () => {
    for (const [name, type] of [
      ['IMG_1.HEIC', 'image/heic'],
      ['IMG_1.jpg', 'image/jpeg'],
    ] as const) {
      const { status, message } = await upload(name, type, heic);
      expect(status).toBe(400);
      expect(message).toMatch(
        new RegExp(
          `^“${name}” was not uploaded: it is a HEIC picture, which browsers do not show. Save it as JPEG: .*iPhone`,
        ),
      );
    }
  });

  it('are said where another one is refused, at each door', async () => {
    for (const door of ['/upload', '/upload/files'])
      expect(await upload('a.bmp', 'image/bmp', bmp, door)).toMatchObject({
        status: 400,
        message:
          '“a.bmp” was not uploaded: it is image/bmp. Pictures can be JPEG, PNG, GIF, WebP, AVIF, and TIFF, which is converted; ' +
          'other files videos, audio, PDF, plain text and CSV.',
      });
  });

  it('are made of TIFF: JPEG, or PNG where something shows through', async () => {
    const opaque = await upload('scan.tif', 'image/tiff', await picture(3).tiff().toBuffer());
    expect(opaque).toMatchObject({
      status: 201,
      file: { name: 'scan.jpg', mime: 'image/jpeg', ext: '.jpg' },
    });
    const through = await upload(
      'scan.tiff',
      'image/tiff',
      await picture(4).tiff({ compression: 'lzw' }).toBuffer(),
    );
    expect(through).toMatchObject({ status: 201, file: { name: 'scan.png', mime: 'image/png', width: 8 } });
    const broken = await upload('scan.tif', 'image/tiff', Buffer.from('II*\0broken', 'latin1'));
    expect(broken).toMatchObject({
      status: 400,
      message:
        '“scan.tif” was not uploaded: it is damaged, or a kind of TIFF that cannot be read. Save it as JPEG or PNG.',
    });
  });
});
