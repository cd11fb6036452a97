import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { ActivityAction } from '../../../../contracts/activity';
import { recordActivity } from '../../freshness/activity/record';
import { websiteScope } from '../../freshness/revisions';
import type { Encryption } from '../../platform/encryption';
import { fieldError } from '../../platform/field-errors';
import { isBlank } from '../../platform/formats';
import { UIDS } from '../../platform/uids';
import type { IsAllowed } from './allowed';
import { validateWebhook } from './input';
import { addEvent, dropWaiting, EVENTS } from './outbox';
import { logEnd } from './produce';
import { ATTEMPTS } from './record';
import { generateSecret, isMask, maskOf, secretProblem } from './secret';

type Data = Record<string, unknown>;

interface WriteEvent {
  params: { data?: Data; where?: Data };
  result?: { id: number | string };
  state: { before?: Row; going?: Row[] };
}

interface Row {
  id: number;
  documentId: string;
  website: string;
  url: string;
  active: boolean;
  secret: string;
  turn: number | null;
}

interface Parts {
  encryption: Encryption;
  isAllowed: IsAllowed;
}

/**
 * What a webhook may be, on every way on which it is written: `strapi.documents`, the panel, `strapi.db.query`. Its secret is
 * encrypted on its way into the database; what is read back is a mask.
 */
export const enforceWebhooks = (strapi: Core.Strapi, { encryption, isAllowed }: Parts): void => {
  const find = (where: Data | undefined): Promise<Row[]> =>
    strapi.db.query(UIDS.webhook).findMany({ where: where ?? {} });

  const withSecret = (data: Data, secret: string): void => {
    const problem = secretProblem(secret);
    if (problem) throw fieldError('secret', problem);
    data['secret'] = maskOf(secret);
    data['secretCipher'] = encryption.encrypt(secret);
  };

  const record = (action: ActivityAction, { website }: Row): Promise<void> =>
    recordActivity(strapi, { action, type: 'webhook', scope: websiteScope(website), entry: website });

  const end = async (website: string): Promise<number> =>
    strapi.db.transaction(async ({ trx }) => logEnd(strapi, trx, website));

  const subscriber = {
    models: [UIDS.webhook],

    async beforeCreate(event: WriteEvent) {
      const data = copyData(event);
      const website = data['website'];
      if (typeof website !== 'string' || !(await isThere(strapi, website))) {
        throw fieldError('website', 'A webhook belongs to a website: its documentId.');
      }
      validateWebhook(Object.assign(data, { url: data['url'], events: data['events'] }), isAllowed);
      data['active'] = data['active'] ?? true;
      const given = data['secret'];
      // A clone brings the mask.
      withSecret(data, isBlank(given) || isMask(String(given)) ? generateSecret() : String(given));
      Object.assign(data, UNSENT, {
        turn: 0,
        logRevision: await end(website),
        oldSecretCipher: null,
        oldSecretUntil: null,
        owner: null,
        leaseUntil: null,
      });
    },

    async afterCreate({ result }: WriteEvent) {
      for (const row of result ? await find({ id: result.id }) : []) await record('created', row);
    },

    async beforeUpdate(event: WriteEvent) {
      const data = copyData(event);
      const [before] = await find(event.params.where);
      if (!before) return;
      event.state = { before };
      if ('website' in data && data['website'] !== before.website) {
        throw fieldError('website', 'A webhook stays with its website. Make another one there.');
      }
      for (const name of KEPT_BY_SERVER) Reflect.deleteProperty(data, name);
      validateWebhook(data, isAllowed);
      const given = data['secret'];
      if (given === undefined || given === before.secret) delete data['secret'];
      else if (isBlank(given)) throw fieldError('secret', 'A webhook always has a secret. Rotate it.');
      else {
        withSecret(data, String(given));
        Object.assign(data, { oldSecretCipher: null, oldSecretUntil: null });
      }
      // What the receiver before has asked for does not hold for another one.
      if (data['url'] !== undefined && data['url'] !== before.url) {
        Object.assign(data, { notBefore: null, failingSince: null });
      }
      if (data['active'] === true && !before.active) {
        Object.assign(data, UNSENT, {
          turn: (before.turn ?? 0) + 1,
          logRevision: await end(before.website),
        });
      }
    },

    async afterUpdate({ params, state: { before } }: WriteEvent) {
      const active = params.data?.['active'];
      if (!before) return;
      if (params.data?.['url'] !== undefined && params.data['url'] !== before.url) {
        await strapi.db.transaction(async ({ trx }) => {
          const waiting = trx(EVENTS).where({ webhook: before.documentId, state: 'waiting' });
          await waiting.update({ due_at: new Date() });
        });
      }
      if (typeof active === 'boolean' && active !== before.active) {
        const { documentId: webhook, website } = before;
        await strapi.db.transaction(async ({ trx }) => {
          await dropWaiting(trx, webhook);
          // Nothing was told while it was off.
          if (active) {
            await addEvent(trx, {
              webhook,
              website,
              type: 'resync',
              revision: await logEnd(strapi, trx, website),
            });
          }
        });
      }
      await record('updated', before);
    },

    async beforeDelete(event: WriteEvent) {
      event.state = { going: await find(event.params.where) };
    },

    /** Behind the row: events that another instance makes meanwhile are there by then, and no more follow. */
    async afterDelete({ state: { going = [] } }: WriteEvent) {
      for (const row of going) {
        const { documentId: webhook } = row;
        await strapi.db.transaction(async ({ trx }) => {
          await trx(ATTEMPTS).where({ webhook }).delete();
          await trx(EVENTS).where({ webhook }).delete();
        });
        await record('deleted', row);
      }
    },

    beforeCreateMany: refuseMany,
    beforeUpdateMany: refuseMany,
    beforeDeleteMany: async (event: WriteEvent) => subscriber.beforeDelete(event),
    afterDeleteMany: async (event: WriteEvent) => subscriber.afterDelete(event),
  };
  subscribe(strapi, subscriber);

  const deleteOfWebsites = async ({ params }: WriteEvent): Promise<void> => {
    const going: { documentId: string }[] = await strapi.db
      .query(UIDS.website)
      .findMany({ where: params.where ?? {}, select: ['documentId'] });
    const website = { $in: going.map(({ documentId }) => documentId) };
    if (going.length > 0) await strapi.db.query(UIDS.webhook).deleteMany({ where: { website } });
  };
  subscribe(strapi, {
    models: [UIDS.website],
    beforeDelete: deleteOfWebsites,
    beforeDeleteMany: deleteOfWebsites,
  });
};

