import type { Core } from '@strapi/strapi';
import { UIDS, type ContentUid } from '../platform/uids';
import type { ChangeType } from '../../../contracts/delivery';
import { FILE_UID, lockFiles, scopesOfFiles } from './files';
import { accountScope, websiteScope, type Scope } from './revisions';

type Where = Record<string, unknown>;

interface Ref {
  documentId: string;
}
interface OfWebsite {
  website: Ref | null;
}

const ref = { select: ['documentId'] };
const toScopes = (websites: readonly (Ref | null | undefined)[]): Scope[] =>
  websites.flatMap((website) => (website ? [websiteScope(website.documentId)] : []));

/** What has these components of link rules, as a condition on campaigns and pages; null where there are no such components. */
export const havingLinks = async (strapi: Core.Strapi, where: Where): Promise<Where | null> => {
  const rows: { id: number }[] = await strapi.db
    .query(UIDS.pseoLinkComponent)
    .findMany({ where, select: ['id'] });
  return rows.length === 0 ? null : { internalLinks: { id: { $in: rows.map(({ id }) => id) } } };
};

type ScopesOf = (strapi: Core.Strapi, where: Where) => Promise<Scope[]>;

const ofWebsite =
  (uid: ContentUid): ScopesOf =>
  async (strapi, where) => {
    const rows: OfWebsite[] = await strapi.db
      .query(uid)
      .findMany({ where, select: ['id'], populate: { website: ref } });
    return toScopes(rows.map((row) => row.website));
  };

const ofCampaign: ScopesOf = async (strapi, where) => {
  const rows: { campaign: OfWebsite | null }[] = await strapi.db.query(UIDS.pseoPage).findMany({
    where,
    select: ['id'],
    populate: { campaign: { select: ['id'], populate: { website: ref } } },
  });
  return toScopes(rows.map((row) => row.campaign?.website));
};

/**
 * Whose revision counts a change of these rows: for each content type, the websites and accounts whose
 * responses the rows are part of.
 */
export const SCOPES_OF = {
  [UIDS.post]: ofWebsite(UIDS.post),
  [UIDS.category]: ofWebsite(UIDS.category),
  [UIDS.tag]: ofWebsite(UIDS.tag),
  [UIDS.author]: ofWebsite(UIDS.author),
  [UIDS.pseoCampaign]: ofWebsite(UIDS.pseoCampaign),

  [UIDS.pseoPage]: ofCampaign,

  /** A link rule's component belongs to a page or a campaign; their tables know which. */
  async [UIDS.pseoLinkComponent](strapi, where) {
    const having = await havingLinks(strapi, where);
    if (having === null) return [];
    return [...(await ofWebsite(UIDS.pseoCampaign)(strapi, having)), ...(await ofCampaign(strapi, having))];
  },

  async [UIDS.internalLink](strapi, where) {
    const rows: { account: Ref | null }[] = await strapi.db
      .query(UIDS.internalLink)
      .findMany({ where, select: ['id'], populate: { account: ref } });
    return rows.flatMap((row) => (row.account ? [accountScope(row.account.documentId)] : []));
  },

  async [UIDS.website](strapi, where) {
    const rows: (Ref & { account: Ref | null })[] = await strapi.db
      .query(UIDS.website)
      .findMany({ where, select: ['documentId'], populate: { account: ref } });
    return [
      ...toScopes(rows),
      ...rows.flatMap((row) => (row.account ? [accountScope(row.account.documentId)] : [])),
    ];
  },

  async [UIDS.account](strapi, where) {
    const rows: (Ref & { websites: Ref[] })[] = await strapi.db
      .query(UIDS.account)
      .findMany({ where, select: ['documentId'], populate: { websites: ref } });
    return rows.flatMap((row) => [accountScope(row.documentId), ...toScopes(row.websites)]);
  },

  [FILE_UID]: scopesOfFiles,
} satisfies Record<string, ScopesOf>;

/**
 * False for a new row that is part of no response before the entry that shows it is saved: a component, and a
 * file that was not uploaded for an entry.
 */
export const affectsResponsesOnCreate = (uid: string, data: Record<string, unknown> | undefined): boolean => {
  if (uid === UIDS.pseoLinkComponent) return false;
  return uid !== FILE_UID || Boolean(data?.['related']);
};

