import type { StrapiApp } from '@strapi/strapi/admin';
import { showEverywhere } from '../shared/everywhere';
import { askBeforeUsedFilesChange } from './ask';
import { UsedIn } from './UsedIn';
import { UsesDialog } from './UsesDialog';

/** Has the media library say where files are used: beside their details, and before they are deleted or replaced. */
export const nameUsesOfFiles = (app: StrapiApp): void => {
  showEverywhere(app, 'uses', UsesDialog);
  showEverywhere(app, 'used-in', UsedIn);
  askBeforeUsedFilesChange();
};
