import type { Core } from '@strapi/strapi';
import { tablesOf } from '../platform/database/tables';
import { FILE_UID, UIDS } from '../platform/uids';
import type { ChangeType } from '../../../contracts/delivery';
import { ENTRY_WEBSITES, type PlacedUid } from './entry-websites';
import { scopesOfFiles } from './files';
import { accountScope, websiteScope, type Scope } from './revisions';

type Where = Record<string, unknown>;

interface Ref {
  documentId: string;
}

const ref = { select: ['documentId'] };
const toScopes = (websites: readonly Ref[]): Scope[] =>
  websites.map((website) => websiteScope(website.documentId));

/** What has these components of link rules, as a condition on campaigns and pages; null where there are no such components. */
export const havingLinks = async (strapi: Core.Strapi, where: Where): Promise<Where | null> => {
  const rows: { id: number }[] = await strapi.db
    .query(UIDS.pseoLinkComponent)
    .findMany({ where, select: ['id'] });
  return rows.length === 0 ? null : { internalLinks: { id: { $in: rows.map(({ id }) => id) } } };
};

type ScopesOf = (strapi: Core.Strapi, where: Where) => Promise<Scope[]>;

/** Where rows are, and whether any of them is live, in one statement. */
const readPlaces = async (
  strapi: Core.Strapi,
  uid: PlacedUid,
  where: Where,
): Promise<{ scopes: Scope[]; isLive: boolean }> => {
  const ids = strapi.db
    .queryBuilder(uid)
    .init({ select: ['id'], where })
    .getKnexQuery();
  const rows: { website: string | null; published_at: unknown }[] = await strapi.db.transaction(({ trx }) =>
    ENTRY_WEBSITES[uid](trx, tablesOf(strapi))
      .whereIn('e.id', ids)
      .distinct('w.document_id as website', 'e.published_at'),
  );
  return {
    scopes: rows.flatMap(({ website }) => (website === null ? [] : [websiteScope(website)])),
    isLive: rows.some(({ published_at }) => Boolean(published_at)),
  };
};

const ofWebsite =
  (uid: PlacedUid): ScopesOf =>
  async (strapi, where) =>
    (await readPlaces(strapi, uid, where)).scopes;

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

  [UIDS.pseoPage]: ofWebsite(UIDS.pseoPage),

  /** A link rule's component belongs to a page or a campaign; their tables know which. */
  async [UIDS.pseoLinkComponent](strapi, where) {
    return (await affectedScopesOfLinks(strapi, where)).scopes;
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

export type CountedUid = keyof typeof SCOPES_OF;

/**
 * True where neither the row nor its relations have told all scopes before the write: a new website or account has one of its
 * own, and what uses a file is known when that is stored.
 */
export const hasScopesOfItsOwn = (
  uid: string,
  kind: 'create' | 'update',
  data: Record<string, unknown> | undefined,
): boolean =>
  uid === FILE_UID
    ? Boolean(data?.['related'])
    : kind === 'create' && (uid === UIDS.website || uid === UIDS.account);

/** Rows of posts and pages that readers get. */
export const LIVE = { publishedAt: { $notNull: true } };

/** Whose responses rows are part of, and whether readers get any of them. */
export interface AffectedScopes {
  scopes: Scope[];
  isDelivered: boolean;
}

/**
 * What a change of these rows affects, before it or after it. Of posts and pages readers get what is published; a link rule's
 * component is part of what has it.
 * @param data what is written; a date of publication among it makes rows live
 */
export const affectedScopesOf = async (
  strapi: Core.Strapi,
  uid: CountedUid,
  where: Where,
  data: Where | undefined,
): Promise<AffectedScopes> => {
  switch (uid) {
    case UIDS.post:
    case UIDS.pseoPage: {
      const { scopes, isLive } = await readPlaces(strapi, uid, where);
      return { scopes, isDelivered: isLive || isMadeLive(uid, data) };
    }
    case UIDS.pseoLinkComponent:
      return affectedScopesOfLinks(strapi, where);
    default:
      return { scopes: await SCOPES_OF[uid](strapi, where), isDelivered: true };
  }
};

const affectedScopesOfLinks = async (strapi: Core.Strapi, where: Where): Promise<AffectedScopes> => {
  const having = await havingLinks(strapi, where);
  if (having === null) return { scopes: [], isDelivered: false };
  const campaigns = await readPlaces(strapi, UIDS.pseoCampaign, having);
  const pages = await readPlaces(strapi, UIDS.pseoPage, having);
  return {
    scopes: [...campaigns.scopes, ...pages.scopes],
    isDelivered: campaigns.scopes.length > 0 || pages.isLive,
  };
};

/** Whether readers will get a row that is created with this. */
export const isMadeLive = (uid: CountedUid, data: Where | undefined): boolean => {
  if (uid === UIDS.pseoLinkComponent) return false;
  const hasDrafts = uid === UIDS.post || uid === UIDS.pseoPage;
  return !hasDrafts || Boolean(data?.['publishedAt']);
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

const websitesThemselves: ScopesOf = async (strapi, where) =>
  toScopes(await strapi.db.query(UIDS.website).findMany({ where, ...ref }));

const accountsThemselves: ScopesOf = async (strapi, where) => {
  const rows: Ref[] = await strapi.db.query(UIDS.account).findMany({ where, ...ref });
  return rows.map((row) => accountScope(row.documentId));
};

/**
 * Relations by which a write reaches into other scopes than those that its row is in already: where a new
 * row will be, where one is moved to, and, from an account's side, where links and websites are taken from.
 */
export const TARGETS_OF: Partial<Record<CountedUid, Record<string, ScopesOf>>> = {
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
