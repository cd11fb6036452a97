import type { Core } from '@strapi/strapi';
import { recordSaves } from './record';
import { createSaveStore } from './store';

export { SAVE_MODEL } from './model';
export { namedSave, SAVE_NAME } from './request';
export type { SaveStore } from './store';

/** Saves of the panel's forms that were committed: what is looked up where an answer was lost. */
export const createSaves = (strapi: Core.Strapi) => {
  const store = createSaveStore(strapi);
  return { ...store, record: () => recordSaves(strapi, store) };
};

export type Saves = ReturnType<typeof createSaves>;
