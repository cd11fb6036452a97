import path from 'node:path';
import { ownRowActions } from '../../../../src/admin/row-actions';

const ADMIN = path.join(path.dirname(require.resolve('@strapi/content-manager/package.json')), 'dist/admin');
const LIST = path.join(ADMIN, 'pages/ListView/ListViewPage.mjs');

const build = {
  error(message: string): never {
    throw new Error(message);
  },
};

it('puts our menus of rows where the list of Strapi takes its own from, and nowhere else', () => {
  const plugin = ownRowActions();
  const resolve = (source: string, importer: string) => plugin.resolveId(source, importer);
  expect(resolve('./components/TableActions.mjs', LIST)).toMatch(/around-strapi\/RowActions\.tsx$/);
  expect(resolve('./components/TableCells/CellContent.mjs', LIST)).toBeUndefined();
  // The actions themselves stay Strapi's.
  expect(resolve('./components/TableActions.mjs', path.join(ADMIN, 'content-manager.mjs'))).toBeUndefined();
  expect(() => plugin.buildEnd.call(build)).not.toThrow();
});

it('refuses a build of a Strapi whose list does not take its menus from there', () => {
  expect(() => ownRowActions().buildEnd.call(build)).toThrow(
    /^The list of @strapi\/content-manager .* npm ci\.$/,
  );
});

it('does not hide another failure of the build', () => {
  expect(() => ownRowActions().buildEnd.call(build, new Error('Another'))).not.toThrow();
});
