import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import { createEncryption } from '../../platform/encryption';
import { encryptionKeyOf } from '../../platform/encryption-key';

/**
 * Hashes, encrypts and decrypts API keys with the server's encryption key.
 *
 * The hash is keyed too: in a copy of the database, a weak key from a migration can
 * not be found by trying.
 */
export const createKeySecrets = (strapi: Core.Strapi) => {
  // As an object: bytes would be made into one for each hash, which takes four times as long.
  let hashKey: KeyObject | undefined;

  return {
    /** 64 hexadecimal digits, the same on every database and under every collation. */
    hash(key: string): string {
      hashKey ??= createSecretKey(
        Buffer.from(hkdfSync('sha256', encryptionKeyOf(strapi), '', 'content-delivery api key hash', 32)),
      );
      return createHmac('sha256', hashKey).update(key, 'utf8').digest('hex');
    },

    ...createEncryption(strapi),
  };
};

export type KeySecrets = ReturnType<typeof createKeySecrets>;
