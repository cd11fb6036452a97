import type { Core } from '@strapi/strapi';
import { UIDS } from '../../platform/uids';
import { isBlank, linkTargetProblem } from '../../platform/formats';
import { keysOfOthers, patchRow, type Ref } from '../../platform/database/rows';
import type { ContentRule, RuleServices } from './rule';
import { scopedHash } from '../../platform/scoped-hash';
import { fieldError } from '../../platform/field-errors';

interface LinkRow extends Ref {
  keyword: string;
  uniqueKey: string | null;
  account: Ref | null;
}

export const internalLinkRule = ({ strapi }: RuleServices): ContentRule => ({
  uid: UIDS.internalLink,
  guarded: ['keyword', 'url', 'account', 'uniqueKey'],

  validateInput({ data, kind }) {
    const isWritten = (name: string) => kind === 'create' || name in data;
    if (isWritten('keyword') && isBlank(data['keyword'])) {
      throw fieldError('keyword', 'A link needs a keyword.');
    }
    if (!isWritten('url')) return;
    const url = data['url'];
    const problem = isBlank(url) ? 'A link needs an address to lead to.' : linkTargetProblem(String(url));
    if (problem) throw fieldError('url', problem);
  },

  validateStored: (id) => storeKeywordKey(strapi, id, 'keyword'),
});

/**
 * A keyword is unique within its account, ignoring case.
 * @param field where an error is shown: at the keyword, or at the account's list of links
 */
export const storeKeywordKey = async (
  strapi: Core.Strapi,
  id: number,
  field: 'keyword' | 'internalLinks',
): Promise<void> => {
  const link: LinkRow = await strapi.db.query(UIDS.internalLink).findOne({
    where: { id },
    select: ['id', 'documentId', 'keyword', 'uniqueKey'],
    populate: { account: { select: ['id', 'documentId'] } },
  });
  if (!link.account) throw fieldError('account', 'A link belongs to an account. Choose one.');

  const key = scopedHash(link.account.documentId, link.keyword.toLowerCase());
  if ((await keysOfOthers(strapi, UIDS.internalLink, [key], link.documentId)).size > 0) {
    throw fieldError(field, `The keyword "${link.keyword}" already has a link in this account.`);
  }
  if (key !== link.uniqueKey) await patchRow(strapi, UIDS.internalLink, { id }, { uniqueKey: key });
};
