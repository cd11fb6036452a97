import { isDeepStrictEqual } from 'node:util';
import type { DeliverySnapshot } from '../delivery/queries';
import type { PostEntity } from '../delivery/queries/posts';
import type { PseoLinkEntity, PseoPageEntityWithTexts } from '../delivery/queries/pseo-pages';
import type { Website } from '../delivery/queries/websites';
import { toInternalLink } from '../delivery/serializers/internal-link';
import { toAuthor, toPost, toPostExtras } from '../delivery/serializers/post';
import { toLink, toPseoPage } from '../delivery/serializers/pseo-page';
import { toTaxonomies } from '../delivery/serializers/taxonomies';
import { timestamp } from '../delivery/serializers/values';
import { inTurnsOf } from '../platform/task-worker';
import { createYielder } from '../platform/yielder';
import { TemplateProblem, type Templates } from '../pseo/templates/templates';
import { groups, withoutDraft } from './groups';
import type {
  AuthorRecord,
  CampaignRecord,
  Contents,
  PageRecord,
  PostRecord,
  PostTexts,
  WebsiteRecord,
} from './records';

interface Parts {
  snapshot: DeliverySnapshot;
  templates: Templates;
  publicUrl: string;
}

/** What is read of posts beside the specification's fields. */
const NEEDS = { content: true, imageDetails: true, language: true, author: true };

/**
 * Reads a website, all of one moment.
 * @param website with the posts that it withholds from readers, too
 */
