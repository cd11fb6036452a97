import type { StrapiApp } from '@strapi/strapi/admin';
import { createGlobalStyle } from 'styled-components';
import { showEverywhere } from '../shared/everywhere';

const CONTENT_TYPE_BUILDER = 'plugins/content-type-builder';

/** Strapi has the link to its marketplace in the navigation itself, where nothing takes it out. */
const NoMarketplace = createGlobalStyle`
  nav li:has(a[href^='https://market.strapi.io']) {
    display: none;
  }
`;

interface App extends Pick<StrapiApp, 'addComponents'> {
  router: { menu: { to: string }[] };
}

/**
 * Takes out of the navigation what only serves a developer at work: types cannot be changed in production, nor plugins added.
 * For the plugin's `register`, which gets the navigation.
 * @returns is to be called in its `bootstrap`, when all plugins have put their links there
 */
export const leaveOutDeveloperTools = (app: App): (() => void) => {
  showEverywhere(app, 'no-marketplace', NoMarketplace);
  return () => {
    const { menu } = app.router;
    const at = menu.findIndex(({ to }) => to === CONTENT_TYPE_BUILDER);
    if (at !== -1) menu.splice(at, 1);
  };
};
