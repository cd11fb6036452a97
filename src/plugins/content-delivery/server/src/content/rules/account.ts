import { UIDS } from '../../platform/uids';
import { storeKeywordKey } from './internal-link';
import type { Ref } from '../../platform/database/rows';
import { type ContentRule, refuseBlankName, type RuleServices } from './rule';
import { counted, fieldError, inUseError } from '../../platform/field-errors';
import { listed } from '../../platform/listed';

export const accountRule = ({ strapi }: RuleServices): ContentRule => ({
  uid: UIDS.account,
  guarded: [],

  validateInput: (write) => refuseBlankName(write, 'An account'),

  /** Links and websites can be moved from the account's side; then only the account's events fire. */
  async validateStored(id, { data }) {
    if ('websites' in data) {
      const orphans = await strapi.db
        .query(UIDS.website)
        .count({ where: { account: { id: { $null: true } } } });
      if (orphans > 0) {
        throw fieldError(
          'websites',
          'A website always belongs to an account. Choose another account at the website instead.',
        );
      }
    }
    if ('internalLinks' in data) {
      const orphans = await strapi.db
        .query(UIDS.internalLink)
        .count({ where: { account: { id: { $null: true } } } });
      if (orphans > 0) {
        throw fieldError(
          'internalLinks',
          'A link always belongs to an account. Delete it, or choose another account at the link.',
        );
      }
      const links: { id: number }[] = await strapi.db.query(UIDS.internalLink).findMany({
        where: { account: { id } },
        select: ['id'],
      });
      for (const link of links) await storeKeywordKey(strapi, link.id, 'internalLinks');
    }
  },

  async beforeDelete(where) {
    const accounts: (Ref & { name: string })[] = await strapi.db.query(UIDS.account).findMany({ where });
    for (const account of accounts) {
      const websites = await strapi.db.query(UIDS.website).count({ where: { account: { id: account.id } } });
      const links = await strapi.db
        .query(UIDS.internalLink)
        .count({ where: { account: { id: account.id } } });
      const held = [
        ...(websites ? [counted(websites, 'website')] : []),
        ...(links ? [counted(links, 'internal link')] : []),
      ];
      if (held.length > 0) {
        throw inUseError(
          `The account "${account.name}" still has ${listed(held)}. Delete or move them first.`,
        );
      }
    }
  },
});
