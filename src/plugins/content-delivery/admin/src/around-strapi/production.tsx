import type { StrapiApp } from '@strapi/strapi/admin';
import { createGlobalStyle } from 'styled-components';
import { showEverywhere } from '../shared/everywhere';

const CONTENT_TYPE_BUILDER = 'plugins/content-type-builder';

/** Strapi has these links in its navigation and settings themselves, where nothing takes them out. This server takes part in no transfer. */
const NoDeadEnds = createGlobalStyle`
  nav li:has(a[href^='https://market.strapi.io']),
  nav li:has(a[href*='/settings/transfer-tokens']) {
    display: none;
  }
`;

interface App extends Pick<StrapiApp, 'addComponents'> {
  router: { menu: { to: string }[] };
}

/**
 * Takes out of the navigation what only serves a developer at work: types cannot be changed in production, nor plugins added, nor content transferred.
 * For the plugin's `register`, which gets the navigation.
 * @returns is to be called in its `bootstrap`, when all plugins have put their links there
 */
export const leaveOutDeveloperTools = (app: App): (() => void) => {
  showEverywhere(app, 'no-dead-ends', NoDeadEnds);
  return () => {
    const { menu } = app.router;
    const at = menu.findIndex(({ to }) => to === CONTENT_TYPE_BUILDER);
    if (at !== -1) menu.splice(at, 1);
  };
};
