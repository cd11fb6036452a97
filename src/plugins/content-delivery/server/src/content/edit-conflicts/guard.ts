import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { OPENED_VERSION } from '../../../../contracts/editing';
import { NAME_FIELDS, nameOf } from '../authors';
import { subscribe } from '../../platform/database/lifecycles';
import { rowsBefore } from '../../platform/database/rows-before';
import { CONTENT_UIDS } from '../../platform/uids';
import { namedSave, type SaveStore } from '../saves';
import { carriesOpenedVersion, consumeVersion, versionOf } from './version-token';

interface UpdateEvent {
  model: { uid: (typeof CONTENT_UIDS)[number] };
  params: { where?: Record<string, unknown> };
}

interface Saved {
  updatedAt: Date | string;
  updatedBy: Parameters<typeof nameOf>[0] | null;
}

/**
 * Refuses to overwrite what another editor has saved since this one opened the entry. What a save of the same form has stored that got no
 * answer is not another's.
 *
 * It looks inside the writer's transaction and after the lock of the website or account is taken, so of two
 * editors who save the same version at the same moment one is refused. Must be registered after the lock.
 */
export const refuseOverwriting = (strapi: Core.Strapi, saves: Pick<SaveStore, 'hasMade'>): void => {
  const isOwn = async (entry: string, savedAt: string): Promise<boolean> => {
    const save = namedSave(strapi);
    if (!save || save.unanswered.length === 0) return false;
    return saves.hasMade(save.userId, save.unanswered, { entry, savedAt });
  };
  const subscriber = {
    models: [...CONTENT_UIDS],
    async beforeUpdate({ model, params }: UpdateEvent) {
      if (!carriesOpenedVersion(strapi)) return;
      const [row] = await rowsBefore(strapi, model.uid, params.where);
      const opened = row && consumeVersion(strapi, model.uid, row.documentId);
      const now = opened && versionOf(row.updatedAt);
      if (!opened || !now || opened === now || (await isOwn(row.documentId, now))) return;
      const saved: Saved = await strapi.db.query(model.uid).findOne({
        where: { id: row.id },
        select: ['updatedAt'],
        populate: { updatedBy: { select: [...NAME_FIELDS] } },
      });
      throw editConflict(saved);
    },
  };
  subscribe(strapi, subscriber);
};

/** An error at the form value that carries the version, so that the panel's form keeps what was typed. */
const editConflict = ({ updatedAt, updatedBy }: Saved) => {
  const name = updatedBy && nameOf(updatedBy);
  const message =
    `${name || 'Another editor'} has saved this entry since you opened it, at ${inWords(updatedAt)}. ` +
    'Nothing was overwritten, and nothing of yours was saved.';
  return new errors.ValidationError(message, {
    errors: [{ path: [OPENED_VERSION], message, name: 'ValidationError' }],
  });
};

/** `2026-03-01 09:30 UTC` */
const inWords = (date: Date | string): string => `${versionOf(date).slice(0, 16).replace('T', ' ')} UTC`;
