import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { closeServer, portOf } from '../../support/connections';
import { temporaryFolder } from '../../support/temporary-folder';
import { withServer } from '../../support/with-server';
import { unzipped } from '../../support/zip';

const TOO_LARGE = 2 * 1024 ** 3;

describe('the files of an export', () => {
  const publicFolder = temporaryFolder();
  mkdirSync(path.join(publicFolder, 'uploads'));
  const { server, content, asSuperAdmin } = withServer({ PUBLIC_DIR: publicFolder });
  const panel = asSuperAdmin();

  const exported = async (html: string, format = 'json'): Promise<Record<string, string>> => {
    const website = await content.website();
    await content.post(website.documentId, { slug: 'post', content: html });
    const port = await portOf(server.strapi.server.httpServer);
    const address = `http://127.0.0.1:${port}/content-delivery/websites/${website.documentId}/export?format=${format}`;
    const answer = await fetch(address, { headers: { Authorization: `Bearer ${panel.token}` } });
    expect(answer.status).toBe(200);
    return unzipped(Buffer.from(await answer.arrayBuffer()));
  };
  const pictures = (addresses: readonly string[]): string =>
    addresses.map((address) => `<img src="${address}" alt="">`).join('');
  const filesIn = (archive: object): string[] =>
    Object.keys(archive).filter((name) => name.startsWith('files/'));

  it('are each there once, whatever queries their addresses end in', async () => {
    writeFileSync(path.join(publicFolder, 'uploads', 'one.png'), 'picture');
    const addresses = ['/uploads/one.png?1', '/uploads/one.png', '/uploads/%6Fne.png?a=b#c'];
    const archive = await exported(pictures(addresses));
    expect(filesIn(archive)).toEqual(['files/one.png']);
    expect(archive['files/one.png']).toBe('picture');
    const listed = JSON.parse(archive['files.json'] ?? '') as { address: string; file: string }[];
    expect(listed.map(({ address, file }) => `${new URL(address).search} ${file}`)).toEqual([
      ...['?1 files/one.png', ' files/one.png', '?a=b files/one.png'],
    ]);
    const markdown = await exported(pictures(addresses), 'markdown');
    expect(filesIn(markdown)).toEqual(['files/one.png']);
    expect(markdown['posts/post.md']?.match(/\/files\/one\.png/g)).toHaveLength(3);
    expect(markdown['posts/post.md']).not.toContain('uploads');
  });

  describe('in a bucket', () => {
    const BYTES: Record<string, number> = { '/cut.png': 3_000_000, '/large.png': TOO_LARGE };
    const bucket = http.createServer(({ url = '' }, response) => {
      const bytes = BYTES[url];
      if (bytes === undefined) return response.end(`picture ${url}`);
      response.writeHead(200, { 'Content-Length': bytes });
      response.write(randomBytes(1_000_000), () => {
        if (url === '/cut.png') response.destroy();
      });
    });
    afterAll(() => closeServer(bucket));

    it('are left out where they cannot be had whole, and all others are there', async () => {
      const at = `http://127.0.0.1:${await portOf(bucket)}`;
      const names = ['first', 'cut', 'second', 'large', 'third'].map((name) => `${name}.png`);
      for (const name of names) {
        const id = await content.image(`${at}/${name}`);
        await server.strapi.db
          .query('plugin::upload.file')
          .update({ where: { id }, data: { provider: 'aws-s3' } });
      }
      const archive = await exported(pictures(names.map((name) => `${at}/${name}`)));
      expect(filesIn(archive)).toEqual(['files/first.png', 'files/second.png', 'files/third.png']);
      expect(archive['files/third.png']).toBe('picture /third.png');
      const listed = JSON.parse(archive['files.json'] ?? '') as { address: string }[];
      expect(listed.map(({ address }) => address)).toEqual(
        ['first', 'second', 'third'].map((name) => `${at}/${name}.png`),
      );
      const left = (archive['report.csv'] ?? '').split('\r\n').filter((line) => line.startsWith('left-out'));
      expect(left).toHaveLength(2);
      expect(left.join('\n')).toMatch(/cut\.png.*could not be fetched[^]*large\.png.*larger than 1024 MB/);
    });
  });
});
