import { hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import { encryptionKeyOf } from '../plugins/content-delivery/server/src/platform/encryption-key';
import type { Manifest } from './archive/manifest';
import { BackupProblem } from './problem';

const digestOf = (key: string, salt: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, Buffer.from(salt, 'hex'), 'content-delivery backup key check', 32));

/** By which the encryption key is known again, and from which it cannot be found. */
export const keyCheckOf = (strapi: Core.Strapi): Manifest['keyCheck'] => {
  const salt = randomBytes(16).toString('hex');
  return { salt, digest: digestOf(encryptionKeyOf(strapi), salt).toString('hex') };
};

/** @throws BackupProblem when this server's encryption key is not the archive's */
export const refuseOtherKey = (strapi: Core.Strapi, { salt, digest }: Manifest['keyCheck']): void => {
  const here = digestOf(encryptionKeyOf(strapi), salt);
  const there = Buffer.from(digest, 'hex');
  if (here.length === there.length && timingSafeEqual(here, there)) return;
  throw new BackupProblem(
    'The API keys in the archive cannot be read with this ENCRYPTION_KEY. ' +
      'Set the one of the system that the archive was made of, and try again.',
  );
};
