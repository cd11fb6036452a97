import type { Core } from '@strapi/strapi';
import { newDocumentId } from '../freshness/revisions';
import { UIDS } from '../uids';
import type { KeySecrets } from './secrets';

/** The key is, or was, another website's. */
export class ApiKeyTaken extends Error {}

interface KeyRow {
  hash: string;
  cipher: string | null;
  website: string;
}

/**
 * The table of all keys that were ever given out. Rows are never deleted: that is how a key is never
 * given to a second website, even after the first is gone. A unique index on the hash decides races.
 */
export const createKeyStore = (strapi: Core.Strapi, secrets: KeySecrets) => {
  const table = () => strapi.db.metadata.get(UIDS.apiKey).tableName;

  return {
    /**
     * Makes the key the website's only valid one, inside the running transaction.
     * @throws ApiKeyTaken
     */
    async assign(website: string, key: string): Promise<void> {
      const now = new Date();
      const hash = secrets.hash(key);
      const cipher = secrets.encrypt(key);
      await strapi.db.transaction(async ({ trx }) => {
        await trx(table())
          .insert({ document_id: newDocumentId(), hash, cipher, website, created_at: now, updated_at: now })
          .onConflict('hash')
          .ignore();
        const row: KeyRow | undefined = await trx(table()).where({ hash }).first('website');
        if (row?.website !== website) throw new ApiKeyTaken();
        await trx(table()).where({ website }).whereNull('valid_until').whereNot({ hash }).update({
          valid_until: now,
          updated_at: now,
        });
        await trx(table()).where({ hash }).update({ cipher, valid_until: null, updated_at: now });
      });
    },

    /** Ends all keys of a website that is deleted and forgets what they were; their hashes stay. */
    async retireAll(website: string): Promise<void> {
      const now = new Date();
      await strapi.db.transaction(({ trx }) =>
        trx(table()).where({ website }).update({ cipher: null, valid_until: now, updated_at: now }),
      );
    },

    /** The website's current key in the clear; null when the website has none. */
    async reveal(website: string): Promise<string | null> {
      const row: KeyRow | null = await strapi.db.query(UIDS.apiKey).findOne({
        where: { website, validUntil: null },
      });
      return row?.cipher ? secrets.decrypt(row.cipher) : null;
    },

    /** True when no stored key is unreadable with the server's encryption key. */
    async isReadable(): Promise<boolean> {
      const rows: KeyRow[] = await strapi.db.query(UIDS.apiKey).findMany({
        where: { cipher: { $notNull: true } },
        select: ['hash', 'cipher'],
      });
      return rows.every(({ hash, cipher }) => {
        const key = cipher === null ? null : secrets.decrypt(cipher);
        return key !== null && secrets.hash(key) === hash;
      });
    },
  };
};

export type KeyStore = ReturnType<typeof createKeyStore>;
