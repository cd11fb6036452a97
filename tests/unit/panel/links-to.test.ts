import { postsLinkingTo } from '../../../src/plugins/content-delivery/server/src/panel/entry-actions/links-to';
import { tablesInMemory } from '../../support/tables-in-memory';

it('posts that link to an address are looked for in many posts at a time', async () => {
  const { sql, strapi } = tablesInMemory();
  await sql.schema
    .createTable('post', (table) => {
      table.increments('id');
      table.text('document_id');
      table.text('content');
      table.integer('published_at');
    })
    .createTable('post_website', (table) => {
      table.integer('from_id');
      table.integer('to_id');
    });
  const rows = Array.from({ length: 900 }, (_, n) => ({
    id: n + 1,
    document_id: `post-${n + 1}`,
    content: n % 300 === 0 ? '<a href="/blog/crema">x</a>' : 'crema',
    published_at: 1,
  }));
  await sql.batchInsert('post', rows, 100);
  await sql.batchInsert(
    'post_website',
    rows.map(({ id }) => ({ from_id: id, to_id: 5 })),
    100,
  );
  let searches = 0;
  const handedOver: number[] = [];
  sql.on('query-response', (got: { content?: string }[], { sql: asked }: { sql: string }) => {
    if (asked.startsWith('select')) handedOver.push(got.filter(({ content }) => content).length);
  });
  sql.on('query', ({ sql: asked }: { sql: string }) => {
    if (asked.includes(' like ')) searches += 1;
  });
  const found = await postsLinkingTo(strapi, 5, [{ slug: 'crema', host: null }], new Set(['post-301']));
  expect(found.map(({ id }) => id)).toEqual([1, 601]);
  expect(searches).toBe(1);
  // However many have the word in them.
  expect(Math.max(...handedOver)).toBe(50);
  await sql.destroy();
});
