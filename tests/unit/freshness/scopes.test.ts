import knex from 'knex';
import { DELIVERY_PARAMETERS } from '../../../src/plugins/content-delivery/contracts/delivery-parameters';
import type { DeliveryQuery } from '../../../src/plugins/content-delivery/server/src/delivery/answers/delivery-query';
import { EARLIER_SLUG_MODEL } from '../../../src/plugins/content-delivery/server/src/content/earlier-slugs/model';
import { keyOf } from '../../../src/plugins/content-delivery/server/src/delivery/answers/state';
import { createQueries } from '../../../src/plugins/content-delivery/server/src/delivery/queries';
import {
  CHANGE_MODEL,
  LOG_START_MODEL,
} from '../../../src/plugins/content-delivery/server/src/freshness/changes/model';
import { SCOPES_OF } from '../../../src/plugins/content-delivery/server/src/freshness/scopes';
import { compile } from '../../../src/plugins/content-delivery/server/src/platform/database/statement';
import { UIDS } from '../../../src/plugins/content-delivery/server/src/platform/uids';
import { WRITE_SUBSCRIBERS } from '../../../src/plugins/content-delivery/server/src/write-subscribers';

// Each statement of the delivery routes is compiled once; the SQL shows what it reads, wherever the name came from.
jest.mock('../../../src/plugins/content-delivery/server/src/platform/database/statement', () => {
  const actual = jest.requireActual<{ compile: () => unknown }>(
    '../../../src/plugins/content-delivery/server/src/platform/database/statement',
  );
  return { ...actual, compile: jest.fn(actual.compile) };
});

/** Tables that cached responses may be read from without a revision that counts their writes, and why. */
const NOT_COUNTED: Record<string, string> = {
  [UIDS.apiKey]: 'looked up again whenever a website has changed, and cached until it expires',
  [UIDS.revision]: 'what is counted',
  [UIDS.preview]: 'previews are never cached',
  [UIDS.purgeTarget]: 'each write of it that answers show also bumps the revision of its website',
  [EARLIER_SLUG_MODEL.tableName]: 'each write of it also bumps the revision of its website',
  [CHANGE_MODEL.tableName]: 'never cached',
  [LOG_START_MODEL.tableName]: 'never cached',
};

/** In the statements that knex writes: the tables that are read or joined. */
const TABLES = /\b(?:from|join) `?([^\s`(]+)/g;

/** The SQL of all statements of the delivery routes, and the content type that each table belongs to. */
const compileQueries = (): { uids: Map<string, string>; sql: string[] } => {
  const uids = new Map<string, string>();
  const tableOf = (uid: string, attribute = ''): string => {
    const name = `${uid}_${attribute}`.replace(/\W/g, '_');
    uids.set(name, uid);
    return name;
  };
  const joinTableOf = (uid: string, attribute: string) => ({
    joinTable: {
      name: tableOf(uid, attribute),
      joinColumn: { name: 'from' },
      inverseJoinColumn: { name: 'to' },
    },
  });
  const get = (uid: string) => ({
    tableName: tableOf(uid),
    attributes: new Proxy({}, { get: (_, name) => joinTableOf(uid, String(name)) }),
  });
  const connection = knex({ client: 'better-sqlite3', useNullAsDefault: true });
  createQueries({ db: { connection, metadata: { get } } } as never, {} as never);
  const compiled = jest.mocked(compile).mock.results as { value: { sql: string } }[];
  return { uids, sql: compiled.map(({ value }) => value.sql) };
};

describe('what keeps cached responses right', () => {
  it('counts the writes of every table that the delivery routes read', () => {
    const { uids, sql } = compileQueries();
    const tables = new Set(sql.flatMap((text) => [...text.matchAll(TABLES)].map(([, name]) => name ?? '')));
    const owners = new Set([...tables].map((table) => uids.get(table) ?? table));
    expect([...owners].filter((owner) => !(owner in SCOPES_OF) && !(owner in NOT_COUNTED))).toEqual([]);
    expect(tables.size).toBeGreaterThan(15);
    // An exemption that nothing needs would hide the next table of that name.
    expect(Object.keys(NOT_COUNTED).filter((owner) => !owners.has(owner))).toEqual([]);
  });

  it('has every declared parameter in the cache key', () => {
    const website = { documentId: 'a' };
    for (const [route, declared] of Object.entries(DELIVERY_PARAMETERS)) {
      const names = Object.keys(declared);
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
      'saves',
      'editConflicts',
      'rules',
      'webhooks',
      'purges',
    ]);
  });
});
