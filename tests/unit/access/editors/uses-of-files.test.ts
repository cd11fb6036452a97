import { createUses } from '../../../../src/plugins/content-delivery/server/src/access/editors/files/uses';
import { UID } from '../../../fixtures/content';
import { tablesInMemory } from '../../../support/tables-in-memory';

describe('where files are used', () => {
  const { sql, strapi } = tablesInMemory();
  const searches: { bindings: unknown[] }[] = [];
  const read: string[] = [];

  beforeAll(async () => {
    await sql.schema
      .createTable('post', (table) => {
        table.increments('id');
        table.text('content');
        table.text('featured_image_url');
      })
      .createTable('pseo-campaign', (table) => {
        table.increments('id');
        table.text('html_template');
      })
      .createTable('pseo-page', (table) => {
        table.increments('id');
        table.text('html');
        table.json('variables');
      })
      .createTable('file_related', (table) => {
        table.integer('from_id');
        table.integer('related_id');
        table.text('related_type');
      });
    const posts = Array.from({ length: 900 }, (_, n) => ({
      content: `<img src="/uploads/cup_${n}_ab.jpg">`,
    }));
    await sql.batchInsert('post', posts, 100);
    await sql('post').insert({ content: '', featured_image_url: 'https://cms.example/uploads/cup_7_ab.jpg' });
    await sql('pseo-page').insert({ variables: JSON.stringify({ picture: '/uploads/small_cup_7_ab.jpg' }) });
    await sql('pseo-campaign').insert({ html_template: '<img src="/uploads/my_cup_7_ab.jpg">' });
    await sql('file_related').insert({ from_id: 8, related_id: 3, related_type: UID.author });
    sql.on('query', (query: { sql: string; bindings: unknown[] }) => {
      if (query.sql.includes('instr(')) searches.push(query);
    });
    sql.on('query-response', (rows: { content?: string }[], { sql: asked }: { sql: string }) => {
      if (asked.startsWith('select')) read.push(...rows.flatMap(({ content }) => content ?? []));
    });
  });
  beforeEach(() => {
    searches.length = 0;
    read.length = 0;
  });
  afterAll(() => sql.destroy());

  const file = (n: number) => ({
    ...{ id: n, documentId: `file-${n}`, name: 'Cup', url: `/uploads/cup_${n}_ab.jpg` },
    formats: { small: { url: `/uploads/small_cup_${n}_ab.jpg` }, medium: null },
  });

  it('is read in texts that name the file or a size of it, and in no others', async () => {
    expect(await createUses(strapi)([file(7)])).toEqual({
      uses: [
        { uid: UID.post, id: 8, file: 7 },
        { uid: UID.post, id: 901, file: 7 },
        { uid: UID.page, id: 1, file: 7 },
      ],
      isCut: false,
    });
    expect(read).toEqual(['<img src="/uploads/cup_7_ab.jpg">', '']);
  });

  it('is looked for in many texts at a time', async () => {
    await createUses(strapi)([file(7)]);
    expect(searches).toHaveLength(3);
  });

  it('of several files is found by their folders, up to a number of rows', async () => {
    const uses = createUses(strapi);
    const found = (await uses([file(8), file(5)])).uses.map(({ uid, id }) => [uid, id]);
    expect(found).toEqual([
      [UID.author, 3],
      [UID.post, 6],
      [UID.post, 9],
    ]);
    expect(searches[0]?.bindings).toContain('/uploads/');
    expect(await uses([file(5), file(6), file(7)], 2)).toEqual({
      uses: [
        { uid: UID.post, id: 6, file: 5 },
        { uid: UID.post, id: 7, file: 6 },
        { uid: UID.page, id: 1, file: 7 },
      ],
      isCut: true,
    });
  });
});
