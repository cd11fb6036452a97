import type { Core } from '@strapi/strapi';
import type { ActivityAction } from '../../../../contracts/activity';
import type { Knex } from 'knex';
import { newDocumentId } from '../../platform/document-ids';
import { recordActivity } from '../../freshness/activity/record';
import { awaitMoment } from '../../freshness/changes/moments';
import { noteWebsite } from '../../freshness/changes/collector';
import { websiteScope } from '../../freshness/revisions';
import { UIDS } from '../../platform/uids';
import { enteredKeyProblem, generateApiKey, maskApiKey } from './format';
import type { KeySecrets } from './secrets';

/** The key is, or was, another website's. */
export class ApiKeyTaken extends Error {}

/** The key that was to be replaced is not the website's current one any more. */
export class ApiKeyReplaced extends Error {}

/** The website has this key already. */
export class ApiKeySame extends Error {}

/** A key that works, without what would give it away. */
export interface ValidKey {
  id: string;
  /** The documentId of its website. */
  website: string;
  mask: string;
  /** True for a migrated key that could not be entered now: it is short, or has unusual characters. */
  isWeak: boolean;
  /** Null for the current key, which has no end. */
  validUntil: Date | null;
}

interface KeyRow {
  documentId: string;
  hash: string;
  cipher: string | null;
  website: string;
  validUntil: Date | null;
}

/**
 * The end of a key that is ended by hand. Not the present moment: an instance whose clock is behind would
 * let it pass until then.
 */
const longAgo = (): Date => new Date(0);

/**
 * The table of all keys that were ever given out. Rows are never deleted: that is how a key is never
 * given to a second website, even after the first is gone. A unique index on the hash decides races.
 *
 * A website has one current key, without an end, and after a rotation an old one for a while; never more. Keys
 * are changed while the website's revision is raised, and so one change after the other.
 */
