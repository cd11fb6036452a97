import { searchingAlike } from '../../../../src/plugins/content-delivery/server/src/platform/database/search/statements';
import { withRestrictedEditor } from './with-restricted-editor';

const TYPES = [
  'api::website.website',
  'api::post.post',
  'api::pseo-campaign.pseo-campaign',
  'api::pseo-page.pseo-page',
];

describe('a search of an editor who is restricted to listed websites', () => {
  const { server, editor, own } = withRestrictedEditor(TYPES);

  it.each([
    ['api::post.post', 'post', 'Secret', 'title'],
    ['api::post.post', 'post', 'Secret', 'website.name'],
    ['api::pseo-page.pseo-page', 'page', 'page', 'slug'],
    ['api::pseo-page.pseo-page', 'page', 'page', 'campaign.name'],
  ] as const)(
    'in %s finds the own %s by %s, sorted by %s, and begins with the website',
    async (uid, name, word, sort) => {
      const sql = server.strapi.db.connection;
      const searches: { sql: string; bindings: unknown[] }[] = [];
      const listen = (query: (typeof searches)[number]) => {
        if (query.sql.includes(' LIKE ')) searches.push(query);
      };
      sql.on('query', listen);
      const list = await editor.get(`/content-manager/collection-types/${uid}?_q=${word}&sort=${sort}:asc`);
      sql.removeListener('query', listen);
      expect(list.body.results).toMatchObject([{ documentId: own[name] }]);

      // The list, and how many there are.
      expect(searches).toHaveLength(2);
      for (const search of searches) {
        const { sql: searched, bindings } = searchingAlike(search, 'sqlite');
        const plan: { detail: string }[] = await sql.raw(`explain query plan ${searched}`, bindings as never);
        const steps = plan.map(({ detail }) => detail);
        expect(steps).toContainEqual(expect.stringMatching(/^SEARCH t0 USING INTEGER PRIMARY KEY/));
        expect(steps).not.toContainEqual(expect.stringMatching(/^SCAN t0\b/));
      }
    },
  );
});
