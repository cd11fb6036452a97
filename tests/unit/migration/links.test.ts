import type { MigrationContext } from '../../../src/plugins/content-delivery/server/src/migration/context';
import { createLinks } from '../../../src/plugins/content-delivery/server/src/migration/links';
import { createReport } from '../../../src/plugins/content-delivery/server/src/migration/report';

describe('internal links on their way in', () => {
  it('come behind those that the account has, however many these are', async () => {
    const createdAt = new Date('2999-01-01T00:00:00.000Z');
    const stored = Array.from({ length: 200_000 }, (_, n) => ({
      documentId: `d${n}`,
      keyword: `keyword ${n}`,
      url: '/',
      createdAt: n === 7 ? createdAt : new Date(0),
    }));
    const made: { createdAt: Date }[] = [];
    const move = {
      strapi: { db: { query: () => ({ findMany: async () => stored }) } },
      report: createReport(),
      ledger: { find: async () => null },
      account: { documentId: 'account', name: 'Default' },
    };
    const entries = {
      store: async ({ data }: { data: { createdAt: Date } }) => {
        made.push(data);
        return 'made';
      },
    };
    const links = await createLinks(
      move as unknown as MigrationContext,
      entries as unknown as Parameters<typeof createLinks>[1],
      { kept: async () => null } as unknown as Parameters<typeof createLinks>[2],
    );
    const link = { sourceId: 'new', version: '1', id: null, keyword: 'new', url: '/new' };
    expect(await links.bring(link)).toBe('made');
    expect(made).toEqual([expect.objectContaining({ createdAt: new Date(createdAt.getTime() + 1) })]);
  });
});
