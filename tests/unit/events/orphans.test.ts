import type { Core } from '@strapi/strapi';
import { deleteOrphans } from '../../../src/plugins/content-delivery/server/src/events/orphans';

/** Two tables, of receivers and of what was written for them, as far as the clean-up asks; `seen` runs after the first read. */
const databaseWith = (receivers: string[], rows: string[], seen: () => void) => {
  const read = async (values: readonly string[]): Promise<string[]> => {
    const found = [...values];
    seen();
    return found;
  };
  const connection = (table: string) => ({
    distinct: () => ({ pluck: () => read([...new Set(rows)]) }),
    pluck: () => read(table === 'receivers' ? receivers : rows),
    where: ({ target }: { target: string }) => ({
      delete: async () => rows.splice(0, rows.length, ...rows.filter((one) => one !== target)),
    }),
  });
  return {
    db: { connection, metadata: { get: () => ({ tableName: 'receivers' }) } },
  } as unknown as Core.Strapi;
};

describe('what was written for receivers that are gone', () => {
  it('is deleted, and what was written for one that is made meanwhile stays', async () => {
    const receivers = ['here'];
    const rows = ['here', 'gone', 'here'];
    let isFirst = true;
    const strapi = databaseWith(receivers, rows, () => {
      if (!isFirst) return;
      isFirst = false;
      receivers.push('new');
      rows.push('new');
    });
    await deleteOrphans(strapi, 'plugin::content-delivery.purge-target', 'target', ['purges']);
    expect(rows).toEqual(['here', 'here', 'new']);
  });
});
