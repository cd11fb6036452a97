import type { Core } from '@strapi/strapi';
import { encryptionKeyOf } from './encryption-key';

interface EncryptionService {
  encrypt(value: string): string | null;
  decrypt(value: string): string | null;
}

/** What is stored encrypted, with the server's encryption key. */
export const createEncryption = (strapi: Core.Strapi) => {
  const encryption = strapi.service('admin::encryption') as unknown as EncryptionService;

  return {
    /** @throws Error where there is no encryption key */
    encrypt(secret: string): string {
      encryptionKeyOf(strapi);
      const cipher = encryption.encrypt(secret);
      if (cipher === null) throw new Error('A secret could not be encrypted.');
      return cipher;
    },

    /** @returns null for whatever was not encrypted with this server's key: Strapi throws for some of it. */
    decrypt(cipher: string): string | null {
      try {
        return encryption.decrypt(cipher);
      } catch {
        return null;
      }
    },
  };
};

export type Encryption = ReturnType<typeof createEncryption>;
