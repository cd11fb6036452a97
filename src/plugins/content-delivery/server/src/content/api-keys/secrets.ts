import { createHmac, hkdfSync } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import { encryptionKeyOf } from '../../platform/encryption-key';

interface EncryptionService {
  encrypt(value: string): string | null;
  decrypt(value: string): string | null;
}

/**
 * Hashes, encrypts and decrypts API keys with the server's encryption key.
 *
 * The hash is keyed too: in a copy of the database, a weak key from a migration can
 * not be found by trying.
 */
export const createKeySecrets = (strapi: Core.Strapi) => {
  const encryption = strapi.service('admin::encryption') as unknown as EncryptionService;
  let hashKey: Buffer | undefined;

  const encryptionKey = (): string => encryptionKeyOf(strapi);

  return {
    /** 64 hexadecimal digits, the same on every database and under every collation. */
    hash(key: string): string {
      hashKey ??= Buffer.from(hkdfSync('sha256', encryptionKey(), '', 'content-delivery api key hash', 32));
      return createHmac('sha256', hashKey).update(key, 'utf8').digest('hex');
    },

    encrypt(key: string): string {
      encryptionKey();
      const cipher = encryption.encrypt(key);
      if (cipher === null) throw new Error('The API key could not be encrypted.');
      return cipher;
    },

    /** @returns null when the server's encryption key is not the one that the cipher was made with. */
    decrypt(cipher: string): string | null {
      return encryption.decrypt(cipher);
    },
  };
};

export type KeySecrets = ReturnType<typeof createKeySecrets>;
