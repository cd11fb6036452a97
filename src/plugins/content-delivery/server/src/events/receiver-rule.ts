import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import {
  beforeDeletingWebsites,
  copyData,
  subscribe,
  type WriteEvent,
} from '../platform/database/lifecycles';
import { fieldError } from '../platform/field-errors';
import { UIDS } from '../platform/uids';
import { currentLogEnd } from '../freshness/changes/log-end';

/** The rule of receivers, which belong to a website: webhooks and purge targets. */

export type Data = Record<string, unknown>;

/** What every one of these has, by the names of its attributes. */
export interface StoredReceiver {
  id: number;
  documentId: string;
  website: string;
  active: boolean;
  turn: number | null;
}

/** What one kind of them may be, and what follows from a write. */
interface ReceiverRule<Row> {
  uid: typeof UIDS.webhook | typeof UIDS.purgeTarget;
  /** One of them in messages, such as "A webhook", and several. */
  one: string;
  many: string;
  /** Where one begins when it is made, or switched on again. */
  beginning: Data;
  /** What else only the server writes, past these events. */
  ownOfServer: readonly string[];
  /** Checks a new one, and fills in what was left out. @throws ValidationError at the field */
  create(data: Data): void;
  created(row: Row): Promise<void>;
  /** Checks what is changed. @throws ValidationError at the field */
  update(data: Data, before: Row): void;
  updated(data: Data, before: Row): Promise<void>;
  /** Called after each row: what another instance writes meanwhile is there by then, and no more follows. */
  deleted(row: Row): Promise<void>;
}

/** Where in the change log one is, and which instance works for it. */
const LOG_POSITION = ['turn', 'logRevision', 'owner', 'leaseUntil'];

export const websiteExists = async (strapi: Core.Strapi, website: string): Promise<boolean> => {
  const row: { documentId: string } | null = await strapi.db
    .query(UIDS.website)
    .findOne({ where: { documentId: website }, select: ['documentId'] });
  // Compared once more, as MariaDB ignores case.
  return row?.documentId === website;
};

/** Holds each write of such rows to their rule, on every way on which it comes. */
export const enforceReceivers = <Row extends StoredReceiver>(
  strapi: Core.Strapi,
  { uid, one, many, beginning, ownOfServer, ...rule }: ReceiverRule<Row>,
): void => {
  const find = (where: Data | undefined): Promise<Row[]> =>
    strapi.db.query(uid).findMany({ where: where ?? {} });
  const refuseMany = (): never => {
    throw new errors.ApplicationError(
      `${many} are written one at a time, so that each is checked: use create or update.`,
    );
  };
  const beforeDelete = async (event: WriteEvent<Row[]>): Promise<void> => {
    event.state = { before: await find(event.params.where) };
  };
  const afterDelete = async ({ state }: WriteEvent<Row[]>): Promise<void> => {
    for (const row of state.before ?? []) await rule.deleted(row);
  };

  const subscriber = {
    models: [uid],

    async beforeCreate(event: WriteEvent<Row>) {
      const data = copyData(event);
      const { website } = data;
      if (typeof website !== 'string' || !(await websiteExists(strapi, website))) {
        throw fieldError('website', `${one} belongs to a website: its documentId.`);
      }
      rule.create(data);
      const logRevision = await currentLogEnd(strapi, website);
      Object.assign(data, beginning, { turn: 0, logRevision, owner: null, leaseUntil: null });
    },

    async afterCreate({ result }: WriteEvent<Row>) {
      for (const row of result ? await find({ id: result.id }) : []) await rule.created(row);
    },

    async beforeUpdate(event: WriteEvent<Row>) {
      const data = copyData(event);
      const [before] = await find(event.params.where);
      if (!before) return;
      event.state = { before };
      if ('website' in data && data['website'] !== before.website) {
        throw fieldError('website', `${one} stays with its website. Make another one there.`);
      }
      for (const name of [...LOG_POSITION, ...Object.keys(beginning), ...ownOfServer]) {
        Reflect.deleteProperty(data, name);
      }
      rule.update(data, before);
      if (data['active'] === true && !before.active) {
        const logRevision = await currentLogEnd(strapi, before.website);
        Object.assign(data, beginning, { turn: (before.turn ?? 0) + 1, logRevision });
      }
    },

    async afterUpdate({ params, state: { before } }: WriteEvent<Row>) {
      if (before) await rule.updated(params.data ?? {}, before);
    },

    beforeDelete,
    afterDelete,
    beforeDeleteMany: beforeDelete,
    afterDeleteMany: afterDelete,
    beforeCreateMany: refuseMany,
    beforeUpdateMany: refuseMany,
  };
  subscribe(strapi, subscriber);
  beforeDeletingWebsites(strapi, async (websites) => {
    await strapi.db.query(uid).deleteMany({ where: { website: { $in: websites } } });
  });
};