/** Written by the server itself, past these events. */
const KEPT_BY_SERVER = [
  'secretCipher',
  'oldSecretCipher',
  'oldSecretUntil',
  'logRevision',
  'windows',
  'windowsDue',
  'turn',
  'owner',
  'leaseUntil',
  'notBefore',
  'failingSince',
  'resyncDue',
  'offReason',
  'offSince',
] as const;

/** Where a webhook begins when it is made, or switched on again. */
const UNSENT = {
  windows: {},
  windowsDue: null,
  notBefore: null,
  failingSince: null,
  resyncDue: false,
  offReason: null,
  offSince: null,
} as const;

const copyData = (event: WriteEvent): Data => {
  const data = { ...event.params.data };
  event.params.data = data;
  return data;
};

const refuseMany = (): never => {
  throw new errors.ApplicationError(
    'Webhooks are written one at a time, so that each is checked: use create or update.',
  );
};

const isThere = async (strapi: Core.Strapi, website: string): Promise<boolean> => {
  const row: { documentId: string } | null = await strapi.db
    .query(UIDS.website)
    .findOne({ where: { documentId: website }, select: ['documentId'] });
  // Compared once more, as MariaDB ignores case.
  return row?.documentId === website;
};

const subscribe = (strapi: Core.Strapi, subscriber: object): void => {
  strapi.db.lifecycles.subscribe(subscriber as Parameters<typeof strapi.db.lifecycles.subscribe>[0]);
};
