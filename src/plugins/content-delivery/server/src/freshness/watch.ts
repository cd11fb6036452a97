import type { Core } from '@strapi/strapi';
import { UIDS } from '../platform/uids';
import { EVERYTHING, bumpRevisions, type Scope } from './revisions';
import { noteScopes } from './changes/transaction';
import {
  affectsResponsesOnCreate,
  LOCKED_ROWS,
  LOGGED_AS,
  SCOPES_OF,
  TARGETS_OF,
  type CountedUid,
} from './scopes';

type Data = Record<string, unknown>;

interface WriteEvent {
  params: { data?: Data; where?: Data };
  result?: { id: number | string };
  state: { raised?: Scope[] };
}

/**
 * Counts every write that can change a byte of a response, inside the writer's own transaction: before a row
 * changes, where it was; after it has changed, where it is now.
 *
 * Raising a revision also takes its lock. It is taken before the row is touched wherever that is known, so
 * that writers queue for it first and do not meet with half of their locks taken. Must be registered before
 * the rules, which rely on the lock.
 */
export const watchWrites = (strapi: Core.Strapi): void => {
  for (const uid of Object.keys(SCOPES_OF) as CountedUid[]) {
    makeAtomic(strapi, uid);
    // The other websites of its account show nothing of a website.
    const isTold = (scope: Scope): boolean => uid !== UIDS.website || !scope.startsWith('account:');
    const raise = async (event: WriteEvent, scopes: readonly Scope[]): Promise<void> => {
      const raised = event.state.raised ?? [];
      // It counts for every website already.
      if (raised.includes(EVERYTHING)) return;
      const missing = scopes.filter((scope) => !raised.includes(scope));
      if (missing.length > 0) await bumpRevisions(strapi, missing);
      const type = LOGGED_AS[uid];
      if (type) await noteScopes(strapi, type, missing.filter(isTold));
      event.state = { raised: [...raised, ...missing] };
    };
    const targets = async ({ params }: WriteEvent): Promise<Scope[]> => {
      const scopes: Scope[] = [];
      for (const [attribute, scopesOf] of Object.entries(TARGETS_OF[uid] ?? {})) {
        const ids = relationIds(params.data?.[attribute]);
        if (ids.length > 0) scopes.push(...(await scopesOf(strapi, { id: { $in: ids } })));
      }
      return scopes;
    };
    const scopesBefore = (event: WriteEvent): Promise<Scope[]> =>
      SCOPES_OF[uid](strapi, event.params.where ?? {});
    const lockRows = async (event: WriteEvent): Promise<void> => {
      const lock = LOCKED_ROWS[uid];
      if (!lock) return;
      await lock(strapi, event.params.where ?? {});
      const raised = event.state.raised ?? [];
      const isMissed = (await scopesBefore(event)).some((scope) => !raised.includes(scope));
      if (isMissed) await raise(event, [EVERYTHING]);
    };
    const bumpBefore = async (event: WriteEvent): Promise<void> => {
      await raise(event, await scopesBefore(event));
      await lockRows(event);
    };
    const bumpAfter = async (event: WriteEvent): Promise<void> => {
      if (event.result) await raise(event, await SCOPES_OF[uid](strapi, { id: event.result.id }));
    };

    const subscriber = {
      models: [uid],
      beforeCreate: async (event: WriteEvent) => raise(event, await targets(event)),
      afterCreate: async (event: WriteEvent) => {
        if (affectsResponsesOnCreate(uid, event.params.data)) await bumpAfter(event);
      },
      // All at once, in one order: two writers who move things in opposite directions do not deadlock.
      beforeUpdate: async (event: WriteEvent) => {
        await raise(event, [...(await scopesBefore(event)), ...(await targets(event))]);
        await lockRows(event);
      },
      afterUpdate: bumpAfter,
      beforeDelete: bumpBefore,
      beforeUpdateMany: bumpBefore,
      afterUpdateMany: bumpBefore,
      beforeDeleteMany: bumpBefore,
    };
    strapi.db.lifecycles.subscribe(
      subscriber as unknown as Parameters<typeof strapi.db.lifecycles.subscribe>[0],
    );
  }
};

const WRITES = ['create', 'createMany', 'update', 'updateMany', 'delete', 'deleteMany'] as const;

/**
 * Puts each write through `strapi.db.query` into a transaction, unless it is in one already: what its events
 * count and refuse has to happen together with it. (Strapi hands out one query object for each type.)
 */
const makeAtomic = (strapi: Core.Strapi, uid: CountedUid): void => {
  const query = strapi.db.query(uid) as unknown as Record<string, (params?: unknown) => Promise<unknown>>;
  for (const name of WRITES) {
    const write = query[name]?.bind(query);
    if (write) query[name] = (params) => strapi.db.transaction(() => write(params));
  }
};

/** The row numbers in the forms that Strapi's query layer takes a relation in. */
const relationIds = (value: unknown): (number | string)[] => {
  if (typeof value === 'number' || typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(relationIds);
  if (typeof value !== 'object' || value === null) return [];
  const { id, set, connect, disconnect } = value as Record<string, unknown>;
  return [id, set, connect, disconnect].flatMap(relationIds);
};
