import type { Core } from '@strapi/strapi';
import type { ActivityAction } from '../../../../contracts/activity';
import { subscribe } from '../../platform/database/lifecycles';
import type { Encryption } from '../../platform/encryption';
import { fieldError } from '../../platform/field-errors';
import { isBlank } from '../../platform/formats';
import { UIDS } from '../../platform/uids';
import type { IsAllowed } from '../allowed';
import {
  copyData,
  deleteWithWebsites,
  oneAtATime,
  refuseAnotherWebsite,
  websiteOfNew,
  type Data,
  type WriteEvent,
} from '../of-website';
import { recordReceiver } from '../receivers';
import { validateWebhook } from './input';
import { addEvent, dropWaiting, EVENTS } from './outbox';
import { currentLogEnd, logEnd } from '../log-end';
import { ATTEMPTS } from './record';
import { generateSecret, isMask, maskOf, secretProblem } from './secret';

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
    recordReceiver(strapi, 'webhook', website, action);

  const deleted = async (row: Row): Promise<void> => {
    const { documentId: webhook } = row;
    await strapi.db.transaction(async ({ trx }) => {
      await trx(ATTEMPTS).where({ webhook }).delete();
      await trx(EVENTS).where({ webhook }).delete();
    });
    await record('deleted', row);
  };

  const subscriber = {
    models: [UIDS.webhook],

    async beforeCreate(event: WriteEvent<Row>) {
      const data = copyData(event);
      const website = await websiteOfNew(strapi, data, 'A webhook');
      validateWebhook(Object.assign(data, { url: data['url'], events: data['events'] }), isAllowed);
      data['active'] = data['active'] ?? true;
      const given = data['secret'];
      // A clone brings the mask.
      withSecret(data, isBlank(given) || isMask(String(given)) ? generateSecret() : String(given));
      Object.assign(data, UNSENT, {
        turn: 0,
        logRevision: await currentLogEnd(strapi, website),
        oldSecretCipher: null,
        oldSecretUntil: null,
        owner: null,
        leaseUntil: null,
      });
    },

    async afterCreate({ result }: WriteEvent<Row>) {
      for (const row of result ? await find({ id: result.id }) : []) await record('created', row);
    },

    async beforeUpdate(event: WriteEvent<Row>) {
      const data = copyData(event);
      const [before] = await find(event.params.where);
      if (!before) return;
      event.state = { before };
      refuseAnotherWebsite(data, before, 'A webhook');
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
        Object.assign(data, { notBefore: null, failingSince: null, idleSince: null, succeededAt: null });
      }
      if (data['active'] === true && !before.active) {
        Object.assign(data, UNSENT, {
          turn: (before.turn ?? 0) + 1,
          logRevision: await currentLogEnd(strapi, before.website),
        });
      }
    },

    async afterUpdate({ params, state: { before } }: WriteEvent<Row>) {
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
          // Nothing was sent while it was off.
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

    ...oneAtATime('Webhooks', find, deleted),
  };
  subscribe(strapi, subscriber);

  deleteWithWebsites(strapi, UIDS.webhook);
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
  'idleSince',
  'succeededAt',
  'sentRevision',
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
  idleSince: null,
  succeededAt: null,
  resyncDue: false,
  offReason: null,
  offSince: null,
} as const;
