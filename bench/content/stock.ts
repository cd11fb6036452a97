import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';

const STOCK_MIDDLEWARES = [
  'strapi::logger',
  'strapi::errors',
  'strapi::security',
  'strapi::cors',
  'strapi::poweredBy',
  'strapi::query',
  'strapi::body',
  'strapi::session',
  'strapi::favicon',
  'strapi::public',
];

/** Writes a Strapi project with the same content types and database settings, and without the plugin. */
export const writeStockProject = async (root: string, folder: string): Promise<void> => {
  const dist = path.join(root, 'dist');
  await mkdir(path.join(folder, 'public', 'uploads'), { recursive: true });
  await mkdir(path.join(folder, 'config'), { recursive: true });
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  const { engines } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
    engines: object;
  };
  await writeFile(
    path.join(folder, 'package.json'),
    JSON.stringify({
      // The settings read which Node is asked for.
      engines,
      name: 'stock',
      version: '1.0.0',
      private: true,
      strapi: {},
      // As every new project has it.
      dependencies: { '@strapi/plugin-users-permissions': '5.54.0' },
    }),
  );
  for (const name of ['admin', 'api', 'database', 'logger', 'server']) {
    await cp(path.join(dist, 'config', `${name}.js`), path.join(folder, 'config', `${name}.js`));
  }
  await writeFile(
    path.join(folder, 'config', 'middlewares.js'),
    `module.exports = ${JSON.stringify(STOCK_MIDDLEWARES)};\n`,
  );
  // The settings use what is in the last one.
  for (const name of ['api', 'components', 'settings']) {
    await cp(path.join(dist, 'src', name), path.join(folder, 'src', name), { recursive: true });
  }
  await withoutOwnFields(path.join(folder, 'src', 'api'));
};

/** The plugin's custom field is a text in the database; a Strapi without the plugin does not know it. */
const withoutOwnFields = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder, { recursive: true })) {
    if (path.basename(name) !== 'schema.json') continue;
    const file = path.join(folder, name);
    const schema = JSON.parse(await readFile(file, 'utf8')) as {
      attributes: Record<string, { type: string; customField?: string }>;
    };
    for (const attribute of Object.values(schema.attributes)) {
      if (attribute.type !== 'customField') continue;
      attribute.type = 'text';
      delete attribute.customField;
    }
    await writeFile(file, JSON.stringify(schema));
  }
};
