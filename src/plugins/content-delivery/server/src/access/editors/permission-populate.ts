import { UIDS } from '../../platform/uids';

/** All that conditions look at: who made the entry, and which website or account it belongs to. */
const creator = { createdBy: { populate: { roles: true } } };
const account = { account: { select: ['id'] } };
const website = { website: { select: ['id'] } };

export const PERMISSION_POPULATE: Record<string, object> = {
  [UIDS.account]: creator,
  [UIDS.website]: { ...creator, ...account },
  [UIDS.category]: { ...creator, ...website },
  [UIDS.tag]: { ...creator, ...website },
  [UIDS.author]: { ...creator, ...website },
  [UIDS.post]: { ...creator, ...website },
  [UIDS.internalLink]: { ...creator, ...account },
  [UIDS.pseoCampaign]: { ...creator, ...website },
  [UIDS.pseoPage]: { ...creator, campaign: { select: ['id'], populate: website } },
};
