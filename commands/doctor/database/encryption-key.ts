import { createDecipheriv, createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { ok, wrong, type Finding } from '../finding';

const ABOUT = 'Encryption key';
const KEYS = 'content_delivery_api_keys';

/**
 * Whether a cipher of Strapi's encryption was made with this key; null for a form that is not known. Strapi's own service
 * needs all of Strapi, which would begin to change the database.
 */
export const isCipherOf = (cipher: string, key: string): boolean | null => {
  const [version, iv, encrypted, tag, ...rest] = cipher.split(':');
  if (version !== 'v1' || !iv || !encrypted || !tag || rest.length > 0) return null;
  try {
    const decipher = createDecipheriv(
      'aes-256-gcm',
      createHash('sha256').update(key).digest(),
      Buffer.from(iv, 'hex'),
    );
    decipher.setAuthTag(Buffer.from(tag, 'hex'));
    decipher.update(encrypted, 'hex');
    decipher.final();
    return true;
  } catch {
    return false;
  }
};

/** @param key ENCRYPTION_KEY */
export const encryptionKeyFinding = async (sql: Knex, key: string): Promise<Finding[]> => {
  if (key === '' || !(await sql.schema.hasTable(KEYS))) return [];
  const row: { cipher: string } | undefined = await sql(KEYS)
    .whereNotNull('cipher')
    .orderBy('id', 'desc')
    .first('cipher');
  const isOwn = row ? isCipherOf(row.cipher, key) : null;
  if (isOwn === null) return [];
  return [
    isOwn
      ? ok(ABOUT, 'reads the stored API keys')
      : wrong(
          ABOUT,
          'The stored API keys were encrypted with another ENCRYPTION_KEY, so the server does not start. Set that one; it is in the .env file or the environment of the earlier installation.',
        ),
  ];
};
