import { readFileSync } from 'node:fs';
import path from 'node:path';

/** What of Vite's plugins is used here. */
interface Build {
  error(message: string): never;
}

interface BuildPlugin {
  name: string;
  apply: 'build';
  enforce: 'pre';
  resolveId(source: string, importer: string | undefined): string | undefined;
  buildEnd(this: Build, error?: Error): void;
}

const READ_AT = '5.54.0';

const slashes = (file: string): string => file.split(path.sep).join('/');
const folderOf = (name: string): string => path.dirname(require.resolve(`${name}/package.json`));
const versionOf = (name: string): string =>
  (JSON.parse(readFileSync(path.join(folderOf(name), 'package.json'), 'utf8')) as { version: string })
    .version;
const ours = (file: string): string =>
  slashes(path.resolve(__dirname, '../plugins/content-delivery/admin/src/around-strapi', file));

const PAGES = path.join(folderOf('@strapi/content-manager'), 'dist', 'admin', 'pages');
const ADMIN = path.join(folderOf('@strapi/admin'), 'dist', 'admin', 'admin', 'src');

/** Parts that a file of Strapi takes from ours, as Strapi has no place to register others. */
const PARTS = [
  {
    what: 'list',
    name: '@strapi/content-manager',
    source: './components/TableActions.mjs',
    importer: slashes(path.join(PAGES, 'ListView', 'ListViewPage.mjs')),
    by: ours('RowActions.tsx'),
  },
  {
    what: 'layout',
    name: '@strapi/admin',
    source: '../components/PrivateRoute.mjs',
    importer: slashes(path.join(ADMIN, 'layouts', 'AuthenticatedLayout.mjs')),
    by: ours('SignedInRoute.tsx'),
  },
];

/** What our parts take from Strapi by names of their own. */
const STRAPIS: Readonly<Record<string, string>> = {
  'virtual:strapi-document-actions': slashes(
    path.join(PAGES, 'EditView', 'components', 'DocumentActions.mjs'),
  ),
  'virtual:strapi-private-route': slashes(path.join(ADMIN, 'components', 'PrivateRoute.mjs')),
};

/**
 * Puts our parts into Strapi's panel; read at @strapi/content-manager and @strapi/admin 5.54.0. While developing, Vite bundles Strapi's
 * packages ahead and without plugins: there the panel has Strapi's.
 */
export const ownParts = (): BuildPlugin => {
  const replaced = new Set<string>();
  return {
    name: 'content-delivery:own-parts',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      const part = PARTS.find((one) => one.source === source && one.importer === importer);
      if (part) replaced.add(part.what);
      return part?.by ?? STRAPIS[source];
    },
    buildEnd(error) {
      if (error) return;
      for (const { what, name } of PARTS) {
        const version = versionOf(name);
        if (replaced.has(what) && version === READ_AT) continue;
        this.error(
          `The ${what} of ${name} ${version} is not what it is in ${READ_AT}, for which this panel is made: install what package-lock.json names, with npm ci.`,
        );
      }
    },
  };
};