export type CountedUid = keyof typeof SCOPES_OF;

/** Rows of posts and pages that readers get. */
export const LIVE = { publishedAt: { $notNull: true } };

/**
 * Whether readers may get any of these rows, before a write or after it. Of posts and pages they get what is published; a link
 * rule's component is part of what has it.
 * @param where the rows that are there; undefined for one that is to be created
 * @param data what is written; a date of publication among it makes rows live
 */
export const isDelivered = async (
  strapi: Core.Strapi,
  uid: CountedUid,
  where: Where | undefined,
  data: Where | undefined,
): Promise<boolean> => {
  const isThere = async (type: ContentUid, rows: Where): Promise<boolean> =>
    (await strapi.db.query(type).findOne({ where: rows, select: ['id'] })) !== null;
  switch (uid) {
    case UIDS.post:
    case UIDS.pseoPage:
      if (data?.['publishedAt']) return true;
      return where !== undefined && isThere(uid, { $and: [where, LIVE] });
    case UIDS.pseoLinkComponent: {
      if (where === undefined) return false;
      const having = await havingLinks(strapi, where);
      if (having === null) return false;
      return (await isThere(UIDS.pseoCampaign, having)) || isThere(UIDS.pseoPage, { $and: [having, LIVE] });
    }
    default:
      return true;
  }
};

/**
 * As what the change log has writes that concern all of a website. Posts, authors, campaigns and pages are logged one by one,
 * and a link rule's component with the page or campaign that it belongs to.
 */
export const LOGGED_AS: Partial<Record<CountedUid, ChangeType>> = {
  [UIDS.category]: 'taxonomies',
  [UIDS.tag]: 'taxonomies',
  [UIDS.internalLink]: 'internal-links',
  [UIDS.account]: 'internal-links',
  [UIDS.website]: 'website',
  // Of the website, and of the posts and authors that show it, which may be many.
  [FILE_UID]: 'website',
};

type Target = (strapi: Core.Strapi, where: Where) => Promise<Scope[]>;

const websitesThemselves: Target = async (strapi, where) =>
  toScopes(await strapi.db.query(UIDS.website).findMany({ where, ...ref }));

const accountsThemselves: Target = async (strapi, where) => {
  const rows: Ref[] = await strapi.db.query(UIDS.account).findMany({ where, ...ref });
  return rows.map((row) => accountScope(row.documentId));
};

/**
 * Relations by which a write reaches into other scopes than those that its row is in already: where a new
 * row will be, where one is moved to, and, from an account's side, where links and websites are taken from.
 */
export const TARGETS_OF: Partial<Record<CountedUid, Record<string, Target>>> = {
  [UIDS.post]: { website: websitesThemselves },
  [UIDS.category]: { website: websitesThemselves },
  [UIDS.tag]: { website: websitesThemselves },
  [UIDS.author]: { website: websitesThemselves },
  [UIDS.pseoCampaign]: { website: websitesThemselves },
  [UIDS.pseoPage]: { campaign: ofWebsite(UIDS.pseoCampaign) },
  [UIDS.internalLink]: { account: accountsThemselves },
  [UIDS.website]: { account: accountsThemselves },
  [UIDS.account]: { internalLinks: SCOPES_OF[UIDS.internalLink], websites: SCOPES_OF[UIDS.website] },
  // What is uploaded for a live post, an author or a website: row numbers of one type may be those of another too, which counts too much.
  [FILE_UID]: {
    related: async (strapi, where) => [
      ...(await SCOPES_OF[UIDS.post](strapi, { $and: [where, LIVE] })),
      ...(await SCOPES_OF[UIDS.author](strapi, where)),
      ...(await websitesThemselves(strapi, where)),
    ],
  },
};

/**
 * Rows that others may begin to show while they are changed. They are locked after the websites that show them already, as
 * saving a post takes its website's lock first; a website that shows them only since is past that order, so its
 * change counts for all.
 */
export const LOCKED_ROWS: Partial<Record<CountedUid, (strapi: Core.Strapi, where: Where) => Promise<void>>> =
  { [FILE_UID]: lockFiles };
