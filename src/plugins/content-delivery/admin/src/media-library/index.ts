import type { StrapiApp } from '@strapi/strapi/admin';
import { PLUGIN_ID } from '../shared/plugin-id';
import { askBeforeUsedFilesChange } from './ask';
import { UsesDialog } from './UsesDialog';

/** The prefix with which Strapi shows a component beside every page. */
const EVERYWHERE = 'future-global::';

/** Has the media library say where files are used, before they are deleted or replaced. */
export const nameUsesOfFiles = (app: StrapiApp): void => {
  app.addComponents({ name: `${EVERYWHERE}${PLUGIN_ID}-uses`, Component: UsesDialog });
  askBeforeUsedFilesChange();
};
