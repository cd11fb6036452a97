import { createSqliteIndexes } from '../../src/plugins/content-delivery/server/src/sqlite-indexes';

describe('the indexes of SQLite', () => {
  it.each([
    ['sqlite', 6],
    ['postgres', 0],
    ['mysql', 0],
  ])('are on %s %d', async (client, count) => {
    const raw = jest.fn(async () => undefined);
    const db = {
      dialect: { client },
      metadata: { get: () => ({ tableName: 'posts' }) },
      connection: { raw },
    };
    await createSqliteIndexes({ db } as never);
    expect(raw).toHaveBeenCalledTimes(count);
  });
});
