import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ghostExport, ghostPost } from '../../fixtures/ghost';
import { UID } from '../../fixtures/content';
import { exportOf, itemOf } from '../../fixtures/wordpress';
import { commandsOf } from '../../support/commands';
import { withServer } from '../../support/with-server';
import { temporaryFolder } from '../../support/temporary-folder';

// Each test runs commands, and each command starts a Strapi.
describe('posts that the old website shows to nobody any more', () => {
  const { server } = withServer();
  const commands = commandsOf('import-wordpress');
  const ghostCommands = commandsOf('import-ghost');
  const folder = temporaryFolder();

  const move = async (statuses: Record<string, string>) => {
    const file = path.join(folder, 'export.xml');
    const parts = Object.entries(statuses).map(([slug, status], id) =>
      itemOf({ id, title: slug, slug: status === 'trash' ? `${slug}__trashed` : slug, status }),
    );
    await writeFile(file, exportOf({ parts }));
    return commands.execute(['--file', file, '--website', 'Quayside', '--images', 'leave']);
  };
  const liveOnes = async (website = 'Quayside') => {
    const live: { title: string }[] = await server.strapi.db
      .query(UID.post)
      .findMany({ where: { website: { name: website }, publishedAt: { $notNull: true } } });
    return live.map(({ title }) => title).sort();
  };

  it('become drafts: private ones, those in the trash, and drafts', async () => {
    await move({ first: 'publish', second: 'publish', third: 'publish' });
    expect(await liveOnes()).toEqual(['first', 'second', 'third']);

    const { code, out, err } = await move({
      first: 'private',
      second: 'trash',
      third: 'draft',
      fourth: 'private',
    });
    expect(await liveOnes()).toEqual([]);
    expect(out).toMatch(/Posts: 0 made, 3 changed, 0 left as they are, 1 left out\./);
    expect(out).toMatch(
      /note: post "first" \(post 0\): It is private.* It was live here, and is a draft now\./,
    );
    expect(out).toMatch(/note: post "second" \(post 1\): It is in the trash\. It was live here/);
    expect(err).toMatch(/^left out: post "fourth" \(post 3\): It is private/);
    expect(code).toBe(1);

    await move({ first: 'publish', second: 'publish', third: 'publish' });
    expect(await liveOnes()).toEqual(['first', 'second', 'third']);
  });

  it('become drafts when they come from Ghost: those for members now, and drafts', async () => {
    const file = path.join(folder, 'export.json');
    const redirects = path.join(folder, 'redirects.csv');
    const moveGhost = async (posts: Record<string, unknown>[]) => {
      const users = [{ id: 'u1', name: 'Harbour desk', slug: 'harbour' }];
      const text = ghostExport({ posts, users, postAuthors: [['1', 'u1']] });
      await writeFile(file, text);
      const from = ['--file', file, '--from', 'https://harbour.example.com', '--website', 'Harbour'];
      return ghostCommands.execute([...from, '--authors', '--redirects', redirects]);
    };
    const first = await moveGhost(['1', '2', '3'].map((id) => ghostPost(id)));
    expect(first.out).toMatch(/^The export has 3 post entries\./);
    expect(first).toMatchObject({ code: 0, err: '' });
    expect(await liveOnes('Harbour')).toEqual(['Post 1', 'Post 2', 'Post 3']);
    expect(await readFile(redirects, 'utf8')).toMatch(/^from,slug\r\n\/post-1\/,post-1\r\n/);
    const post: { author: { name: string } | null; publishDate: string } = await server.strapi.db
      .query(UID.post)
      .findOne({
        where: { website: { name: 'Harbour' }, slug: 'post-1', publishedAt: { $notNull: true } },
        populate: ['author'],
      });
    expect(post.author?.name).toBe('Harbour desk');
    expect(new Date(post.publishDate).toISOString()).toBe('2024-03-09T17:20:00.000Z');

    const { code, err } = await moveGhost([
      ghostPost('1'),
      ghostPost('2', { visibility: 'members' }),
      ghostPost('3', { status: 'draft' }),
    ]);
    expect(code).toBe(1);
    expect(err).toMatch(/altered: post "Post 2" \(post post-2\): It is for members only/);
    expect(await liveOnes('Harbour')).toEqual(['Post 1']);
  });
});
