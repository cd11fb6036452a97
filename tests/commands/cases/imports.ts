import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readDemoContent } from '../../../demo/content';
import { ghostExport, ghostPost } from '../../fixtures/ghost';
import { PIXEL } from '../../fixtures/pixel';
import { exportOf, itemOf } from '../../fixtures/wordpress';
import type { Case, Place } from '../case';
import { keyOf, rowsOf } from '../content';

/** Puts files where the docs say that they are: beside package.json. */
const write = async (at: Place, files: Record<string, string | Buffer>): Promise<void> => {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(at.project, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
};

/** A dry run makes nothing, and a run the website with its posts. */
const POSTS =
  "SELECT p.title FROM posts p JOIN posts_website_lnk l ON l.post_id = p.id JOIN websites w ON w.id = l.website_id WHERE w.name = 'Quayside Cycle Works' AND p.published_at IS NOT NULL ORDER BY p.title";

/** An import of a blog: what lies beside package.json before it, and the posts that it makes. No picture is fetched. */
const blog = (name: string, files: Record<string, string | Buffer>, titles: readonly string[]): Case => ({
  name,
  shown: new RegExp(`^npm run ${name} -- `),
  given: (at) => write(at, files),
  // With remarks: what a dry run is there for.
  status: [0, 1],
  says: new RegExp(`^Posts: ${titles.length} made, 0 changed, 0 left as they are, 0 left out\\.$`, 'm'),
  seen: (at, line) => expect(rowsOf(at, POSTS)).toEqual(line.includes('--dry-run') ? [] : titles),
});

export const IMPORTS: readonly Case[] = [
  blog(
    'import:wordpress',
    {
      'export.xml': exportOf({
        parts: [itemOf({ id: 1, title: 'Hub gears', slug: 'hub-gears', content: 'Text' })],
      }),
    },
    ['Hub gears'],
  ),
  blog(
    'import:ghost',
    {
      'export.json': ghostExport({
        posts: [ghostPost('hub', { title: 'Hub gears' })],
        users: [{ id: 'ada', name: 'Ada', slug: 'ada' }],
        postAuthors: [['hub', 'ada']],
      }),
    },
    ['Hub gears'],
  ),
  blog(
    'import:markdown',
    {
      'content/posts/chains.md': '---\ntitle: Chains\ndate: 2024-03-10\n---\n\nOil them.\n',
      'content/posts/hub-gears.md':
        '---\ntitle: Hub gears\ndate: 2024-03-09\ntags: [Gears]\nimage: /hub.png\n---\n\nSee [chains](/posts/chains/).\n',
      'static/hub.png': PIXEL,
    },
    ['Chains', 'Hub gears'],
  ),
  blog(
    'import:table',
    {
      'posts.csv':
        'Headline,slug,html,date,Internal notes\nHub gears,hub-gears,<p>Text</p>,2024-03-09,none\n',
    },
    ['Hub gears'],
  ),
  {
    name: 'export',
    shown: /^npm run export -- /,
    given: async ({ folder }) => ({
      '--to harbour-roasters': `--to ${path.join(folder, 'harbour-roasters')}`,
    }),
    says: /: 13 posts, 50 pSEO pages, 8 files\.$/m,
  },
  {
    name: 'import:export',
    shown: /^npm run import:export -- /,
    async given(at) {
      const export_ = path.join(at.folder, 'harbour-roasters');
      await at.run(`npm run export -- --website "Harbour Roasters" --to ${export_}`, {
        DATABASE_FILENAME: at.demo,
      });
      return { '--folder harbour-roasters': `--folder ${export_}` };
    },
    // Where its ids are free.
    database: 'none',
    says: /^Posts: 13 made, 0 changed, 0 left as they are, 0 left out\.$/m,
  },
  {
    name: 'import:api',
    shown: /^npm run import:api -- |^export SOURCE_API_KEY=/,
    async given(at) {
      const address = `http://127.0.0.1:${at.other}`;
      await at.serve('npm start', `${address}/_ready`, {
        DATABASE_FILENAME: at.demo,
        PORT: String(at.other),
        PUBLIC_URL: address,
      });
      return { '=…': `=${await keyOf(at, 'Plainstack Studio')}`, 'https://cms.example.com': address };
    },
    // With --keep-key, the key must not be one of this system.
    database: 'none',
    says: /^Posts: \d+ made, 0 changed, 0 left as they are, 0 left out\.$/m,
  },
  {
    name: 'pseo:escaping',
    shown: /^npm run pseo:escaping/,
    says: /^Values are escaped as in new campaigns already\.$/m,
  },
  {
    name: 'pseo:import',
    shown: /^npm run pseo:import -- /,
    async given(at) {
      const [first] = readDemoContent(path.join(at.project, 'demo', 'content')).websites.flatMap(
        ({ campaigns }) => campaigns.flatMap(({ pages }) => pages),
      );
      const row = { ...first?.variables, city: 'Leith', city_slug: 'leith' };
      const line = (cells: readonly string[]): string => `${cells.map((cell) => `"${cell}"`).join(',')}\n`;
      await write(at, { 'cities.csv': line(Object.keys(row)) + line(Object.values(row)) });
      return { '"Coffee delivery"': '"Coffee delivery by city"' };
    },
    says: /\b1 /,
  },
];