export const readContents = async (
  record: WebsiteRecord,
  website: Website,
  { snapshot, templates, publicUrl }: Parts,
): Promise<Contents> => {
  const everything: Website = { ...website, withholdsScheduled: false };
  /** What a format makes of an entry, such as reading its HTML, is work of this thread as well. */
  const yieldTurn = createYielder();
  const livePosts = new Map(
    (await snapshot.postPlaces(everything)).map((place) => [place.documentId, place.id]),
  );
  await yieldTurn();
  const drafts = await snapshot.postDrafts(everything);
  const postDrafts = [
    ...drafts,
    ...withoutDraft(drafts, livePosts).map((entry) => ({ ...entry, hasPublishDate: true })),
  ];
  await yieldTurn();
  const livePages = new Map(
    (await snapshot.pagePlaces(everything)).map((place) => [place.documentId, place.id]),
  );
  await yieldTurn();
  const ofPages = await snapshot.pageDrafts(everything);
  const pageDrafts = [...ofPages, ...withoutDraft(ofPages, livePages)];

  const postRows = async (ids: readonly number[]): Promise<Map<number, PostEntity>> => {
    const rows = new Map<number, PostEntity>();
    for await (const some of snapshot.postsAt(placesOf(ids), NEEDS)) {
      for (const row of some) rows.set(row.id, row);
    }
    return rows;
  };

  const textsOf = (post: PostEntity, hasPublishDate: boolean): PostTexts => {
    const { title, slug, ...texts } = toPost({ ...post, content: post.content ?? '' }, publicUrl);
    const { image = null, author = null } = toPostExtras(
      post,
      NOTHING_AROUND,
      ['image', 'author'],
      publicUrl,
    );
    return {
      // Columns of drafts may be empty.
      title: (title as string | null) ?? null,
      slug: (slug as string | null) || null,
      ...texts,
      metaTitle: post.metaTitle || post.title || '',
      createdAt: hasPublishDate ? texts.createdAt : null,
      image,
      author,
      lang: post.language,
    };
  };

  async function* posts(): AsyncGenerator<PostRecord> {
    for await (const { entries, ids, liveIds } of groups(postDrafts, livePosts, snapshot.contentLengths)) {
      const rows = await postRows([...ids, ...liveIds]);
      for (const { id, documentId, hasPublishDate } of entries) {
        await yieldTurn();
        const live = rows.get(livePosts.get(documentId) ?? -1);
        const draft = rows.get(id);
        if (live) {
          const texts = textsOf(live, true);
          // Without a date of its own it has that of what is live.
          const changed = draft && {
            ...textsOf(draft, true),
            ...(hasPublishDate ? {} : { createdAt: texts.createdAt }),
          };
          const isSame = !changed || isSamePost(changed, texts);
          yield { id: documentId, status: 'published', ...texts, ...(isSame ? {} : { draft: changed }) };
        } else if (draft) yield { id: documentId, status: 'draft', ...textsOf(draft, hasPublishDate) };
      }
    }
  }

  const pageRows = async (ids: readonly number[]): Promise<PseoPageEntityWithTexts[]> => {
    const rows: PseoPageEntityWithTexts[] = [];
    for await (const some of snapshot.pagesWithTextsAt(everything, placesOf(ids))) rows.push(...some);
    return rows;
  };

  const pageOf = async (page: PseoPageEntityWithTexts): Promise<Omit<PageRecord, 'draft'>> => {
    const resolved = await inTurnsOf(page.websiteId, () => resolvedOrNot(page));
    return {
      ...resolved,
      slug: (page.slug as string | null) || null,
      targetSlug: page.targetSlug || (page.slug as string | null) || null,
      own: {
        html: page.html.own || null,
        metaTitle: page.metaTitle.own || null,
        metaDescription: page.metaDescription.own || null,
        internalLinks: page.ownLinks.map(toLink),
      },
    };
  };

  const resolvedOrNot = async (page: PseoPageEntityWithTexts) => {
    try {
      return await toPseoPage(page, templates);
    } catch (error) {
      if (!(error instanceof TemplateProblem)) throw error;
      const bare = { own: '', template: null };
      const texts = await toPseoPage(
        { ...page, html: bare, metaTitle: bare, metaDescription: bare },
        templates,
      );
      return { ...texts, html: null, fields: null };
    }
  };

  async function* pages(): AsyncGenerator<PageRecord> {
    for await (const { entries, ids, liveIds } of groups(pageDrafts, livePages, snapshot.htmlLengths)) {
      const live = new Map((await pageRows(liveIds)).map((page) => [page.documentId, page]));
      const versions = new Map((await pageRows(ids)).map((page) => [page.documentId, page]));
      for (const { documentId } of entries) {
        await yieldTurn();
        const shown = live.get(documentId);
        const draft = versions.get(documentId);
        if (shown) {
          const record = await pageOf(shown);
          const isSame = !draft || isSamePage(draft, shown);
          yield { ...record, status: 'live', ...(isSame ? {} : { draft: withoutIds(await pageOf(draft)) }) };
        } else if (draft) yield { ...(await pageOf(draft)), status: 'draft' };
      }
    }
  }

  const taxonomies = await snapshot.taxonomies(everything);
  return {
    website: record,
    taxonomies: toTaxonomies(taxonomies),
    authors: (await snapshot.authors(everything)).map(({ documentId, author }): AuthorRecord => ({
      id: documentId,
      ...toAuthor(author, publicUrl),
    })),
    links: (await snapshot.internalLinks(everything)).map(toInternalLink),
    campaigns: (await snapshot.campaigns(everything)).map(
      ({ id: _, documentId, internalLinks, createdAt, ...campaign }): CampaignRecord => ({
        id: documentId,
        ...campaign,
        internalLinks: internalLinks.map(toLink),
        createdAt: timestamp(createdAt),
      }),
    ),
    redirects: await snapshot.redirects(everything),
    counts: { posts: postDrafts.length, pages: pageDrafts.length },
    posts,
    pages,
  };
};

const NOTHING_AROUND = { related: [], language: null };

const placesOf = (ids: readonly number[]) => ids.map((id) => ({ id }));

/** When it was saved aside: a draft that is the same was saved at another moment. */
const isSamePost = (draft: PostTexts, live: PostTexts): boolean =>
  isDeepStrictEqual({ ...draft, updatedAt: live.updatedAt }, live);

const isSamePage = (draft: PseoPageEntityWithTexts, live: PseoPageEntityWithTexts): boolean =>
  isDeepStrictEqual(ownOf(draft), ownOf(live));

const ownOf = (page: PseoPageEntityWithTexts) => {
  const { slug, targetSlug, variables, html, metaTitle, metaDescription, campaignId } = page;
  const links: PseoLinkEntity[] = page.ownLinks;
  return {
    ...{ slug, targetSlug, variables, campaignId, links },
    texts: [html, metaTitle, metaDescription].map(({ own }) => own || null),
  };
};

const withoutIds = ({
  pageId: _page,
  campaignId: _campaign,
  websiteId: _website,
  status: _status,
  ...page
}: Omit<PageRecord, 'draft'>): NonNullable<PageRecord['draft']> => page;
