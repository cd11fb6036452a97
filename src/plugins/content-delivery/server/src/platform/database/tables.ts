import type { Core } from '@strapi/strapi';
import { FILE_UID, UIDS, type ContentUid } from '../uids';

interface JoinTable {
  name: string;
  joinColumn: { name: string };
  inverseJoinColumn: { name: string };
  orderColumnName?: string;
}

/** A link table: which column holds this side's row, which the other's, which the order. */
export interface Link {
  table: string;
  from: string;
  to: string;
  order: string;
}

/** Of a relation, or of what uses files (`related`), which has no inverse column. */
export const joinTableOf = (strapi: Core.Strapi, uid: string, attribute: string): JoinTable =>
  (strapi.db.metadata.get(uid).attributes[attribute] as unknown as { joinTable: JoinTable }).joinTable;

const link = (strapi: Core.Strapi, uid: ContentUid, attribute: string): Link => {
  const joinTable = joinTableOf(strapi, uid, attribute);
  return {
    table: joinTable.name,
    from: joinTable.joinColumn.name,
    to: joinTable.inverseJoinColumn.name,
    order: joinTable.orderColumnName ?? 'id',
  };
};

/** Table and column names as Strapi's schema made them. */
export const tablesOf = (strapi: Core.Strapi) => {
  const table = (uid: string) => strapi.db.metadata.get(uid).tableName;
  return {
    apiKeys: table(UIDS.apiKey),
    previews: table(UIDS.preview),
    purgeTargets: table(UIDS.purgeTarget),
    revisions: table(UIDS.revision),
    accounts: table(UIDS.account),
    websites: table(UIDS.website),
    websiteAccount: link(strapi, UIDS.website, 'account'),
    categories: table(UIDS.category),
    categoryWebsite: link(strapi, UIDS.category, 'website'),
    tags: table(UIDS.tag),
    tagWebsite: link(strapi, UIDS.tag, 'website'),
    authors: table(UIDS.author),
    authorWebsite: link(strapi, UIDS.author, 'website'),
    posts: table(UIDS.post),
    postWebsite: link(strapi, UIDS.post, 'website'),
    postCategory: link(strapi, UIDS.post, 'category'),
    postTags: link(strapi, UIDS.post, 'tags'),
    postAuthor: link(strapi, UIDS.post, 'author'),
    files: table(FILE_UID),
    fileUses: joinTableOf(strapi, FILE_UID, 'related').name,
    internalLinks: table(UIDS.internalLink),
    internalLinkAccount: link(strapi, UIDS.internalLink, 'account'),
    campaigns: table(UIDS.pseoCampaign),
    campaignWebsite: link(strapi, UIDS.pseoCampaign, 'website'),
    campaignLinks: link(strapi, UIDS.pseoCampaign, 'internalLinks'),
    pages: table(UIDS.pseoPage),
    pageCampaign: link(strapi, UIDS.pseoPage, 'campaign'),
    pageLinks: link(strapi, UIDS.pseoPage, 'internalLinks'),
    pseoLinks: table(UIDS.pseoLinkComponent),
  };
};

export type Tables = ReturnType<typeof tablesOf>;
