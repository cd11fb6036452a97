import type { StrapiApp } from '@strapi/strapi/admin';

/** What Strapi's store is told when a user has signed in or out, in this tab. */
const CHANGES = ['admin/login', 'admin/logout'];
/** What Strapi keeps in the browser, for all tabs, while somebody is signed in. */
const SIGNED_IN = 'isLoggedIn';

/**
 * Does something whenever a session ends, in this tab or another one, and before the next one begins: the one before may have
 * ended with the browser. For the plugin's `register`, as the store is made after it.
 */
export const betweenSessions = (app: Pick<StrapiApp, 'addMiddlewares'>, act: () => void): void => {
  app.addMiddlewares([
    () => () => (next) => (action) => {
      if (CHANGES.includes((action as { type: string }).type)) act();
      return next(action);
    },
  ]);
  window.addEventListener('storage', ({ key, newValue }) => {
    // Without a key, all was cleared.
    if (key === null || (key === SIGNED_IN && newValue === null)) act();
  });
};
