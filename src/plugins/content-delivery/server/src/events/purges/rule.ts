import type { Core } from '@strapi/strapi';
import type { ActivityAction } from '../../../../contracts/activity';
import type { Encryption } from '../../platform/encryption';
import { noteWebsite } from '../../freshness/changes/collector';
import { fieldError } from '../../platform/field-errors';
import { maskSecret } from '../../platform/mask';
import { UIDS } from '../../platform/uids';
import { enforceReceivers, websiteExists, type Data, type StoredReceiver } from '../receiver-rule';
import { recordReceiver } from '../receivers';
import { validateCredentials, validatePurgeTarget, type PurgeSettings } from './input';
import { PURGES, purgeWebsite } from './pending';
import { ATTEMPTS } from './record';

interface Row extends StoredReceiver {
  kind: string;
  url: string | null;
  zone: string | null;
  credentials: string | null;
  sharedSeconds: number;
}

/** What says which cache is meant. */
const CACHE_ADDRESS = ['kind', 'url', 'zone'] as const;
const GIVEN = [...CACHE_ADDRESS, 'sharedSeconds', 'active'] as const;

/**
 * What a purge target may be, on every way on which it is written. Its credentials are encrypted on their way into the database;
 * what is read back is a mask. What answers say to caches changes with it, so each write raises the revision of its website.
 */
export const enforcePurgeTargets = (
  strapi: Core.Strapi,
  { encryption, ...settings }: PurgeSettings & { encryption: Encryption },
): void => {
  const withCredentials = (data: Data, credentials: string | null): void => {
    data['credentials'] = credentials === null ? null : maskSecret(credentials, '');
    data['credentialsCipher'] = credentials === null ? null : encryption.encrypt(credentials);
  };

  const note = async (action: ActivityAction, { website }: Row): Promise<void> => {
    await noteWebsite(strapi, website);
    await recordReceiver(strapi, 'purge-target', website, action);
  };

  const forgetAll = async ({ documentId: target, website }: Row, always: boolean): Promise<void> => {
    await strapi.db.transaction(async ({ trx }) => {
      await trx(PURGES).where({ target }).delete();
      await purgeWebsite(strapi, trx, { target, website, always });
    });
  };

  enforceReceivers<Row>(strapi, {
    uid: UIDS.purgeTarget,
    one: 'A purge target',
    many: 'Purge targets',
    beginning: BEGINNING,
    ownOfServer: ['credentialsCipher'],

    create(data) {
      const credentials = validateCredentials(data['credentials']);
      validatePurgeTarget(data, credentials !== null, settings);
      withCredentials(data, credentials);
    },

    async created(row) {
      await note('created', row);
      // It may have kept answers before that it was never asked to purge.
      if (row.active) await forgetAll(row, false);
    },

    update(data, before) {
      const given = data['credentials'];
      const isKept = given === undefined || given === before.credentials;
      const credentials = isKept ? before.credentials : validateCredentials(given);
      const next: Data = Object.fromEntries(
        GIVEN.map((name) => [name, data[name] === undefined ? before[name] : data[name]]),
      );
      validatePurgeTarget(next, credentials !== null, settings);
      const moved = CACHE_ADDRESS.find((name) => next[name] !== before[name]);
      if (moved && before.active) {
        throw fieldError(
          moved,
          'Switch the purge target off before it gets another place: the present cache is purged of the website first.',
        );
      }
      if (isKept && before.credentials !== null && (moved === 'kind' || moved === 'url'))
        throw fieldError('credentials', 'Enter the credentials again: they would be sent to another server.');
      for (const name of GIVEN) data[name] = next[name];
      if (isKept) delete data['credentials'];
      else withCredentials(data, credentials);
      // What the cache before has asked for does not hold for another one, or for other credentials.
      if (moved || !isKept) Object.assign(data, { notBefore: null });
      if (next['active'] === false) Object.assign(data, { failingSince: null, suspendedSince: null });
    },

    async updated({ active }, before) {
      await note('updated', before);
      // What it keeps is purged, also for the last time: nothing is purged while it is off.
      if (typeof active === 'boolean' && active !== before.active) await forgetAll(before, !active);
    },

    async deleted(row) {
      const { documentId: target, website } = row;
      await strapi.db.transaction(async ({ trx }) => {
        await trx(ATTEMPTS).where({ target }).delete();
        await trx(PURGES).where({ target }).delete();
      });
      if (await websiteExists(strapi, website)) await note('deleted', row);
    },
  });
};

/** Where a purge target begins when it is made, or switched on again. */
const BEGINNING = {
  notBefore: null,
  failingSince: null,
  failures: 0,
  suspendedSince: null,
  offReason: null,
  offSince: null,
} as const;
