import { UIDS } from '../../platform/uids';
import { enteredKeyProblem, generateApiKey, isMask, maskApiKey, resemblesMask } from '../api-keys/format';
import { isClone } from './clones';
import { spellLanguage } from './language';
import { ApiKeyTaken } from '../api-keys/store';
import { previewAddressProblem } from '../previews/address';
import { isBlank, webAddressProblem } from '../../platform/formats';
import type { Ref } from '../../platform/database/rows';
import { type ContentRule, type Data, refuseBlankName, refuseLongText, type RuleServices } from './rule';
import { counted, fieldError, inUseError } from '../../platform/field-errors';
import { listed } from '../../platform/listed';

/** In characters. */
const MAX_DESCRIPTION_LENGTH = 2_000;

/**
 * The key that a write brings, on its way past the database: the row itself only ever holds the mask.
 * Keyed by the write's own data object, so that it is gone with the write.
 */
const keysInFlight = new WeakMap<Data, string>();

/** The mask that an update gives back; whether it is one of the website's own is looked at once that is known. */
const masksInFlight = new WeakMap<Data, string>();

export const websiteRule = ({ strapi, keys }: RuleServices): ContentRule => ({
  uid: UIDS.website,
  guarded: ['apiKey', 'account', 'url', 'previewUrl', 'language'],

  validateInput(write) {
    const { data, kind } = write;
    refuseBlankName(write, 'A website');
    refuseLongText(write, 'description', MAX_DESCRIPTION_LENGTH);
    spellLanguage(data);
    const url = data['url'];
    if (typeof url === 'string' && url !== '') {
      const problem = webAddressProblem(url);
      if (problem) throw fieldError('url', problem);
    }
    const previewUrl = data['previewUrl'];
    if (typeof previewUrl === 'string' && previewUrl !== '') {
      const problem = previewAddressProblem(previewUrl);
      if (problem) throw fieldError('previewUrl', problem);
    }
    const isEntered = strapi.requestContext.get() !== undefined;
    const key = kind === 'update' ? changedKey(data, isEntered) : newKey(data, isEntered);
    if (key === undefined) {
      delete data['apiKey'];
      return;
    }
    keysInFlight.set(data, key);
    data['apiKey'] = maskApiKey(key);
  },

  async validateStored(id, { data }) {
    await ensureAccount(strapi, id);
    const website: Ref = await strapi.db
      .query(UIDS.website)
      .findOne({ where: { id }, select: ['id', 'documentId'] });

    const mask = masksInFlight.get(data);
    if (mask !== undefined && !(await keys.masksOf(website.documentId)).has(mask)) {
      throw fieldError('apiKey', enteredKeyProblem(mask) ?? '');
    }
    const key = keysInFlight.get(data);
    if (key !== undefined) {
      try {
        await keys.assign(website.documentId, key);
      } catch (error) {
        if (!(error instanceof ApiKeyTaken)) throw error;
        throw fieldError(
          'apiKey',
          'This API key belongs, or once belonged, to another website. Leave the field empty to get a new one.',
        );
      }
    }
  },

  async beforeDelete(where) {
    const websites: (Ref & { name: string })[] = await strapi.db.query(UIDS.website).findMany({ where });
    for (const website of websites) {
      const held: string[] = [];
      for (const [uid, singular, plural] of [
        [UIDS.post, 'post', 'posts'],
        [UIDS.category, 'category', 'categories'],
        [UIDS.tag, 'tag', 'tags'],
        [UIDS.author, 'author', 'authors'],
        [UIDS.pseoCampaign, 'pSEO campaign', 'pSEO campaigns'],
      ] as const) {
        const rows: { documentId: string }[] = await strapi.db.query(uid).findMany({
          where: { website: { id: website.id } },
          select: ['documentId'],
        });
        const count = new Set(rows.map((row) => row.documentId)).size;
        if (count > 0) held.push(counted(count, singular, plural));
      }
      if (held.length > 0) {
        throw inUseError(
          `The website "${website.name}" still has ${listed(held)}. Delete or move them first.`,
        );
      }
    }
    for (const website of websites) await keys.retireAll(website.documentId);
    // What was brought into it is gone. Another one may get its id, from the source that it came from.
    await strapi.db
      .query(UIDS.movedEntry)
      .deleteMany({ where: { website: { $in: websites.map(({ documentId }) => documentId) } } });
  },
});

/**
 * A key given on creation is taken as it is; a missing one, or the mask that a clone brings, is replaced by a new one.
 * @param isEntered the write belongs to a request: an editor entered the key in the admin panel
 */
const newKey = (data: Data, isEntered: boolean): string => {
  const given = data['apiKey'];
  if (typeof given !== 'string' || isBlank(given)) return generateApiKey();
  if (isMask(given) && (isClone() || !isEntered)) return generateApiKey();
  refuseKey(given, isEntered);
  return given;
};

/** @returns undefined when the write leaves the key as it is: not given, or given back as it was read. */
const changedKey = (data: Data, isEntered: boolean): string | undefined => {
  const given = data['apiKey'];
  if (given === undefined) return undefined;
  if (isBlank(given))
    throw fieldError('apiKey', 'A website always has an API key. Replace it by another one.');
  const key = String(given);
  if (isMask(key)) {
    masksInFlight.set(data, key);
    return undefined;
  }
  refuseKey(key, isEntered);
  if (isEntered) {
    throw fieldError(
      'apiKey',
      'A form does not replace an API key. Use "Replace key …" on the page Websites.',
    );
  }
  return key;
};

/** No key has the form of a mask. A key that an editor enters must be hard to guess; a migrated one is kept. */
const refuseKey = (key: string, isEntered: boolean): void => {
  const problem = isEntered || resemblesMask(key) ? enteredKeyProblem(key) : null;
  if (problem) throw fieldError('apiKey', problem);
};

/** A website without an account gets the only account there is. */
const ensureAccount = async (strapi: RuleServices['strapi'], id: number): Promise<void> => {
  const website: { account: Ref | null } = await strapi.db.query(UIDS.website).findOne({
    where: { id },
    select: ['id'],
    populate: { account: { select: ['id', 'documentId'] } },
  });
  if (website.account) return;
  const [account, another]: Ref[] = await strapi.db
    .query(UIDS.account)
    .findMany({ select: ['id', 'documentId'], limit: 2 });
  if (!account || another) {
    throw fieldError(
      'account',
      account
        ? 'A website belongs to an account. Choose one.'
        : 'A website belongs to an account. Create an account first.',
    );
  }
  await strapi.db.query(UIDS.website).update({ where: { id }, data: { account: account.id } });
};
