import type { Core } from '@strapi/strapi';
import { claimOnce } from '../../freshness/revisions';
import { UIDS } from '../../platform/uids';

/** A fresh installation has one account. Made once, ever: who deletes it does not get it back. */
export const createDefaultAccount = async (strapi: Core.Strapi): Promise<void> => {
  await strapi.db.transaction(async () => {
    if (!(await claimOnce(strapi, 'installation'))) return;
    if ((await strapi.db.query(UIDS.account).count({})) > 0) return;
    await strapi.documents(UIDS.account).create({ data: { name: 'Default' } });
  });
};
