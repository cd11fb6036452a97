import { forUsersWhom, type Method } from '../platform/admin-route';
import { READ_ENTRIES } from './permissions';

/** A route of the admin API, passed by signed-in users who may read entries of these content types. */
export const forReadersOf = (
  types: readonly string[],
  path: string,
  handler: string,
  method: Method = 'GET',
) => {
  const actions = types.map((type) => [READ_ENTRIES, type]);
  return forUsersWhom({ name: 'admin::hasPermissions', config: { actions } }, method, path, handler);
};

/** The same for the content type that is called `:model` in the path. */
export const forReadersOfModel = (path: string, handler: string, method: Method = 'GET') =>
  forUsersWhom(
    { name: 'plugin::content-manager.hasPermissions', config: { actions: [READ_ENTRIES] } },
    method,
    path,
    handler,
  );
