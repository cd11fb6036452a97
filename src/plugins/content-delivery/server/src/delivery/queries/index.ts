import type { Core } from '@strapi/strapi';
import type { RedirectType } from '../../../../contracts/delivery';
import type { SizedPlace } from './batches';
import { changeQueries } from './changes';
import { exportQueries } from './exports';
import { internalLinkQueries } from './internal-links';
import { postPlaceQueries, type TermFilter } from './post-places';
import { postQueries, type PostNeeds } from './posts';
import { previewQueries } from './previews';
import { pseoPageQueries } from './pseo-pages';
import type { Reader } from '../../platform/database/reader';
import { relatedPostQueries } from './related-posts';
import { redirectQueries } from './redirects';
import { revisionQueries } from './revisions';
import type { Snapshot } from '../../platform/database/statement';
import { tablesOf } from '../../platform/database/tables';
import { taxonomyQueries } from './taxonomies';
import { websiteQueries, type Website } from './websites';

/** All statements of the delivery routes, written once. */
const prepare = (strapi: Core.Strapi) => {
  const sql = strapi.db.connection;
  const tables = tablesOf(strapi);
  const ofPages = pseoPageQueries(sql, tables);
  return {
    ...revisionQueries(sql, tables),
    ...websiteQueries(sql, tables),
    ...postQueries(sql, tables),
    ...postPlaceQueries(sql, tables),
    ...relatedPostQueries(sql, tables),
    ...taxonomyQueries(sql, tables),
    ...internalLinkQueries(sql, tables),
    ...ofPages,
    ...exportQueries(sql, tables, ofPages.linksOfCampaign),
    ...previewQueries(sql, tables),
    ...redirectQueries(sql, tables),
    ...changeQueries(sql, tables),
  };
};

const deliverySnapshotOf = (queries: ReturnType<typeof prepare>, snapshot: Snapshot) => {
  const now = new Date();
  return {
    /** The server's clock when the reading began. */
    now,
    revisions: (scopes: readonly [string, string, string, string]) => queries.revisions(snapshot, scopes),
    websitesByKeyHashes: (hashes: readonly string[]) => queries.websitesByKeyHashes(snapshot, hashes, now),
    websiteDetails: (website: Website) => queries.websiteDetails(snapshot, website),
    websiteById: (id: number) => queries.websiteById(snapshot, id),
    postListSize: (website: Website) => queries.postListSize(snapshot, website, now),
    livePosts: (website: Website) => queries.livePosts(snapshot, website, now),
    postPlaces: (website: Website) => queries.postPlaces(snapshot, website, now),
    filteredPostPlaces: (website: Website, filter: TermFilter, entries?: readonly string[]) =>
      queries.filteredPostPlaces(snapshot, website, filter, now, entries),
    placesOfPosts: (website: Website, entries: readonly string[]) =>
      queries.placesOfPosts(snapshot, website, entries, now),
    placesOfDuePosts: (website: Website, since: Date) =>
      queries.placesOfDuePosts(snapshot, website, since, now),
    postContentSize: (website: Website) => queries.postContentSize(snapshot, website, now),
    contentLengths: (ids: readonly number[]) => queries.contentLengths(snapshot, ids),
    postsAt: (places: readonly SizedPlace[], needs: PostNeeds) => queries.postsAt(snapshot, places, needs),
    relatedPosts: (website: Website) => queries.relatedPosts(snapshot, website, now),
    nextDueDate: (website: Website) => queries.nextDueDate(snapshot, website, now),
    livePostBySlug: (
      website: Website,
      slug: string,
      needs: Omit<PostNeeds, 'content'>,
      scopes: readonly [string, string, string, string],
    ) => queries.livePostBySlug(snapshot, website, slug, needs, scopes, now),
    taxonomies: (website: Website) => queries.taxonomies(snapshot, website),
    internalLinks: (website: Website) => queries.internalLinks(snapshot, website),
    pageListSize: (website: Website, campaignId?: string) =>
      queries.pageListSize(snapshot, website, campaignId),
    livePages: (website: Website, campaignId?: string) => queries.livePages(snapshot, website, campaignId),
    pageHtmlSize: (website: Website, campaignId?: string) =>
      queries.pageHtmlSize(snapshot, website, campaignId),
    htmlLengths: (ids: readonly number[]) => queries.htmlLengths(snapshot, ids),
    pagePlaces: (website: Website, campaignId?: string) => queries.pagePlaces(snapshot, website, campaignId),
    placesOfPages: (website: Website, entries: readonly string[], campaignId?: string) =>
      queries.placesOfPages(snapshot, website, entries, campaignId),
    pagesAt: (website: Website, places: readonly SizedPlace[]) => queries.pagesAt(snapshot, website, places),
    pagesWithTextsAt: (website: Website, places: readonly SizedPlace[]) =>
      queries.pagesWithTextsAt(snapshot, website, places),
    livePageBySlug: (website: Website, slug: string, campaignId?: string) =>
      queries.livePageBySlug(snapshot, website, slug, campaignId),
    draftPost: (website: Website, entry: string, needs: Omit<PostNeeds, 'content'>) =>
      queries.draftPost(snapshot, website, entry, needs, now),
    draftPage: (website: Website, entry: string) => queries.draftPage(snapshot, website, entry),
    movedPage: (website: Website, slug: string, campaignId?: string) =>
      queries.movedPage(snapshot, website, slug, campaignId),
    redirectListSize: (website: Website) => queries.redirectListSize(snapshot, website),
    redirects: (website: Website) => queries.redirects(snapshot, website, now),
    earlierOwner: (website: Website, type: RedirectType, slug: string) =>
      queries.earlierOwner(snapshot, website, type, slug),
    logStart: (website: Website) => queries.logStart(snapshot, website),
    logState: (website: Website) => queries.logState(snapshot, website),
    changesSince: (website: Website, revision: number) => queries.changesSince(snapshot, website, revision),
    postDrafts: (website: Website) => queries.postDrafts(snapshot, website),
    pageDrafts: (website: Website) => queries.pageDrafts(snapshot, website),
    campaigns: (website: Website) => queries.campaigns(snapshot, website),
    authors: (website: Website) => queries.authors(snapshot, website),
    previewSeries: (entry: string) => queries.previewSeries(snapshot, entry),
  };
};

/** What can be read of one moment of the database. */
export type DeliverySnapshot = ReturnType<typeof deliverySnapshotOf>;

/** All that the delivery routes read. */
export const createQueries = (strapi: Core.Strapi, reader: Reader) => {
  const queries = prepare(strapi);
  return {
    /** All reads inside `use` see the same moment. @throws an HTTP error 503 */
    snapshot: <Result>(use: (snapshot: DeliverySnapshot) => Promise<Result>): Promise<Result> =>
      reader.snapshot((snapshot) => use(deliverySnapshotOf(queries, snapshot))),

    /** The same for one statement: on servers of databases, nothing is sent before and behind it. @throws an HTTP error 503 */
    single: <Result>(use: (snapshot: DeliverySnapshot) => Promise<Result>): Promise<Result> =>
      reader.single((snapshot) => use(deliverySnapshotOf(queries, snapshot))),

    /** The same for reads that may take long: the moment stays until it is closed. @throws an HTTP error 503 */
    async session(): Promise<{ snapshot: DeliverySnapshot; close(): Promise<void> }> {
      const { snapshot, close } = await reader.session();
      return { snapshot: deliverySnapshotOf(queries, snapshot), close };
    },
  };
};

export type Queries = ReturnType<typeof createQueries>;
