import { postPlaceQueries } from '../../../src/plugins/content-delivery/server/src/delivery/queries/post-places';
import { postQueries } from '../../../src/plugins/content-delivery/server/src/delivery/queries/posts';
import { pseoPageQueries } from '../../../src/plugins/content-delivery/server/src/delivery/queries/pseo-pages';
import { redirectQueries } from '../../../src/plugins/content-delivery/server/src/delivery/queries/redirects';
import { relatedPostQueries } from '../../../src/plugins/content-delivery/server/src/delivery/queries/related-posts';
import type { Statement } from '../../../src/plugins/content-delivery/server/src/platform/database/statement';
import { tablesOf } from '../../../src/plugins/content-delivery/server/src/platform/database/tables';
import { withServer } from '../../support/with-server';

const { server } = withServer();

/** What SQLite goes through where it looks for rows by the website: all posts, or all pages, that there are. */
const ALL_OF_A_WEBSITE = /^SEARCH ((w|cw) USING .*\(website_id|(pc|ec) USING .*\(pseo_campaign_id)=\?/;
const ALL_OF_A_TERM = /^SEARCH l USING .*\((category_id|tag_id)=\?\)/;

const NEEDS = { content: true, imageDetails: true, language: true, author: true };
const SCOPES = ['a', 'b', 'c', 'd'] as const;
const BOTH = { category: 'Tea', tag: 'Green' };

describe.each([false, true])(
  'with scheduled posts withheld: %s, SQLite goes through no website',
  (withholdsScheduled) => {
    const website = { id: 1, documentId: 'w', withholdsScheduled } as never;

    /** The steps of all statements that a read runs. */
    const plansOf = async (read: (queries: ReturnType<typeof queriesOf>, snapshot: never) => unknown) => {
      const statements: Statement<unknown, string>[] = [];
      const snapshot = {
        now: new Date(),
        // A term, for reads that look for one first.
        rows: async (statement: Statement<unknown, string>) => {
          statements.push(statement);
          return [
            { id: 1, name: 'Tea', post: 1, term: 1 },
            { id: 2, name: 'Green' },
          ];
        },
      };
      await Promise.resolve(read(queriesOf(), snapshot as never)).catch(() => undefined);
      const sql = server.strapi.db.connection;
      const steps = [];
      for (const statement of statements) {
        const plan: { detail: string }[] = await sql.raw(
          `explain query plan ${statement.sql}`,
          statement.bindings.map(() => null) as never,
        );
        steps.push(...plan.map(({ detail }) => detail));
      }
      expect(steps).not.toEqual([]);
      return steps;
    };
    const queriesOf = () => {
      const sql = server.strapi.db.connection;
      const tables = tablesOf(server.strapi);
      return {
        ...pseoPageQueries(sql, tables),
        ...postQueries(sql, tables),
        ...postPlaceQueries(sql, tables),
        ...redirectQueries(sql, tables),
        ...relatedPostQueries(sql, tables),
      };
    };

    it.each<[string, Parameters<typeof plansOf>[0]]>([
      ['a page by its slug', (queries, snapshot) => queries.livePageBySlug(snapshot, website, 'slug')],
      ['the earlier slug of a page', (queries, snapshot) => queries.movedPage(snapshot, website, 'slug')],
      ['the draft of a page', (queries, snapshot) => queries.draftPage(snapshot, website, 'entry')],
      [
        'pages that have changed',
        (queries, snapshot) => queries.placesOfPages(snapshot, website, ['a', 'b']),
      ],
      [
        'a post by its slug',
        (queries, snapshot) => queries.livePostBySlug(snapshot, website, 'slug', NEEDS, SCOPES),
      ],
      ['the draft of a post', (queries, snapshot) => queries.draftPost(snapshot, website, 'entry', NEEDS)],
      [
        'posts that have changed',
        (queries, snapshot) => queries.placesOfPosts(snapshot, website, ['a', 'b']),
      ],
      ['posts that are due', (queries, snapshot) => queries.placesOfDuePosts(snapshot, website, new Date())],
      ['the next post that is due', (queries, snapshot) => queries.nextDueDate(snapshot, website)],
      ['redirects', (queries, snapshot) => queries.redirects(snapshot, website)],
    ])('for %s', async (_, read) => {
      for (const step of await plansOf(read)) expect(step).not.toMatch(ALL_OF_A_WEBSITE);
    });

    it('for posts of a term that have changed, nor through the term', async () => {
      const steps = await plansOf((queries, snapshot) =>
        queries.filteredPostPlaces(snapshot, website, BOTH, ['a', 'b']),
      );
      const ofPosts = steps.filter((step) => !/(categories|tags)_website_lnk/.test(step));
      for (const step of ofPosts) {
        expect(step).not.toMatch(ALL_OF_A_WEBSITE);
        expect(step).not.toMatch(ALL_OF_A_TERM);
      }
    });

    it('for related posts, but through their terms', async () => {
      const steps = await plansOf((queries, snapshot) =>
        queries.relatedPosts(snapshot, website)([{ id: 1, documentId: 'a' }]),
      );
      for (const step of steps) expect(step).not.toMatch(ALL_OF_A_WEBSITE);
      expect(steps).toContainEqual(expect.stringMatching(ALL_OF_A_TERM));
    });
  },
);
