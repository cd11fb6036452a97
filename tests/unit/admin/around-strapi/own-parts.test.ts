import path from 'node:path';
import { ownParts } from '../../../../src/admin/own-parts';

const adminOf = (name: string): string =>
  path.join(path.dirname(require.resolve(`${name}/package.json`)), 'dist/admin');
const ADMIN = adminOf('@strapi/content-manager');
const LIST = path.join(ADMIN, 'pages/ListView/ListViewPage.mjs');
const LAYOUTS = path.join(adminOf('@strapi/admin'), 'admin/src/layouts');

const build = {
  error(message: string): never {
    throw new Error(message);
  },
};

it('puts our parts where the list and the layout of Strapi take theirs from, and nowhere else', () => {
  const plugin = ownParts();
  const resolve = (source: string, importer: string) => plugin.resolveId(source, importer);
  expect(resolve('./components/TableActions.mjs', LIST)).toMatch(/around-strapi\/RowActions\.tsx$/);
  expect(resolve('./components/TableCells/CellContent.mjs', LIST)).toBeUndefined();
  // The actions themselves stay Strapi's.
  expect(resolve('./components/TableActions.mjs', path.join(ADMIN, 'content-manager.mjs'))).toBeUndefined();
  const route = '../components/PrivateRoute.mjs';
  expect(() => plugin.buildEnd.call(build)).toThrow(/^The layout of @strapi\/admin .* npm ci\.$/);
  expect(resolve(route, path.join(LAYOUTS, 'AuthenticatedLayout.mjs'))).toMatch(
    /around-strapi\/SignedInRoute\.tsx$/,
  );
  expect(resolve(route, path.join(LAYOUTS, '../pages/UseCasePage.mjs'))).toBeUndefined();
  expect(() => plugin.buildEnd.call(build)).not.toThrow();
});

it('refuses a build of a Strapi whose list does not take its menus from there', () => {
  expect(() => ownParts().buildEnd.call(build)).toThrow(/^The list of @strapi\/content-manager .* npm ci\.$/);
});

it('does not hide another failure of the build', () => {
  expect(() => ownParts().buildEnd.call(build, new Error('Another'))).not.toThrow();
});
