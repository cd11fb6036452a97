import { adminApi } from '@strapi/strapi/admin';
import { whenSent } from '../endpoints';
import { forgetOwnSaves } from './own-saves';

/** How to reload each entry whose last save failed. */
const reloads = new Map<string, () => void>();

const tagOf = (model: string, documentId: string | undefined): string => `${model}_${documentId ?? ''}`;

/** Loads what is stored now into the form of an entry whose saving was refused. */
export const reloadEntry = (model: string, documentId: string): void => {
  forgetOwnSaves({ model, documentId });
  reloads.get(tagOf(model, documentId))?.();
};

/** A failed save loads nothing, so that what was typed stays; the editor can load what is stored. */
export const rememberHowToReload = (): void => {
  const { invalidateTags } = adminApi.util as unknown as { invalidateTags(tags: unknown[]): unknown };
  whenSent(['updateDocument', 'publishDocument'], (save, { dispatch, queryFulfilled }) => {
    const tag = tagOf(save.model, save.documentId);
    const reload = () => void dispatch(invalidateTags([{ type: 'Document', id: tag }, 'Relations']));
    queryFulfilled.then(
      () => reloads.delete(tag),
      () => reloads.set(tag, reload),
    );
  });
};
