import {
  PARAMETERS,
  type DeliveryQuery,
} from '../../../src/plugins/content-delivery/server/src/delivery/answers/delivery-query';
import { keyOf } from '../../../src/plugins/content-delivery/server/src/delivery/answers/state';
import { SCOPES_OF } from '../../../src/plugins/content-delivery/server/src/freshness/scopes';
import { tablesOf } from '../../../src/plugins/content-delivery/server/src/platform/database/tables';
import { UIDS } from '../../../src/plugins/content-delivery/server/src/platform/uids';
import { WRITE_SUBSCRIBERS } from '../../../src/plugins/content-delivery/server/src/write-subscribers';

describe('what keeps cached responses right', () => {
  it('counts the writes of every table that the delivery routes read', () => {
    const read = new Set<string>();
    const joinTable = { name: '', joinColumn: { name: '' }, inverseJoinColumn: { name: '' } };
    const get = (uid: string) => {
      read.add(uid);
      return { tableName: uid, attributes: new Proxy({}, { get: () => ({ joinTable }) }) };
    };
    tablesOf({ db: { metadata: { get } } } as never);
    // Keys are looked up with each request, revisions are what is counted, and previews are never cached.
    const others = [UIDS.apiKey, UIDS.revision, UIDS.preview] as string[];
    expect([...read].filter((uid) => !(uid in SCOPES_OF) && !others.includes(uid))).toEqual([]);
    expect(read.size).toBeGreaterThan(8);
  });

  it('has every declared parameter in the cache key', () => {
    const website = { documentId: 'a' };
    for (const [route, names] of Object.entries(PARAMETERS)) {
      const keys = [[], ...names.map((name) => [name])].map((given: string[]) => {
        const query = { route, ...Object.fromEntries(given.map((name) => [name, 'x'])) };
        return keyOf(query as DeliveryQuery, { website });
      });
      expect(new Set(keys).size).toBe(names.length + 1);
    }
    const of = (documentId: string) => keyOf({ route: 'blog' }, { website: { documentId } });
    expect(of('a')).not.toBe(of('b'));
  });

  it('takes the lock before it looks at what the lock protects', () => {
    expect(Object.keys(WRITE_SUBSCRIBERS)).toEqual([
      'lock',
      'changes',
      'activity',
      'versions',
      'deleted',
      'earlierSlugs',
      'editConflicts',
      'rules',
      'webhooks',
    ]);
  });
});
