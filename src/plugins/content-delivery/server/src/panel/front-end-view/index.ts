import type { Core } from '@strapi/strapi';
import type { EarlierSlugs } from '../../content/earlier-slugs';
import type { Post, PseoPage } from '../../../../contracts/delivery';
import type { FrontEndView } from '../../../../contracts/editing';
import type { Templates } from '../../pseo/templates/templates';
import { scopesOf } from '../../delivery/authentication/authenticated-website';
import type { DeliverySnapshot, Queries } from '../../delivery/queries';
import type { Website } from '../../delivery/queries/websites';
import { needsOf, toPost } from '../../delivery/serializers/post';
import { toPseoPage } from '../../delivery/serializers/pseo-page';
import { UIDS } from '../../platform/uids';
import { hostOf, leadsToSlug } from '../links/addresses';
import { visibilityOf } from '../visibility';
import { savedContent, savedText } from './drafts';
import { createKeywordCounter, type KeywordTasks } from './keyword-counter';
import type { TaskWorker } from '../../platform/task-worker';

/** The content types that front ends fetch one by one. */
export const VIEWED_UIDS = [UIDS.post, UIDS.pseoPage] as const;
export type ViewedUid = (typeof VIEWED_UIDS)[number];

interface Parts {
  strapi: Core.Strapi;
  queries: Queries;
  templates: Templates;
  taskWorker: TaskWorker<KeywordTasks>;
  earlierSlugs: Pick<EarlierSlugs, 'list'>;
  publicUrl: string;
}

/** What the user may read, beside the draft. */
interface Readable {
  /** The row of the live version; null where that is out of sight, or there is none. */
  live: number | null;
  everyField: boolean;
}

interface Version {
  id: number;
  slug: string | null;
  updatedAt: Date | string;
  publishedAt: unknown;
  website?: Site | null;
  campaign?: { website: Site | null } | null;
}

interface Site {
  id: number;
  documentId: string;
  url: string | null;
}

const website = { website: { select: ['id', 'documentId', 'url'] } };
const ENTRY_POPULATE = {
  [UIDS.post]: website,
  [UIDS.pseoPage]: { campaign: { select: ['id'], populate: website } },
};

/** Tells what front ends see of an entry, by the queries and serializers that answer them. */
export const createFrontEndViews = ({
  strapi,
  queries,
  templates,
  taskWorker,
  earlierSlugs,
  publicUrl,
}: Parts) => {
  const countKeywords = createKeywordCounter(taskWorker);

  /** What the single-entry route answers once the entry's schedule date has come, to be made when all is read. */
  const responseOf = async (
    uid: ViewedUid,
    snapshot: DeliverySnapshot,
    site: Website,
    slug: string,
  ): Promise<() => Promise<Post | PseoPage | null>> => {
    if (uid === UIDS.pseoPage) {
      const page = await snapshot.livePageBySlug(site, slug);
      return async () => page && toPseoPage(page, templates);
    }
    const shown = { ...site, withholdsScheduled: false };
    const { post } = await snapshot.livePostBySlug(shown, slug, needsOf([]), scopesOf(site));
    return async () => post && toPost(post, publicUrl);
  };

  /** @returns null when there is no such entry */
  return async (uid: ViewedUid, documentId: string, readable: Readable): Promise<FrontEndView | null> => {
    const versions: Version[] = await strapi.db.query(uid).findMany({
      where: { documentId },
      select: ['id', 'slug', 'updatedAt', 'publishedAt'],
      populate: ENTRY_POPULATE[uid],
    });
    const draft = versions.find(({ publishedAt }) => !publishedAt);
    const live = versions.find(({ publishedAt }) => publishedAt);
    if (!draft && !live) return null;
    const isOutOfSight = live !== undefined && live.id !== readable.live;
    const websiteOf = (version: Version | undefined) =>
      version?.website ?? version?.campaign?.website ?? null;
    const siteOf = (version: Version | undefined) => websiteOf(version)?.id ?? null;
    /** Front ends set no link to the page itself, by its present slug or one that it had before. */
    const leadsElsewhere = async (): Promise<(link: { url: string }) => boolean> => {
      const home = websiteOf(draft ?? live);
      const earlier = home ? await earlierSlugs.list(documentId, home.documentId) : [];
      const own = new Set([draft, live, ...earlier].flatMap((one) => one?.slug ?? []));
      const type = uid === UIDS.post ? 'post' : 'pseo-page';
      return ({ url }) => !leadsToSlug(url, hostOf(home?.url ?? null), type, own);
    };
    const { now, liveSite, respond, page, links } = await queries.snapshot(async (snapshot) => {
      const liveSite =
        isOutOfSight || siteOf(live) === null ? null : await snapshot.websiteById(siteOf(live) as number);
      const respond = liveSite && live?.slug ? await responseOf(uid, snapshot, liveSite, live.slug) : null;
      const draftSite = siteOf(draft) === null ? null : await snapshot.websiteById(siteOf(draft) as number);
      const page =
        uid === UIDS.pseoPage && draftSite ? await snapshot.draftPage(draftSite, documentId) : null;
      const links = uid === UIDS.post && draftSite ? await snapshot.internalLinks(draftSite) : [];
      return { now: snapshot.now, liveSite, respond, page, links };
    });
    const saved =
      uid === UIDS.post
        ? { html: await savedContent(strapi, documentId), links }
        : await savedText(page?.page, templates);
    const response = respond && (await respond());
    const due = response && 'scheduleDate' in response ? response.scheduleDate : null;
    const waits = due !== null && new Date(due) > now;
    const keywords = await countKeywords(saved.html, saved.links);
    return {
      visibility: isOutOfSight
        ? 'out-of-sight'
        : visibilityOf(response !== null, waits, liveSite?.withholdsScheduled ?? false),
      waitsUntil: waits ? due : null,
      unpublishedChanges: Boolean(draft && live && new Date(draft.updatedAt) > new Date(live.updatedAt)),
      response: readable.everyField ? response : null,
      keywords: keywords?.filter(await leadsElsewhere()) ?? null,
    };
  };
};

export type FrontEndViews = ReturnType<typeof createFrontEndViews>;
