export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A route of the admin API, passed by signed-in users whom a policy lets through. */
export const forUsersWhom = (
  policy: { name: string; config: object },
  method: Method,
  path: string,
  handler: string,
) => ({ method, path, handler, config: { policies: ['admin::isAuthenticatedAdmin', policy] } });

/** A route of the admin API, passed by signed-in users with the permission. */
export const forUsersWith = (permission: string, method: Method, path: string, handler: string) =>
  forUsersWhom({ name: 'admin::hasPermissions', config: { actions: [permission] } }, method, path, handler);
