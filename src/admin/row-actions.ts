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

const PACKAGE = require.resolve('@strapi/content-manager/package.json');
const PAGES = path.join(path.dirname(PACKAGE), 'dist', 'admin', 'pages');
const MENU = path.join(PAGES, 'EditView', 'components', 'DocumentActions.mjs');
const OURS = path.resolve(__dirname, '../plugins/content-delivery/admin/src/around-strapi/RowActions.tsx');

const slashes = (file: string): string => file.split(path.sep).join('/');
const LIST = slashes(path.join(PAGES, 'ListView', 'ListViewPage.mjs'));

/**
 * Strapi's list takes the menus of its rows from our module, as Strapi has no place to register another one; read at
 * @strapi/content-manager 5.54.0. While developing, Vite bundles Strapi's packages ahead and without plugins: there the list
 * has Strapi's menus, which do the same.
 */
export const ownRowActions = (): BuildPlugin => {
  let isReplaced = false;
  return {
    name: 'content-delivery:row-actions',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer) {
      if (source === 'virtual:strapi-document-actions') return slashes(MENU);
      if (source !== './components/TableActions.mjs' || importer !== LIST) return undefined;
      isReplaced = true;
      return slashes(OURS);
    },
    buildEnd(error) {
      if (error) return;
      const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };
      if (isReplaced && version === READ_AT) return;
      this.error(
        `The list of @strapi/content-manager ${version} is not what it is in ${READ_AT}, for which this panel is made: install what package-lock.json names, with npm ci.`,
      );
    },
  };
};
