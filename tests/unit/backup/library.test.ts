import knex, { type Knex } from 'knex';
import { filesOfLibrary, missingUploads } from '../../../src/backup/uploads/library';

let database: Knex;
beforeEach(async () => {
  database = knex({ client: 'better-sqlite3', connection: { filename: ':memory:' }, useNullAsDefault: true });
  await database.schema.createTable('files', (table) => {
    table.increments('id');
    table.string('url');
    table.string('provider');
    table.json('formats');
  });
  const formats = JSON.stringify({ thumbnail: { url: '/uploads/thumbnail_a.webp' }, large: null });
  await database('files').insert([
    { url: '/uploads/a.webp', provider: 'local', formats },
    { url: 'https://cms.example/uploads/k%C3%A4se.pdf', provider: 'local', formats: null },
    { url: 'https://bucket.example/b.webp', provider: 'aws-s3', formats },
    { url: null, provider: 'local', formats: '{}' },
  ]);
});
afterEach(() => database.destroy());

describe('the files of the media library', () => {
  it('are those that Strapi keeps itself, each with its sizes', async () => {
    expect(await filesOfLibrary(database)).toEqual(new Set(['a.webp', 'thumbnail_a.webp', 'käse.pdf']));
  });

  it('are all of them where there are very many', async () => {
    const rows = Array.from({ length: 2_500 }, (_, n) => ({ url: `/uploads/${n}.webp`, provider: 'local' }));
    await database.batchInsert('files', rows, 200);
    expect((await filesOfLibrary(database)).size).toBe(2_503);
  });

  it('are missing where they are wanted, not there, and still in the library', async () => {
    const wanted = await filesOfLibrary(database);
    const there = new Set(['a.webp', 'another.webp']);
    expect(await missingUploads(wanted, there, database)).toEqual({
      count: 2,
      names: ['thumbnail_a.webp', 'käse.pdf'],
    });
    // Deleted while files were read.
    await database('files').where('url', 'like', '%pdf').delete();
    expect(await missingUploads(wanted, there, database)).toEqual({
      count: 1,
      names: ['thumbnail_a.webp'],
    });
    expect(await missingUploads(wanted, wanted, database)).toEqual({ count: 0, names: [] });
  });
});
