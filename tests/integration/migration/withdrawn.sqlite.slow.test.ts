import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { UID } from '../../fixtures/content';
import { exportOf, itemOf } from '../../fixtures/wordpress';
import { commandsOf } from '../../support/commands';
import { withServer } from '../../support/with-server';

// Each test runs commands, and each command starts a Strapi.
describe('posts that WordPress shows to nobody any more', () => {
  const { server } = withServer();
  const commands = commandsOf('import-wordpress');
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'import-wordpress-'));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  const move = async (statuses: Record<string, string>) => {
    const file = path.join(folder, 'export.xml');
    const parts = Object.entries(statuses).map(([slug, status], id) =>
      itemOf({ id, title: slug, slug: status === 'trash' ? `${slug}__trashed` : slug, status }),
    );
    await writeFile(file, exportOf({ parts }));
    return commands.execute(['--file', file, '--website', 'Quayside', '--images', 'leave']);
  };
  const liveOnes = async () => {
    const live: { title: string }[] = await server.strapi.db
      .query(UID.post)
      .findMany({ where: { publishedAt: { $notNull: true } } });
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
});
