import type * as Statements from '../../../../src/plugins/content-delivery/server/src/platform/patches/knex-statements';
import { UID } from '../../../fixtures/content';
import { dataOf } from '../../../support/admin-panel';
import { requireBuilt } from '../../../support/built';
import { withRestrictedEditor } from './with-restricted-editor';

const FILES = ['read', 'assets.create'].map((name) => ({ action: `plugin::upload.${name}`, subject: null }));
const LARGE =
  /`(posts|posts_(website|tags|category|author)_lnk|pseo_pages|pseo_pages_campaign_lnk|files|files_related_mph)`/;
/** Tables by the names that statements give them, and columns of which posts or files have all the same. */
const THROUGH_ALL =
  /^SCAN (t0|p|u|use|upload|posts|pseo_pages)\b|^SEARCH (entry|use|t0) .*\((website_id|related_type|related_id|tag_ord)=\?/;

describe('without statistics, SQLite goes through no posts, pages or files', () => {
  const { server, content, editor, own } = withRestrictedEditor(Object.values(UID), FILES);
  const asked: { sql: string; bindings: readonly unknown[] }[] = [];

  beforeAll(() => {
    const { client } = server.strapi.db.connection;
    requireBuilt<typeof Statements>('platform/patches/knex-statements').aroundStatements(
      client as never,
      async (statement, run) => {
        const done = await run();
        // As it was changed on its way.
        asked.push({ sql: statement.sql ?? '', bindings: statement.bindings ?? [] });
        return done;
      },
    );
  });

  /** What it runs of statements that read large tables, and how SQLite goes about each. */
  const plansOf = async (work: () => Promise<unknown>): Promise<[string, string[]][]> => {
    asked.length = 0;
    await work();
    const statements = asked.filter(
      // An empty list is `1 = 0`, for which SQLite looks at no row.
      ({ sql }) => /^\s*select/i.test(sql) && LARGE.test(sql) && !/where \(*1 = \?/.test(sql),
    );
    const plans: [string, string[]][] = [];
    for (const { sql, bindings } of statements) {
      const plan: { detail: string }[] = await server.strapi.db.connection.raw(
        `explain query plan ${sql}`,
        bindings.map(() => null) as never,
      );
      plans.push([sql, plan.map(({ detail }) => detail)]);
    }
    expect(plans).not.toEqual([]);
    return plans;
  };
  const saved = (uid: string, id: string, data: object) =>
    dataOf(editor.put(`/content-manager/collection-types/${uid}/${id}`, data as never));

  it.each([
    ['a category is saved', () => saved(UID.category, own.category, {})],
    ['a tag is saved', () => saved(UID.tag, own.tag, {})],
    ['an author is saved', () => saved(UID.author, own.author, {})],
    ['a post gets a tag', () => saved(UID.post, own.post, { tags: { connect: [{ documentId: own.tag }] } })],
    [
      'a post with a picture is published',
      async () => {
        const featuredImage = await content.image('/uploads/a.webp');
        await saved(UID.post, own.post, { featuredImage });
        await dataOf(
          editor.post(`/content-manager/collection-types/${UID.post}/${own.post}/actions/publish`, {}),
        );
      },
    ],
    [
      'a link is chosen',
      () => dataOf(editor.get(`/content-delivery/websites/${own.id}/link-targets?search=&except=`)),
    ],
    [
      'a keyword is looked for',
      () =>
        dataOf(
          editor.post('/content-delivery/keyword-places', {
            keyword: 'tea',
            url: '',
            account: own.account,
            link: null,
            after: null,
          }),
        ),
    ],
    ['the websites are shown', () => dataOf(editor.get('/content-delivery/websites'))],
  ])('when %s', async (_, work) => {
    for (const [sql, steps] of await plansOf(work)) {
      expect({ sql, steps: steps.filter((step) => THROUGH_ALL.test(step)) }).toEqual({ sql, steps: [] });
    }
  });
});
