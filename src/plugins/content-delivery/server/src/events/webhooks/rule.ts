import type { Core } from '@strapi/strapi';
import type { ActivityAction } from '../../../../contracts/activity';
import type { Encryption } from '../../platform/encryption';
import { fieldError } from '../../platform/field-errors';
import { isBlank } from '../../platform/formats';
import { UIDS } from '../../platform/uids';
import type { IsAllowed } from '../allowed';
import { enforceReceivers, type Data, type StoredReceiver } from '../receiver-rule';
import { recordReceiver } from '../receivers';
import { validateWebhook } from './input';
import { addEvent, dropWaiting, EVENTS } from './outbox';
import { logEnd } from '../../freshness/changes/log-end';
import { ATTEMPTS } from './record';
import { generateSecret, isMask, maskOf, secretProblem } from './secret';

interface Row extends StoredReceiver {
  url: string;
  secret: string;
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
  const withSecret = (data: Data, secret: string): void => {
    const problem = secretProblem(secret);
    if (problem) throw fieldError('secret', problem);
    data['secret'] = maskOf(secret);
    data['secretCipher'] = encryption.encrypt(secret);
  };

  const record = (action: ActivityAction, { website }: Row): Promise<void> =>
    recordReceiver(strapi, 'webhook', website, action);

  enforceReceivers<Row>(strapi, {
    uid: UIDS.webhook,
    one: 'A webhook',
    many: 'Webhooks',
    beginning: UNSENT,
    ownOfServer: ['secretCipher', 'oldSecretCipher', 'oldSecretUntil', 'sentRevision'],

    create(data) {
      validateWebhook(Object.assign(data, { url: data['url'], events: data['events'] }), isAllowed);
      data['active'] = data['active'] ?? true;
      const given = data['secret'];
      // A clone brings the mask.
      withSecret(data, isBlank(given) || isMask(String(given)) ? generateSecret() : String(given));
      Object.assign(data, { oldSecretCipher: null, oldSecretUntil: null });
    },

    created: (row) => record('created', row),

    update(data, before) {
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
    },

    async updated({ url, active }, before) {
      const { documentId: webhook, website } = before;
      if (url !== undefined && url !== before.url) {
        await strapi.db.transaction(async ({ trx }) => {
          await trx(EVENTS).where({ webhook, state: 'waiting' }).update({ due_at: new Date() });
        });
      }
      if (typeof active === 'boolean' && active !== before.active) {
        await strapi.db.transaction(async ({ trx }) => {
          await dropWaiting(trx, webhook);
          if (!active) return;
          // Nothing was sent while it was off.
          const revision = await logEnd(strapi, trx, website);
          await addEvent(trx, { webhook, website, type: 'resync', revision });
        });
      }
      await record('updated', before);
    },

    async deleted(row) {
      const { documentId: webhook } = row;
      await strapi.db.transaction(async ({ trx }) => {
        await trx(ATTEMPTS).where({ webhook }).delete();
        await trx(EVENTS).where({ webhook }).delete();
      });
      await record('deleted', row);
    },
  });
};

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
