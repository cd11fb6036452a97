/** A route of the admin API, passed by signed-in users with the permission. */
export const forUsersWith = (
  permission: string,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  handler: string,
) => ({
  method,
  path,
  handler,
  config: {
    policies: [
      'admin::isAuthenticatedAdmin',
      { name: 'admin::hasPermissions', config: { actions: [permission] } },
    ],
  },
});
