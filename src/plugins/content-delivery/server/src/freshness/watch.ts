import type { Core } from '@strapi/strapi';
import { raiseRevisions, type Scope } from './revisions';
import { OWNER_OF, SCOPES_OF, UNSEEN_WHEN_CREATED, type CountedUid } from './scopes';

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
 * Raising a revision also takes its lock. It is taken before the row is touched wherever that can be told, so
 * that writers queue for it first and do not meet with half of their locks taken. Must be registered before
 * the rules, which rely on the lock.
 */
export const watchWrites = (strapi: Core.Strapi): void => {
  for (const uid of Object.keys(SCOPES_OF) as CountedUid[]) {
    const raise = async (event: WriteEvent, scopes: readonly Scope[]): Promise<void> => {
      const raised = event.state.raised ?? [];
      const missing = scopes.filter((scope) => !raised.includes(scope));
      if (missing.length > 0) await raiseRevisions(strapi, missing);
      event.state = { raised: [...raised, ...missing] };
    };
    const asItIs = async (event: WriteEvent): Promise<void> =>
      raise(event, await SCOPES_OF[uid](strapi, event.params.where ?? {}));
    const asItBecame = async (event: WriteEvent): Promise<void> => {
      if (event.result) await raise(event, await SCOPES_OF[uid](strapi, { id: event.result.id }));
    };
    const isSeenWhenCreated = !UNSEEN_WHEN_CREATED.has(uid);

    const subscriber = {
      models: [uid],
      async beforeCreate(event: WriteEvent) {
        const owner = OWNER_OF[uid];
        const ids = owner ? relationIds(event.params.data?.[owner.attribute]) : [];
        if (owner && ids.length > 0)
          await raise(event, await SCOPES_OF[owner.uid](strapi, { id: { $in: ids } }));
      },
      ...(isSeenWhenCreated ? { afterCreate: asItBecame } : {}),
      beforeUpdate: asItIs,
      afterUpdate: asItBecame,
      beforeDelete: asItIs,
      beforeUpdateMany: asItIs,
      afterUpdateMany: asItIs,
      beforeDeleteMany: asItIs,
    };
    strapi.db.lifecycles.subscribe(
      subscriber as unknown as Parameters<typeof strapi.db.lifecycles.subscribe>[0],
    );
  }
};

/** The row numbers in the forms that Strapi's query layer takes a relation in. */
const relationIds = (value: unknown): (number | string)[] => {
  if (typeof value === 'number' || typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(relationIds);
  if (typeof value !== 'object' || value === null) return [];
  const { id, set, connect } = value as { id?: unknown; set?: unknown; connect?: unknown };
  return [...relationIds(id), ...relationIds(set), ...relationIds(connect)];
};
