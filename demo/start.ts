import '../src/settings/supported-node';
import path from 'node:path';
import { createStrapi, type Core } from '@strapi/strapi';
import { demoLogin, type Login } from './admin-user';
import { readDemoContent, type DemoContent } from './content';
import { seedDemo } from './seed';
import { writeWebsites, type WebsiteAccess } from './websites-file';

const ROOT = path.resolve(__dirname, '..', '..');
/** Set once the demo content is complete; from then on what editors delete stays deleted. */
const SEEDED = { type: 'core', name: 'demo', key: 'seeded' } as const;

interface Delivery {
  config: { publicUrl: string };
}
interface ApiKeys {
  reveal(website: string): Promise<string | null>;
}

/** Starts a built project on SQLite with demo content, and prints how to get in. */
const main = async (): Promise<void> => {
  // The guide at the end is what people look for.
  process.env['LOG_LEVEL'] = process.env['LOG_LEVEL']?.trim() || 'warn';
  const strapi = createStrapi({ appDir: ROOT, distDir: path.join(ROOT, 'dist') });
  await strapi.load();
  const { publicUrl } = (strapi.plugin('content-delivery').service('delivery') as Delivery).config;
  const content = readDemoContent(path.join(ROOT, 'demo', 'content'));

  if (await hasOtherWebsites(strapi, content)) {
    console.log('This database already has websites, so no demo content is added to it.');
  } else if (!(await strapi.store.get(SEEDED))) {
    console.log('Filling the database with demo content …');
    await seedDemo(strapi, content, publicUrl);
    await strapi.store.set({ ...SEEDED, value: true });
  }
  const login = await demoLogin(strapi, path.join(folderOfDatabase(strapi), 'demo-login.json'));
  await strapi.start();
  // The one that pictures have, so that websites which allow pictures of their content server show them.
  const address = publicUrl;
  const websites = await accessTo(strapi, content);
  writeWebsites(path.join(folderOfDatabase(strapi), 'demo-websites.json'), { address, websites });
  printGuide(address, content, websites, login);
};

/** Where SQLite's file is; the login belongs to the database. */
const folderOfDatabase = (strapi: Core.Strapi): string => {
  const filename: unknown = strapi.config.get('database.connection.connection.filename');
  return typeof filename === 'string' ? path.dirname(filename) : path.join(ROOT, '.tmp');
};

const hasOtherWebsites = async (strapi: Core.Strapi, content: DemoContent): Promise<boolean> =>
  (await strapi.db.query('api::website.website').count({
    where: { name: { $notIn: content.websites.map(({ website }) => website.name) } },
  })) > 0;

/** The demo's websites that are still there, with their keys. */
const accessTo = async (strapi: Core.Strapi, content: DemoContent): Promise<WebsiteAccess[]> => {
  const keys = strapi.plugin('content-delivery').service('api-keys') as ApiKeys;
  const found: WebsiteAccess[] = [];
  for (const { website } of content.websites) {
    const row: { documentId: string } | null = await strapi.db
      .query('api::website.website')
      .findOne({ where: { name: website.name } });
    const apiKey = row && (await keys.reveal(row.documentId));
    if (apiKey) found.push({ name: website.name, apiKey });
  }
  return found;
};

const printGuide = (
  address: string,
  content: DemoContent,
  websites: WebsiteAccess[],
  login: Login | null,
): void => {
  const lines = [
    '',
    `Admin panel   ${address}/admin`,
    login
      ? `Sign in       ${login.email}  ${login.password}`
      : 'Sign in       with the administrator that you have registered',
  ];
  for (const { website, posts, campaigns } of content.websites) {
    const key = websites.find(({ name }) => name === website.name)?.apiKey;
    if (!key) continue;
    const curl = (route: string, query = '') => `  curl '${address}/api/${route}?apiKey=${key}${query}'`;
    const post = posts.find(({ state, scheduleInDays }) => state === 'published' && !scheduleInDays);
    lines.push('', `${website.name}   API key ${key}`, curl('blog'));
    if (post) lines.push(curl('blog', `&slug=${post.slug}`));
    lines.push(curl('taxonomies'), curl('internal-links'));
    if (campaigns.length > 0) lines.push(curl('pseo-pages'));
  }
  console.log(
    [...lines, '', 'Stop with Ctrl+C. The next "npm run demo" goes on with the same data.', ''].join('\n'),
  );
};

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
