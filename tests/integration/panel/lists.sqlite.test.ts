import { UID } from '../../fixtures/content';
import {
  contentPermissions,
  LISTED_WEBSITES,
  signInAsSuperAdmin,
  signInWith,
  type AdminPanel,
} from '../../support/admin-panel';
import { startServer, type TestServer } from '../../support/strapi';

/** A step that reads posts or pages row by row, past their texts. */
const ALL_ROWS = /^SCAN (t0|p)$/;
const SORTED_IN_FULL = 'USE TEMP B-TREE FOR ORDER BY';

const listOf = (uid: string, sort: string) =>
  `/content-manager/collection-types/${uid}?page=1&pageSize=10&sort=${sort}`;
const DECEMBER = '/content-delivery/calendar?from=2026-12-01T00:00:00.000Z&until=2027-01-01T00:00:00.000Z';

/** SQLite has no statistics, so it reads few rows as it would read many. */
describe('lists of the panel on SQLite', () => {
  let server: TestServer;
  let panels: Map<string, AdminPanel>;
  beforeAll(async () => {
    server = await startServer();
    const { strapi } = server;
    const own = contentPermissions(
      strapi,
      [UID.post, UID.website, UID.campaign, UID.page],
      [LISTED_WEBSITES],
    );
    panels = new Map([
      ['an administrator', await signInAsSuperAdmin(strapi)],
      ['a restricted editor', (await signInWith(strapi, own)).panel],
    ]);
  });
  afterAll(() => server.stop());

  interface Run {
    sql: string;
    bindings: readonly unknown[];
  }
  /** The steps of the statements that an answer takes and that match. */
  const stepsOf = async (who: string, path: string, matching: RegExp): Promise<string[][]> => {
    const sql = server.strapi.db.connection;
    const runs: Run[] = [];
    const note = (run: Run) => void (matching.test(run.sql) && runs.push(run));
    sql.on('query', note);
    const answer = await panels.get(who)?.get(path);
    sql.removeListener('query', note);
    expect(answer?.status).toBe(200);
    expect(runs).not.toEqual([]);
    return Promise.all(
      runs.map(async (run) => {
        const plan: { detail: string }[] = await sql.raw(
          `explain query plan ${run.sql}`,
          run.bindings as never,
        );
        return plan.map(({ detail }) => detail);
      }),
    );
  };

  describe.each(['an administrator', 'a restricted editor'])('for %s', (who) => {
    it.each([
      ['posts', UID.post, 'updatedAt:DESC', 'posts_drafts_updated_idx'],
      ['posts', UID.post, 'title:ASC', 'posts_drafts_title_idx'],
      ['posts', UID.post, 'publishDate:DESC', 'posts_publish_date_idx'],
      ['pages', UID.page, 'updatedAt:DESC', 'pseo_pages_drafts_updated_idx'],
    ])('%s are read in their order: %s by %s', async (_, uid, sort, index) => {
      const lists = await stepsOf(
        who,
        listOf(uid, sort),
        /from `(posts|pseo_pages)` as `t0`.* order by .* limit/,
      );
      for (const steps of lists) {
        expect(steps).toContainEqual(expect.stringMatching(`^SCAN t0 USING (COVERING )?INDEX ${index}$`));
        expect(steps).not.toContain(SORTED_IN_FULL);
      }
    });

    it.each(['/content-delivery/home', '/content-delivery/home/recent'])(
      '%s goes through no texts',
      async (path) => {
        for (const steps of await stepsOf(who, path, /from `posts` as `p`/)) {
          for (const step of steps) expect(step).not.toMatch(ALL_ROWS);
          expect(steps).not.toContain(SORTED_IN_FULL);
        }
      },
    );

    it('the calendar begins with its dates', async () => {
      for (const steps of await stepsOf(who, DECEMBER, /`publish_date` >= /)) {
        for (const step of steps) expect(step).not.toMatch(/^SCAN (t0|posts)/);
        expect(steps).toContainEqual(expect.stringContaining('posts_schedule_date_idx (schedule_date>'));
        expect(steps).toContainEqual(expect.stringContaining('posts_publish_date_idx (publish_date>'));
      }
    });
  });

  it('have indexes that a start makes again where they have gone', async () => {
    const indexes = async (): Promise<string[]> =>
      (
        await server.strapi.db
          .connection('sqlite_master')
          .where('type', 'index')
          .whereIn('tbl_name', ['posts', 'pseo_pages'])
          .orderBy('name')
          .select('name')
      ).map(({ name }: { name: string }) => name);
    const made = await indexes();
    expect(made).toEqual(
      expect.arrayContaining([
        'posts_drafts_title_idx',
        'posts_drafts_updated_idx',
        'posts_live_list_idx',
        'posts_publish_date_idx',
        'posts_versions_idx',
        'pseo_pages_drafts_updated_idx',
      ]),
    );
    await server.strapi.db.connection.raw('drop index posts_drafts_updated_idx');
    await server.stopAndKeepDatabase();
    server = await startServer({}, server.database);
    expect(await indexes()).toEqual(made);
  });
});
