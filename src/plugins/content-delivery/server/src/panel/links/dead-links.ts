import type { Core } from '@strapi/strapi';
import type { Links } from './index';
import { countFindings, type VisibleLinks } from './visible-links';

/**
 * How many links the last checks found that lead nowhere, of those that the user may see.
 * @param visible null for a user who may not see them
 * @param website documentId; undefined for all
 * @returns null where the user may not see them, or nothing has been checked
 */
export const createDeadLinkCount =
  (strapi: Core.Strapi, links: Pick<Links, 'checks'>) =>
  async (visible: VisibleLinks | null, website: string | undefined): Promise<number | null> => {
    if (!visible) return null;
    const checks = await links.checks(visible.accounts.map(({ documentId }) => documentId));
    let total: number | null = null;
    for (const account of visible.accounts) {
      const check = checks.get(account.documentId);
      const websites = account.websites
        .map(({ documentId }) => documentId)
        .filter((documentId) => website === undefined || documentId === website);
      if (!check || websites.length === 0) continue;
      for (const kind of ['dead-link', 'dead-rule'] as const) {
        total = (total ?? 0) + (await countFindings(strapi, visible, check.run, kind, websites));
      }
    }
    return total;
  };
