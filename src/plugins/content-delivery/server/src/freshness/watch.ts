import type { Core } from '@strapi/strapi';
import { subscribe } from '../platform/database/lifecycles';
import { writeInTransactions } from '../platform/patches/strapi-writes';
import { UIDS } from '../platform/uids';
import { EVERYTHING, bumpRevisions, lockRevisions, type Scope } from './revisions';
import { noteScopes } from './changes/transaction';
import {
  affectsResponsesOnCreate,
  isDelivered,
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
  state: { bumped?: Scope[]; locked?: Scope[] };
}

/**
 * Counts every write that can change a byte of a response, inside the writer's own transaction: before a row
 * changes, where it was; after it has changed, where it is now. A write of drafts alone takes the same locks and
 * counts nothing.
 *
 * Bumping a revision also takes its lock. It is taken before the row is touched wherever that is known, so
 * that writers queue for it first and do not meet with half of their locks taken. Must be registered before
 * the rules, which rely on the lock.
 */
export const watchWrites = (strapi: Core.Strapi): void => {
  for (const uid of Object.keys(SCOPES_OF) as CountedUid[]) {
    writeInTransactions(strapi, uid);
    // The other websites of its account show nothing of a website.
    const isLogged = (scope: Scope): boolean => uid !== UIDS.website || !scope.startsWith('account:');
    const bump = async (event: WriteEvent, scopes: readonly Scope[]): Promise<void> => {
      const bumped = event.state.bumped ?? [];
      // It counts for every website already.
      if (bumped.includes(EVERYTHING)) return;
      const missing = scopes.filter((scope) => !bumped.includes(scope));
      if (missing.length > 0) await bumpRevisions(strapi, missing);
      const type = LOGGED_AS[uid];
      if (type) await noteScopes(strapi, type, missing.filter(isLogged));
      event.state = { ...event.state, bumped: [...bumped, ...missing] };
    };
    /** @returns false where the event has all these locks already */
    const lock = async (event: WriteEvent, scopes: readonly Scope[]): Promise<boolean> => {
      const { bumped = [], locked = [] } = event.state;
      const missing = scopes.filter((scope) => !bumped.includes(scope) && !locked.includes(scope));
      if (missing.length === 0) return false;
      await lockRevisions(strapi, missing);
      event.state = { ...event.state, locked: [...locked, ...missing] };
      return true;
    };
    /** @returns false where readers get none of these rows: then the scopes are locked, and not bumped */
    const count = async (event: WriteEvent, scopes: Scope[], where?: Data): Promise<boolean> => {
      const isCounted = () => isDelivered(strapi, uid, where, event.params.data);
      if (!(await isCounted())) {
        const isNew = await lock(event, scopes);
        // Asked again behind a new lock: another request may have published what they are drafts of.
        if (where === undefined || !isNew || !(await isCounted())) return false;
      }
      await bump(event, scopes);
      return true;
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
      const lockThese = LOCKED_ROWS[uid];
      if (!lockThese) return;
      await lockThese(strapi, event.params.where ?? {});
      const bumped = event.state.bumped ?? [];
      const isMissed = (await scopesBefore(event)).some((scope) => !bumped.includes(scope));
      if (isMissed) await bump(event, [EVERYTHING]);
    };
    const bumpBefore = async (event: WriteEvent): Promise<void> => {
      if (await count(event, await scopesBefore(event), event.params.where ?? {})) await lockRows(event);
    };
    const bumpAfter = async (event: WriteEvent): Promise<void> => {
      if (!event.result) return;
      const where = { id: event.result.id };
      await count(event, await SCOPES_OF[uid](strapi, where), where);
    };

    const subscriber = {
      models: [uid],
      beforeCreate: async (event: WriteEvent) => {
        await count(event, await targets(event));
      },
      afterCreate: async (event: WriteEvent) => {
        if (affectsResponsesOnCreate(uid, event.params.data)) await bumpAfter(event);
      },
      // All at once, in one order: two writers who move things in opposite directions do not deadlock.
      beforeUpdate: async (event: WriteEvent) => {
        const scopes = [...(await scopesBefore(event)), ...(await targets(event))];
        if (await count(event, scopes, event.params.where ?? {})) await lockRows(event);
      },
      afterUpdate: bumpAfter,
      beforeDelete: bumpBefore,
      beforeUpdateMany: bumpBefore,
      afterUpdateMany: bumpBefore,
      beforeDeleteMany: bumpBefore,
    };
    subscribe(strapi, subscriber);
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
