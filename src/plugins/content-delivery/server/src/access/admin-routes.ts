import { READ_ENTRIES } from './permissions';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A route of the admin API, passed by signed-in users whom a policy lets through. */
const forUsersWhom = (
  policy: { name: string; config: object },
  method: Method,
  path: string,
  handler: string,
) => ({ method, path, handler, config: { policies: ['admin::isAuthenticatedAdmin', policy] } });

/** A route for users with the permission. */
export const forUsersWith = (permission: string, method: Method, path: string, handler: string) =>
  forUsersWhom({ name: 'admin::hasPermissions', config: { actions: [permission] } }, method, path, handler);

/** A route for users who may read entries of these content types. */
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

/** The same for one entry of that type. */
export const forReadersOfEntry = (path: string, handler: string, method?: Method) =>
  forReadersOfModel(`/entries/:model/:documentId${path}`, handler, method);
