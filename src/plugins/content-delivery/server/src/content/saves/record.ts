import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { ALREADY_CREATED, OPENED_VERSION } from '../../../../contracts/editing';
import { subscribe, type WriteEvent } from '../../platform/database/lifecycles';
import { CONTENT_UIDS } from '../../platform/uids';
import { namedSave } from './request';
import type { SaveStore } from './store';

type SavedEvent = WriteEvent & { result: { documentId: string; updatedAt: Date | string } };

/**
 * Records each save that has a name in the writer's own transaction, so that who got no answer can ask what has come of it. Of several
 * tries to create an entry from one form one succeeds: those that come later find its record, and of two at once the second one waits for the
 * first at the index.
 */
export const recordSaves = (strapi: Core.Strapi, store: SaveStore): void => {
  /** Requests whose save is recorded: a publication writes a second row of the entry. */
  const recorded = new WeakSet();
  const record = async ({ model, result }: SavedEvent): Promise<void> => {
    const save = namedSave(strapi);
    if (save?.model !== model.uid || recorded.has(save.request)) return;
    if (save.entry !== undefined && save.entry !== result.documentId) return;
    recorded.add(save.request);
    // A write that is taken back may be made again for the same request.
    await strapi.db.transaction(({ onRollback }) => onRollback(() => recorded.delete(save.request)));
    const { userId, name } = save;
    const isAdded = await store.add({
      userId,
      save: name,
      model: model.uid,
      entry: result.documentId,
      savedAt: new Date(result.updatedAt).toISOString(),
      isCreation: save.entry === undefined,
    });
    if (!isAdded) throw alreadyCreated();
  };
  const subscriber = {
    models: [...CONTENT_UIDS],
    async beforeCreate({ model }: WriteEvent) {
      const save = namedSave(strapi);
      if (save?.model !== model.uid || save.entry !== undefined || recorded.has(save.request)) return;
      if (await store.find(save.userId, save.model, save.name)) throw alreadyCreated();
    },
    afterCreate: record,
    afterUpdate: record,
  };
  subscribe(strapi, subscriber);
};

const alreadyCreated = () => {
  const message =
    'This was saved before, from the same form. Look for it in the list: no second entry was made.';
  return new errors.ValidationError(message, {
    reason: ALREADY_CREATED,
    errors: [{ path: [OPENED_VERSION], message, name: 'ValidationError' }],
  });
};
