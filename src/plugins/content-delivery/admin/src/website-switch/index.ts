import type { StrapiApp } from '@strapi/strapi/admin';
import { showEverywhere } from '../shared/everywhere';
import { nameShownWebsite } from './send-along';
import { WebsiteSwitch } from './WebsiteSwitch';

/** Narrows the whole panel to one website, where an editor wants that. */
export const switchWebsites = (app: Pick<StrapiApp, 'addComponents'>): void => {
  showEverywhere(app, 'website-switch', WebsiteSwitch);
  nameShownWebsite();
};