export const createKeyStore = (strapi: Core.Strapi, secrets: KeySecrets) => {
  const table = (uid: typeof UIDS.apiKey | typeof UIDS.website = UIDS.apiKey) =>
    strapi.db.metadata.get(uid).tableName;

  /** Ends what still works of a website, apart from one key. */
  const endOthers = (trx: Knex, website: string, hash: string, now: Date) =>
    trx(table())
      .where({ website })
      .whereNot({ hash })
      .where((valid) => valid.whereNull('valid_until').orWhere('valid_until', '>', now))
      .update({ valid_until: longAgo(), updated_at: now });

  const newRow = (website: string, key: string, now: Date) => ({
    document_id: newDocumentId(),
    hash: secrets.hash(key),
    cipher: secrets.encrypt(key),
    website,
    created_at: now,
    updated_at: now,
  });

  const maskOf = (cipher: string | null): string => {
    const key = cipher === null ? null : secrets.decrypt(cipher);
    return maskApiKey(key ?? '');
  };

  const isWeak = (cipher: string | null): boolean => {
    const key = cipher === null ? null : secrets.decrypt(cipher);
    return key !== null && enteredKeyProblem(key) !== null;
  };

  const record = (action: ActivityAction, website: string): Promise<void> =>
    recordActivity(strapi, [{ action, type: 'api-key', scope: websiteScope(website), entry: website }]);

  return {
    /** The masks of all keys that the website has or had, by which its forms may still know them. */
    async masksOf(website: string): Promise<ReadonlySet<string>> {
      const rows: Pick<KeyRow, 'cipher'>[] = await strapi.db
        .query(UIDS.apiKey)
        .findMany({ where: { website }, select: ['cipher'] });
      return new Set(rows.map(({ cipher }) => maskOf(cipher)));
    },

    /**
     * Makes the key the website's only valid one, inside the running transaction.
     * @throws ApiKeyTaken
     */
    async assign(website: string, key: string): Promise<void> {
      const now = new Date();
      const { hash, cipher, ...row } = newRow(website, key, now);
      await strapi.db.transaction(async ({ trx }) => {
        const known: unknown = await trx(table()).where({ hash }).first('id');
        await trx(table())
          .insert({ ...row, hash, cipher })
          .onConflict('hash')
          .ignore();
        const owner: { website: string } | undefined = await trx(table()).where({ hash }).first('website');
        if (owner?.website !== website) throw new ApiKeyTaken();
        const ended = await endOthers(trx, website, hash, now);
        await trx(table()).where({ hash }).update({ cipher, valid_until: null, updated_at: now });
        if (ended > 0 || known === undefined) await record(ended > 0 ? 'replaced' : 'created', website);
      });
    },

    /**
     * Gives the website a new key, a made one unless it is given. The one before it goes on working for a while; an
     * older one that still worked ends at once, so that two keys work at most.
     *
     * Of several rotations of one key the first takes place and the others are refused, so no editor ends
     * a key that they have not seen.
     *
     * @param current the id of the key that is to be replaced
     * @param oldKeyWorksFor milliseconds, by the server's clock; 0 ends it at once
     * @throws ApiKeyReplaced when it has been replaced already, or there is no such website
     * @throws ApiKeyTaken when the given key is, or was, another website's
     * @throws ApiKeySame when it is the website's current one
     */
    async rotate(website: string, current: string, oldKeyWorksFor: number, given?: string): Promise<void> {
      const key = given ?? generateApiKey();
      await strapi.db.transaction(async ({ trx }) => {
        await noteWebsite(strapi, website);
        // Read after the lock was taken, as is the clock: the wait for it is not part of the old key's time.
        const now = new Date();
        const replaced: { hash: string } | undefined = await trx(table())
          .where({ website, document_id: current })
          .whereNull('valid_until')
          .first('hash');
        if (!replaced) throw new ApiKeyReplaced();
        const row = newRow(website, key, now);
        if (row.hash === replaced.hash) throw new ApiKeySame();
        await endOthers(trx, website, replaced.hash, now);
        const validUntil = oldKeyWorksFor > 0 ? new Date(now.getTime() + oldKeyWorksFor) : longAgo();
        await trx(table())
          .where({ hash: replaced.hash })
          .update({ valid_until: validUntil, updated_at: now });
        if (validUntil > now) await awaitMoment(trx, validUntil);
        // A given key may be one that the website had before.
        await trx(table()).insert(row).onConflict('hash').ignore();
        const owner: { website: string } | undefined = await trx(table())
          .where({ hash: row.hash })
          .first('website');
        if (owner?.website !== website) throw new ApiKeyTaken();
        await trx(table())
          .where({ hash: row.hash })
          .update({ cipher: row.cipher, valid_until: null, updated_at: now });
        // Past the document service, as it would take the mask for a key that was given back as it was read.
        await trx(table(UIDS.website))
          .where({ document_id: website })
          .update({ api_key: maskApiKey(key) });
        await record(given === undefined ? 'rotated' : 'replaced', website);
      });
    },

    /** Ends an old key at once. @returns false when the website has no such key, or it is the current one. */
    async endOld(website: string, id: string): Promise<boolean> {
      return strapi.db.transaction(async ({ trx }) => {
        await noteWebsite(strapi, website);
        const count = await trx(table())
          .where({ website, document_id: id })
          .whereNotNull('valid_until')
          .update({ valid_until: longAgo(), updated_at: new Date() });
        if (count > 0) await record('ended', website);
        return count > 0;
      });
    },

    /**
     * The keys that work at this moment.
     * @param websites documentIds; null for all
     */
    async valid(websites: readonly string[] | null): Promise<ValidKey[]> {
      const query = strapi.db
        .connection(table())
        .where((valid) => valid.whereNull('valid_until').orWhere('valid_until', '>', new Date()));
      if (websites) void query.whereIn('website', [...websites]);
      const rows: Omit<KeyRow, 'hash'>[] = await query.select(
        'document_id as documentId',
        'cipher',
        'website',
        'valid_until as validUntil',
      );
      return rows.map(({ documentId, cipher, website, validUntil }) => ({
        id: documentId,
        website,
        mask: maskOf(cipher),
        isWeak: isWeak(cipher),
        validUntil: validUntil === null ? null : new Date(validUntil),
      }));
    },

    /** Ends all keys of a website that is deleted and forgets what they were; their hashes stay. */
    async retireAll(website: string): Promise<void> {
      await strapi.db.transaction(({ trx }) =>
        trx(table())
          .where({ website })
          .update({ cipher: null, valid_until: longAgo(), updated_at: new Date() }),
      );
    },

    /** The documentId of the website that the key belongs or belonged to; null when it was never used. */
    async ownerOf(key: string): Promise<string | null> {
      const row: Pick<KeyRow, 'website'> | null = await strapi.db
        .query(UIDS.apiKey)
        .findOne({ where: { hash: secrets.hash(key) }, select: ['website'] });
      return row?.website ?? null;
    },

    /** Records that the current key is about to be shown. */
    noteShown: (website: string): Promise<void> => record('shown', website),

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
