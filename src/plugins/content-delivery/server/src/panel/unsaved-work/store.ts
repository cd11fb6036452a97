import type { Core } from '@strapi/strapi';
import type { UnsavedForm, UnsavedWork } from '../../../../contracts/unsaved-work';
import { UIDS } from '../../platform/uids';

/** After that many days nobody comes back for it. */
const DAYS_KEPT = 30;
/** Of one user; beyond that the oldest goes. */
const FORMS_KEPT = 50;

interface Row {
  id: number;
  form: string;
  entry: string | null;
  basedOn: string | null;
  changes: string;
  keptAt: Date | string;
}

/** What users have typed and not saved. Each function sees one user's only. */
export const createUnsavedWorkStore = (strapi: Core.Strapi) => {
  const rows = () => strapi.db.query(UIDS.unsavedWork);

  return {
    async find(userId: number, model: string, entry: string | null): Promise<UnsavedWork[]> {
      const found = (await rows().findMany({
        where: { userId, model, entry },
        orderBy: [{ keptAt: 'desc' }, { id: 'desc' }],
      })) as Row[];
      return found.map(({ form, basedOn, changes, keptAt }) => ({
        form,
        entry,
        basedOn,
        changes: JSON.parse(changes) as UnsavedForm['changes'],
        keptAt: new Date(keptAt).toISOString(),
      }));
    },

    async keep(userId: number, model: string, form: string, work: UnsavedForm): Promise<void> {
      const own = { userId, form };
      const { entry, basedOn } = work;
      const data = { model, entry, basedOn, changes: JSON.stringify(work.changes), keptAt: new Date() };
      if ((await rows().updateMany({ where: own, data })).count > 0) return;
      try {
        await rows().create({ data: { ...own, ...data } });
      } catch (error) {
        // The same form was kept at the same moment; whoever comes second has the newer text.
        if ((await rows().updateMany({ where: own, data })).count === 0) throw error;
      }
      const old = (await rows().findMany({
        where: { userId },
        select: ['id'],
        orderBy: [{ keptAt: 'desc' }, { id: 'desc' }],
        offset: FORMS_KEPT,
        limit: FORMS_KEPT,
      })) as Row[];
      if (old.length > 0) await rows().deleteMany({ where: { id: { $in: old.map(({ id }) => id) } } });
    },

    async drop(userId: number, form: string): Promise<void> {
      await rows().deleteMany({ where: { userId, form } });
    },

    /** Removes what nobody came back for, and what belonged to users who are gone. */
    async clean(now: number): Promise<void> {
      await rows().deleteMany({ where: { keptAt: { $lt: new Date(now - DAYS_KEPT * 86_400_000) } } });
      const table = strapi.db.metadata.get(UIDS.unsavedWork).tableName;
      await strapi.db
        .connection(table)
        .whereNotIn('user_id', strapi.db.connection('admin_users').select('id'))
        .delete();
    },
  };
};

export type UnsavedWorkStore = ReturnType<typeof createUnsavedWorkStore>;
