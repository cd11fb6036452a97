import '../src/settings/supported-node';
import path from 'node:path';
import type { Core } from '@strapi/strapi';
import { ROOT } from '../commands/shared/environment';
import { serve } from '../commands/shared/serve';
import { demoLogin, type Login } from './admin-user';
import { readDemoContent, type DemoContent } from './content';
import { seedDemo } from './seed';
import { writeWebsites, type WebsiteAccess } from './websites-file';

/** Set once the demo content is complete; from then on what editors delete stays deleted. */
const SEEDED = { type: 'core', name: 'demo', key: 'seeded' } as const;

interface Delivery {
  config: { publicUrl: string };
}
interface ApiKeys {
  reveal(website: string): Promise<string | null>;
}

const addressOf = (strapi: Core.Strapi): string =>
  (strapi.plugin('content-delivery').service('delivery') as Delivery).config.publicUrl;

/** Milliseconds between two looks for the shell that npm has started this with. */
const SHELL_INTERVAL = 500;

/** It ends at a signal that npm gets, and does not hand it on. `exec`, as in `npm start`, is not known on Windows. */
const endWithShell = (): void => {
  const shell = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(look);
    process.kill(process.pid, 'SIGTERM');
  }, SHELL_INTERVAL).unref();
};

/** Serves a built project with demo content, and prints how to get in. */
const main = (): Promise<void> => {
  // The guide at the end is what people look for.
  process.env['LOG_LEVEL'] = process.env['LOG_LEVEL']?.trim() || 'warn';
  process.env['LOG_FORMAT'] = process.env['LOG_FORMAT']?.trim() || 'text';
  const content = readDemoContent(path.join(ROOT, 'demo', 'content'));
  let login: Login | null;

  return serve({
    async prepare(strapi) {
      if (await hasOtherWebsites(strapi, content)) {
        console.log('This database already has websites, so no demo content is added to it.');
      } else if (!(await strapi.store.get(SEEDED))) {
        console.log('Filling the database with demo content …');
        await seedDemo(strapi, content, addressOf(strapi));
        await strapi.store.set({ ...SEEDED, value: true });
      }
      login = await demoLogin(strapi, path.join(folderOfDatabase(strapi), 'demo-login.json'));
    },
    async serving(strapi) {
      // The one that pictures have, so that websites which allow pictures of their content server show them.
      const address = addressOf(strapi);
      const websites = await accessTo(strapi, content);
      writeWebsites(path.join(folderOfDatabase(strapi), 'demo-websites.json'), { address, websites });
      printGuide(address, content, websites, login);
      endWithShell();
    },
  });
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

void main();
