import type { Core } from '@strapi/strapi';
import { subscribe, type WriteEvent } from '../platform/database/lifecycles';
import { writeInTransactions } from '../platform/patches/strapi-writes';
import { FILE_UID, UIDS } from '../platform/uids';
import { EVERYTHING, bumpRevisions, hasBumped, lockRevisions, type Scope } from './revisions';
import { noteScopes } from './changes/collector';
import { lockFiles, scopesOfFiles } from './files';
import {
  affectedScopesOf,
  hasScopesOfItsOwn,
  isMadeLive,
  LOGGED_AS,
  SCOPES_OF,
  TARGETS_OF,
  type AffectedScopes,
  type CountedUid,
} from './scopes';

type Data = Record<string, unknown>;

/**
 * Counts every write that can change a byte of a response, inside the writer's own transaction and before a row changes: for
 * where it is, and for where its relations put it. A write of drafts alone takes the same locks and counts nothing.
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
    const bump = async (scopes: readonly Scope[]): Promise<boolean> => {
      // While files are locked, no more locks of websites are taken: it counts for all of them already.
      const isForAll = uid === FILE_UID && (await hasBumped(strapi, EVERYTHING));
      const isNew = !isForAll && (await bumpRevisions(strapi, scopes));
      const type = LOGGED_AS[uid];
      if (type) await noteScopes(strapi, type, scopes.filter(isLogged));
      return isNew;
    };
    /**
     * Looks again under each new lock: while it was awaited, another request may have moved the rows, or published what they are
     * drafts of.
     * @returns false where readers get none of these rows: then the scopes are locked, and not bumped
     */
    const count = async (look: () => Promise<AffectedScopes>): Promise<boolean> => {
      for (;;) {
        const { scopes, isDelivered } = await look();
        const isNew = await (isDelivered ? bump(scopes) : lockRevisions(strapi, scopes));
        if (!isNew) return isDelivered;
      }
    };
    const targets = async ({ params }: WriteEvent): Promise<Scope[]> => {
      const scopes: Scope[] = [];
      for (const [attribute, scopesOf] of Object.entries(TARGETS_OF[uid] ?? {})) {
        const ids = relationIds(params.data?.[attribute]);
        if (ids.length > 0) scopes.push(...(await scopesOf(strapi, { id: { $in: ids } })));
      }
      return scopes;
    };
    /**
     * Others may begin to show files while they are changed. They are locked after the websites that show them already, as saving a
     * post takes its website's lock first; a website that shows them only since is past that order, so its change counts for all.
     */
    const countFiles = async (where: Data): Promise<void> => {
      await lockFiles(strapi, where);
      for (const scope of await scopesOfFiles(strapi, where)) {
        if (!(await hasBumped(strapi, scope))) return void (await bump([EVERYTHING]));
      }
    };
    // All at once, in one order: two writers who move things in opposite directions do not deadlock.
    const countBefore = async (event: WriteEvent): Promise<void> => {
      const { where = {}, data } = event.params;
      const look = async (): Promise<AffectedScopes> => {
        const { scopes, isDelivered } = await affectedScopesOf(strapi, uid, where, data);
        return { scopes: [...scopes, ...(await targets(event))], isDelivered };
      };
      if ((await count(look)) && uid === FILE_UID) await countFiles(where);
    };
    const countAfter = (kind: 'create' | 'update') => async (event: WriteEvent) => {
      const { params, result } = event;
      if (!result || !hasScopesOfItsOwn(uid, kind, params.data)) return;
      await count(() => affectedScopesOf(strapi, uid, { id: result.id }, params.data));
    };

    const subscriber = {
      models: [uid],
      beforeCreate: async (event: WriteEvent) => {
        const isDelivered = isMadeLive(uid, event.params.data);
        await count(async () => ({ scopes: await targets(event), isDelivered }));
      },
      afterCreate: countAfter('create'),
      beforeUpdate: countBefore,
      afterUpdate: countAfter('update'),
      beforeDelete: countBefore,
      beforeUpdateMany: countBefore,
      afterUpdateMany: countBefore,
      beforeDeleteMany: countBefore,
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
