import type { Core } from '@strapi/strapi';
import type { ActivityAction } from '../../../../contracts/activity';
import { PEOPLE, recordActivity } from '../../freshness/activity/record';
import { subscribe, type WriteEvent } from '../../platform/database/lifecycles';
import { writeInTransactions } from '../../platform/patches/strapi-writes';
import { PERMISSION_UID, ROLE_UID, USER_UID } from '../../platform/uids';

type Data = Record<string, unknown>;

interface UserRow {
  id: number;
  isActive: boolean | null;
  blocked: boolean | null;
  roles: { id: number }[];
}

/**
 * Records who was invited, blocked and deleted, whose roles have changed, and which roles have. Neither names nor e-mail
 * addresses are kept: a line has the user's number.
 *
 * What Strapi itself gives to roles at its start is no user's doing, and is not recorded.
 */
export const recordPeople = (strapi: Core.Strapi): void => {
  for (const uid of [USER_UID, ROLE_UID, PERMISSION_UID]) writeInTransactions(strapi, uid);
  recordUsers(strapi);
  recordRoles(strapi);
};

const recordUsers = (strapi: Core.Strapi): void => {
  const find = (where: Data): Promise<UserRow[]> =>
    strapi.db.query(USER_UID).findMany({
      where,
      select: ['id', 'isActive', 'blocked'],
      populate: { roles: { select: ['id'] } },
    });
  const record = (action: ActivityAction, id: number): Promise<void> =>
    recordActivity(strapi, [{ action, type: 'user', scope: PEOPLE, entry: String(id) }]);
  const deleting = async ({ params }: WriteEvent): Promise<void> => {
    for (const { id } of await find(params.where ?? {})) await record('deleted', id);
  };

  subscribe(strapi, {
    models: [USER_UID],
    async afterCreate({ result, params }: WriteEvent) {
      if (result) await record(params.data?.['isActive'] === true ? 'created' : 'invited', result.id);
    },
    async beforeUpdate(event: WriteEvent) {
      const { isActive, blocked, roles } = event.params.data ?? {};
      // A sign-in writes too.
      if ([isActive, blocked, roles].every((value) => value === undefined)) return;
      event.state = { before: await find(event.params.where ?? {}) };
    },
    async afterUpdate({ state, params }: WriteEvent<UserRow[]>) {
      for (const before of state.before ?? []) {
        const [after] = await find({ id: before.id });
        if (!after) continue;
        const isRegistration = params.data?.['registrationToken'] === null;
        for (const action of changesOf(before, after, isRegistration)) await record(action, before.id);
      }
    },
    beforeDelete: deleting,
    beforeDeleteMany: deleting,
  });
};

const mayWork = ({ isActive, blocked }: UserRow): boolean => Boolean(isActive) && !blocked;

const idsOf = ({ roles }: UserRow): string =>
  roles
    .map(({ id }) => id)
    .sort((a, b) => a - b)
    .join(' ');

const changesOf = (before: UserRow, after: UserRow, isRegistration: boolean): ActivityAction[] => {
  const changes: ActivityAction[] = [];
  if (mayWork(before) && !mayWork(after)) changes.push('blocked');
  if (!mayWork(before) && mayWork(after)) changes.push(isRegistration ? 'joined' : 'unblocked');
  if (idsOf(before) !== idsOf(after)) changes.push('roles-changed');
  return changes;
};

const recordRoles = (strapi: Core.Strapi): void => {
  const find = (where: Data): Promise<{ id: number; name: string }[]> =>
    strapi.db.query(ROLE_UID).findMany({ where, select: ['id', 'name'] });
  /** By request, the roles whose permissions it has changed: Strapi writes these one by one. */
  const recorded = new WeakMap<object, Set<number>>();

  const record = async (action: ActivityAction, where: Data): Promise<void> => {
    if (!strapi.requestContext.get()) return;
    for (const { id, name } of await find(where)) {
      await recordActivity(strapi, [{ action, type: 'role', scope: PEOPLE, entry: String(id), label: name }]);
    }
  };
  const recordPermissions = async (role: number): Promise<void> => {
    const request = strapi.requestContext.get() as object | undefined;
    if (!request) return;
    const known = recorded.get(request) ?? new Set();
    recorded.set(request, known);
    if (known.has(role)) return;
    known.add(role);
    await record('permissions-changed', { id: role });
  };
  const rolesOf = async (where: Data): Promise<number[]> => {
    const rows: { role: { id: number } | null }[] = await strapi.db
      .query(PERMISSION_UID)
      .findMany({ where, select: ['id'], populate: { role: { select: ['id'] } } });
    return rows.flatMap(({ role }) => role?.id ?? []);
  };
  const changingPermissions = async ({ params }: WriteEvent): Promise<void> => {
    for (const role of await rolesOf(params.where ?? {})) await recordPermissions(role);
  };

  subscribe(strapi, {
    models: [ROLE_UID],
    afterCreate: ({ result }: WriteEvent) => record('created', { id: result?.id }),
    afterUpdate: ({ params }: WriteEvent) => record('updated', params.where ?? {}),
    beforeDelete: ({ params }: WriteEvent) => record('deleted', params.where ?? {}),
    beforeDeleteMany: ({ params }: WriteEvent) => record('deleted', params.where ?? {}),
  });
  subscribe(strapi, {
    models: [PERMISSION_UID],
    async afterCreate({ result }: WriteEvent) {
      if (result) for (const role of await rolesOf({ id: result.id })) await recordPermissions(role);
    },
    beforeUpdate: changingPermissions,
    beforeDelete: changingPermissions,
    beforeDeleteMany: changingPermissions,
  });
};
