import type { WireAnswer } from '../../support/connections';
import { expectTold } from '../../support/logged';
import type { TestServer } from '../../support/strapi';
import { expectExactly, type Expected, type WarmingRequests } from '../../support/warmed';

/** A change, and for each address what is seen before and after it. */
export interface Way {
  change(): Promise<unknown>;
  seen: [target: string, before: Expected, after: Expected][];
  /** Addresses whose bytes the change must leave as they are. */
  same?: string[];
}

/** Makes changes, and expects that whoever reads sees them at once, and that whoever keeps answers is told. */
export const witnessOf =
  (server: Pick<TestServer, 'strapi'>, api: WarmingRequests) =>
  async ({ change, seen, same = [] }: Way): Promise<void> => {
    const warmed: WireAnswer[] = [];
    for (const [target, before] of seen) warmed.push(await api.warm(target, before));
    const earlier = warmed.map(({ headers }) => headers.etag);
    const kept: { text: string; etag: string | undefined }[] = [];
    for (const target of same) {
      const { text, headers } = await api.warm(target, {});
      kept.push({ text, etag: headers.etag });
    }
    await expectTold(server, change, seen, warmed);
    for (const [index, [target, , after]] of seen.entries()) {
      const now = await api.get(target, { 'If-None-Match': earlier[index] ?? '"none"' });
      expectExactly(now, after);
      if (earlier[index]) expect(now.headers.etag).not.toBe(earlier[index]);
      await api.warm(target, after);
    }
    for (const [index, target] of same.entries()) {
      const { text, headers } = await api.get(target);
      expect({ text, etag: headers.etag }).toEqual(kept[index]);
    }
  };
