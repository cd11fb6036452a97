import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { KeptForm, RefusalReason, UnsavedForm, UnsavedWork } from '../../../../contracts/unsaved-work';
import { displayNameOf } from '../../platform/display-name';
import { withRetries } from '../../platform/database/retries';
import { UIDS } from '../../platform/uids';
import { DAY } from '../../platform/durations';

/** After that many days its writer is not expected back. */
const DAYS_KEPT = 30;
/** Of one user. What goes beyond stays in the browser: what was typed before is not thrown away. */
const MAX_FORMS = 200;
const MAX_BYTES = 60_000_000;
/** Forms that are looked at to list some. */
const LISTED = 10;

interface Row {
  id: number;
  form: string;
  model: string;
  entry: string | null;
  basedOn: string | null;
  changes: string;
  /** Of `changes`; null for what was kept before they were counted. */
  bytes: number | null;
  keptAt: Date | string;
}

type KeptRow = Pick<Row, 'form' | 'entry' | 'basedOn' | 'keptAt'>;

const toKeptForm = ({ form, entry, basedOn, keptAt }: KeptRow): KeptForm => ({
  form,
  entry,
  basedOn,
  keptAt: new Date(keptAt).toISOString(),
});

/** What users have typed and not saved. Each function sees one user's only. */
export const createUnsavedWorkStore = (strapi: Core.Strapi) => {
  const rows = () => strapi.db.query(UIDS.unsavedWork);

  /** @throws PayloadTooLargeError where the user has no room for it beside the other forms */
  const refuseWithoutRoom = async (userId: number, form: string, bytes: number): Promise<void> => {
    const others = (await rows().findMany({
      where: { userId, form: { $ne: form } },
      select: ['model', 'bytes', 'keptAt'],
      orderBy: [{ keptAt: 'asc' }, { id: 'asc' }],
      limit: MAX_FORMS,
    })) as Pick<Row, 'model' | 'bytes' | 'keptAt'>[];
    const total = others.reduce((sum, other) => sum + (other.bytes ?? 0), bytes);
    const [oldest] = others;
    if (!oldest || (others.length < MAX_FORMS && total <= MAX_BYTES)) return;
    throw new errors.PayloadTooLargeError(
      `The server keeps ${MAX_FORMS} forms and ${MAX_BYTES / 1_000_000} MB of unsaved work of each user, and yours are all there. ` +
        'This form is in your browser only: save it, or discard older work where it is offered. ' +
        `The oldest is of a “${displayNameOf(strapi, oldest.model)}” and was typed on ${new Date(oldest.keptAt).toISOString().slice(0, 10)}.`,
      { reason: 'full' satisfies RefusalReason },
    );
  };

  return {
    async drop(userId: number, form: string): Promise<void> {
      await rows().deleteMany({ where: { userId, form } });
    },

    /** Without the texts, which are long. */
    async list(userId: number, model: string, entry: string | null): Promise<KeptForm[]> {
      const found = (await rows().findMany({
        where: { userId, model, entry },
        select: ['form', 'basedOn', 'keptAt'],
        orderBy: [{ keptAt: 'desc' }, { id: 'desc' }],
      })) as Omit<KeptRow, 'entry'>[];
      return found.map((row) => toKeptForm({ ...row, entry }));
    },

    async find(userId: number, model: string, form: string): Promise<UnsavedWork | null> {
      const found = (await rows().findOne({ where: { userId, model, form } })) as Row | null;
      if (!found) return null;
      const changes = JSON.parse(found.changes) as UnsavedForm['changes'];
      return { ...toKeptForm({ ...found, form }), changes };
    },

    /** Of all types, the latest first; without the texts. */
    async latest(userId: number): Promise<(KeptForm & { model: string })[]> {
      const found = (await rows().findMany({
        where: { userId },
        select: ['model', 'form', 'entry', 'basedOn', 'keptAt'],
        orderBy: [{ keptAt: 'desc' }, { id: 'desc' }],
        limit: LISTED,
      })) as (KeptRow & Pick<Row, 'model'>)[];
      return found.map((row) => ({ ...toKeptForm(row), model: row.model }));
    },

    /** @throws PayloadTooLargeError, which leaves an older copy of the form as it is */
    async keep(userId: number, model: string, form: string, work: UnsavedForm): Promise<void> {
      const own = { userId, form };
      const { entry, basedOn } = work;
      const changes = JSON.stringify(work.changes);
      const bytes = Buffer.byteLength(changes);
      const data = { model, entry, basedOn, changes, bytes, keptAt: new Date() };
      await withRetries(strapi, async ({ trx }) => {
        // One form of a user after the other, so that none takes the room that another has found.
        await trx('admin_users').where({ id: userId }).forUpdate().select('id');
        await refuseWithoutRoom(userId, form, bytes);
        const { count } = await rows().updateMany({ where: own, data });
        if (count === 0) await rows().create({ data: { ...own, ...data } });
      });
    },

    /** Removes what its writer did not come back for, and what belonged to users who are gone. */
    async prune(now: number): Promise<void> {
      await rows().deleteMany({ where: { keptAt: { $lt: new Date(now - DAYS_KEPT * DAY) } } });
      const table = strapi.db.metadata.get(UIDS.unsavedWork).tableName;
      await strapi.db
        .connection(table)
        .whereNotIn('user_id', strapi.db.connection('admin_users').select('id'))
        .delete();
    },
  };
};

export type UnsavedWorkStore = ReturnType<typeof createUnsavedWorkStore>;
