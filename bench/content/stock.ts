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

/** As a new project has them, with the log as quiet as that of the project. */
const STOCK_CONFIG = {
  admin:
    "({ env }) => ({ auth: { secret: env('ADMIN_JWT_SECRET') }, apiToken: { salt: env('API_TOKEN_SALT') }, transfer: { token: { salt: env('TRANSFER_TOKEN_SALT') } } })",
  database:
    "({ env }) => ({ connection: { client: 'sqlite', connection: { filename: env('DATABASE_FILENAME') }, useNullAsDefault: true } })",
  logger: "({ env }) => ({ level: env('LOG_LEVEL') })",
  middlewares: JSON.stringify(STOCK_MIDDLEWARES),
  server: "({ env }) => ({ host: env('HOST'), app: { keys: env.array('APP_KEYS') } })",
};

/** Writes a Strapi project with the same content types, on SQLite, and without the plugin. */
export const writeStockProject = async (root: string, folder: string): Promise<void> => {
  const dist = path.join(root, 'dist');
  await mkdir(path.join(folder, 'public', 'uploads'), { recursive: true });
  await mkdir(path.join(folder, 'config'), { recursive: true });
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  await writeFile(
    path.join(folder, 'package.json'),
    JSON.stringify({
      name: 'stock',
      version: '1.0.0',
      private: true,
      strapi: {},
      // As every new project has it.
      dependencies: { '@strapi/plugin-users-permissions': '5.54.0' },
    }),
  );
  for (const [name, text] of Object.entries(STOCK_CONFIG))
    await writeFile(path.join(folder, 'config', `${name}.js`), `module.exports = ${text};\n`);
  for (const name of ['api', 'components'])
    await cp(path.join(dist, 'src', name), path.join(folder, 'src', name), { recursive: true });
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
