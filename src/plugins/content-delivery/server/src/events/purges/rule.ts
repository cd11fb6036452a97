import type { Core } from '@strapi/strapi';
import type { ActivityAction } from '../../../../contracts/activity';
import { subscribe } from '../../platform/database/lifecycles';
import type { Encryption } from '../../platform/encryption';
import { fieldError } from '../../platform/field-errors';
import { maskSecret } from '../../platform/mask';
import { UIDS } from '../../platform/uids';
import { currentLogEnd } from '../log-end';
import {
  copyData,
  deleteWithWebsites,
  oneAtATime,
  refuseAnotherWebsite,
  websiteExists,
  websiteOfNew,
  type Data,
  type WriteEvent,
} from '../of-website';
import { recordReceiver } from '../receivers';
import { validateCredentials, validatePurgeTarget, type PurgeSettings } from './input';
import { PURGES, purgeWebsite } from './pending';
import { answersChange, ATTEMPTS } from './record';

interface Row {
  id: number;
  documentId: string;
  website: string;
  kind: string;
  url: string | null;
  zone: string | null;
  credentials: string | null;
  sharedSeconds: number;
  active: boolean;
  turn: number | null;
}

/** What says which cache is meant. */
const PLACE = ['kind', 'url', 'zone'] as const;
const GIVEN = [...PLACE, 'sharedSeconds', 'active'] as const;

/**
 * What a purge target may be, on every way on which it is written. Its credentials are encrypted on their way into the database;
 * what is read back is a mask. What answers say to caches changes with it, so each write raises the revision of its website.
 */
export const enforcePurgeTargets = (
  strapi: Core.Strapi,
  { encryption, ...settings }: PurgeSettings & { encryption: Encryption },
): void => {
  const find = (where: Data | undefined): Promise<Row[]> =>
    strapi.db.query(UIDS.purgeTarget).findMany({ where: where ?? {} });

  const withCredentials = (data: Data, credentials: string | null): void => {
    data['credentials'] = credentials === null ? null : maskSecret(credentials, '');
    data['credentialsCipher'] = credentials === null ? null : encryption.encrypt(credentials);
  };

  const note = async (action: ActivityAction, { website }: Row): Promise<void> => {
    await answersChange(strapi, website);
    await recordReceiver(strapi, 'purge-target', website, action);
  };

  const forgetAll = async ({ documentId: target, website }: Row, always: boolean): Promise<void> => {
    await strapi.db.transaction(async ({ trx }) => {
      await trx(PURGES).where({ target }).delete();
      await purgeWebsite(strapi, trx, { target, website, always });
    });
  };

  const deleted = async (row: Row): Promise<void> => {
    const { documentId: target, website } = row;
    await strapi.db.transaction(async ({ trx }) => {
      await trx(ATTEMPTS).where({ target }).delete();
      await trx(PURGES).where({ target }).delete();
    });
    if (await websiteExists(strapi, website)) await note('deleted', row);
  };

  const subscriber = {
    models: [UIDS.purgeTarget],

    async beforeCreate(event: WriteEvent<Row>) {
      const data = copyData(event);
      const website = await websiteOfNew(strapi, data, 'A purge target');
      const credentials = validateCredentials(data['credentials']);
      validatePurgeTarget(data, credentials !== null, settings);
      withCredentials(data, credentials);
      Object.assign(data, BEGINNING, {
        turn: 0,
        logRevision: await currentLogEnd(strapi, website),
        owner: null,
        leaseUntil: null,
      });
    },

    async afterCreate({ result }: WriteEvent<Row>) {
      for (const row of result ? await find({ id: result.id }) : []) {
        await note('created', row);
        // It may have kept answers before that it was never asked to purge.
        if (row.active) await forgetAll(row, false);
      }
    },

    async beforeUpdate(event: WriteEvent<Row>) {
      const data = copyData(event);
      const [before] = await find(event.params.where);
      if (!before) return;
      event.state = { before };
      refuseAnotherWebsite(data, before, 'A purge target');
      for (const name of KEPT_BY_SERVER) Reflect.deleteProperty(data, name);
      const given = data['credentials'];
      const isKept = given === undefined || given === before.credentials;
      const credentials = isKept ? before.credentials : validateCredentials(given);
      const next: Data = Object.fromEntries(
        GIVEN.map((name) => [name, data[name] === undefined ? before[name] : data[name]]),
      );
      validatePurgeTarget(next, credentials !== null, settings);
      const moved = PLACE.find((name) => next[name] !== before[name]);
      if (moved && before.active) {
        throw fieldError(
          moved,
          'Switch the purge target off before it gets another place: the present cache is purged of the website first.',
        );
      }
      for (const name of GIVEN) data[name] = next[name];
      if (isKept) delete data['credentials'];
      else withCredentials(data, credentials);
      // What the cache before has asked for does not hold for another one, or for other credentials.
      if (moved || !isKept) Object.assign(data, { notBefore: null });
      if (next['active'] === true && !before.active) {
        Object.assign(data, BEGINNING, {
          turn: (before.turn ?? 0) + 1,
          logRevision: await currentLogEnd(strapi, before.website),
        });
      }
      if (next['active'] === false) Object.assign(data, { failingSince: null, suspendedSince: null });
    },

    async afterUpdate({ params, state: { before } }: WriteEvent<Row>) {
      if (!before) return;
      await note('updated', before);
      const active = params.data?.['active'];
      // What it keeps is purged, also for the last time: nothing is purged while it is off.
      if (typeof active === 'boolean' && active !== before.active) await forgetAll(before, !active);
    },

    ...oneAtATime('Purge targets', find, deleted),
  };
  subscribe(strapi, subscriber);
  deleteWithWebsites(strapi, UIDS.purgeTarget);
};

/** Written by the server itself, past these events. */
const KEPT_BY_SERVER = [
  'credentialsCipher',
  'logRevision',
  'turn',
  'owner',
  'leaseUntil',
  'notBefore',
  'failingSince',
  'failures',
  'suspendedSince',
  'offReason',
  'offSince',
] as const;

/** Where a purge target begins when it is made, or switched on again. */
const BEGINNING = {
  notBefore: null,
  failingSince: null,
  failures: 0,
  suspendedSince: null,
  offReason: null,
  offSince: null,
} as const;
