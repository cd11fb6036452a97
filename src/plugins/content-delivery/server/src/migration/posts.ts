import { newDocumentId } from '../platform/document-ids';
import { websiteScope } from '../freshness/revisions';
import { isBlank, storable } from '../platform/formats';
import { firstFreeSlug } from '../content/rules/free-slug';
import { UIDS } from '../platform/uids';
import type { Authors } from './authors';
import type { MigrationContext } from './context';
import { datesInOrder } from './dates';
import { asRelation, type Entries } from './entries';
import type { Ids } from './ids';
import type { Images } from './images';
import type { IncomingPost, IncomingPostTexts } from './incoming';
import { imagesIn, versionWithImages } from './import-ledger';
import { differenceOf, isFreed } from './reading';
import type { Redirects } from './redirects';
import { isLiveState } from './state';
import { createSlugOwners, createSlugs, noteKeptSlug } from './slugs';
import type { Terms } from './terms';
import { createTexts, shown, type Texts } from './texts';
import type { EntryOutcome } from './writer';

/** Why a post that would come otherwise today stays as it is, by what differs. */
const STAYS = {
  missing: {
    loss: 'altered',
    what: 'It is unchanged, but this export does not have all that it refers to, which an earlier one had: pictures, blocks, posts that it links to, or rules for who may read it.',
    advice:
      'Give all files of the export, each with its --file. Where the rule for its readers is gone, publish it here.',
  },
  incomplete: {
    loss: 'altered',
    what: 'It was changed at the source, but this export does not have all that its text shows: blocks that posts share, or pictures of galleries. An earlier one may have had them.',
    advice:
      'Give all files of the export, each with its --file. Where the source has no such block or picture, take over by hand what was changed.',
  },
  reading: {
    loss: 'note',
    what: 'It is unchanged at the source, and this version would bring it in otherwise than it was.',
    advice: 'Bring such posts in again as they are read now: --reread. What was changed here since stays.',
  },
} as const;

export const createPosts = (
  context: MigrationContext,
  entries: Entries,
  ids: Ids,
  terms: Terms,
  authors: Pick<Authors, 'of'>,
  images: Images,
  redirects: Pick<Redirects, 'ofEntry' | 'noteProblems'>,
) => {
  const { strapi, report, ledger, website, isDryRun, rereads } = context;
  const slugs = createSlugs('post');
  const ownersOf = createSlugOwners(strapi, 'post', website.documentId);

  /** Of a dry run: what posts that are here have given up for another slug. A run finds that where they are stored. */
  const givenUp = new Map<string, string>();

  /** Which of the slugs other posts of the website have. */
  const takenHere = async (wanted: readonly string[], known: string | null): Promise<Set<string>> => {
    const taken = new Set<string>();
    for (const [slug, owners] of await ownersOf(wanted)) {
      const has = (owner: string): boolean => owner !== known && (givenUp.get(owner) ?? slug) === slug;
      if ([...owners].some(has)) taken.add(slug);
    }
    return taken;
  };

  /** The slug that the source has, or a free one; null where the title is to give one, or nothing can. */
  const resolveSlug = async (
    { slug, proposedSlug, sourceId }: IncomingPost,
    known: string | null,
  ): Promise<string | null> => {
    if (slug !== null || proposedSlug === undefined) return slug;
    return firstFreeSlug(proposedSlug, async (candidates) => {
      const taken = await takenHere(candidates, known);
      for (const one of candidates) if (slugs.isTaken(one, sourceId)) taken.add(one);
      return taken;
    });
  };

  const slugProblem = async (post: IncomingPost, known: string | null): Promise<string | null> => {
    const { slug, sourceId } = post;
    if (slug === null) return null;
    const problem = slugs.problem(slug, sourceId);
    if (problem) return problem;
    return (await takenHere([slug], known)).has(slug)
      ? `Another post of the website, which was not brought in with this slug, has the slug "${slug}".`
      : null;
  };

  const categoryOf = async ({ category }: IncomingPostTexts, where: string) => {
    const documentId = category === null ? null : await terms.named('category', category, where);
    return documentId === null ? null : asRelation(documentId);
  };

  const tagsOf = async ({ tags }: IncomingPostTexts, where: string, texts: Texts): Promise<string[]> => {
    const found = new Set<string>();
    for (const tag of tags) {
      const documentId = await terms.named('tag', tag, where);
      if (isBlank(storable(tag)) || (documentId !== null && found.has(documentId))) {
        texts.alter(`Its tag "${shown(tag)}" is empty or a duplicate. It was left out.`, 'Nothing.');
      } else if (documentId !== null) found.add(documentId);
    }
    return [...found];
  };

  const authorOf = ({ author }: IncomingPostTexts) => {
    if (author === undefined) return {};
    const documentId = author === null ? null : authors.of(author);
    return { author: documentId === null ? null : asRelation(documentId) };
  };

  /** As attributes of a post, without what may be lost on the way. */
  const contentOf = async (post: IncomingPostTexts, status: IncomingPost['status'], where: string) => {
    const texts = createTexts(report, { kind: 'post', where });
    let title = texts.short('title', post.title);
    if (isBlank(title) && post.slug !== null) {
      texts.alter('It has no title. Its slug serves as one.', 'Give it a title here.');
      title = post.slug;
    }
    const featured = await images.featured(post.featuredImage, where);
    const inHtml = await images.inHtml(texts.storable('content', post.content));
    const { createdAt, updatedAt } = datesInOrder(report, 'post', where, post);
    return {
      isWhole: featured.isWhole && inHtml.isWhole,
      data: {
        title,
        slug: post.slug,
        website: asRelation(website.documentId),
        category: await categoryOf(post, where),
        tags: (await tagsOf(post, where, texts)).map(asRelation),
        ...authorOf(post),
        ...(post.language === undefined ? {} : { language: post.language }),
        ...(post.isImageMissing ? {} : { featuredImage: featured.file, featuredImageUrl: featured.url }),
        content: inHtml.html,
        metaTitle: texts.optional('meta title', post.metaTitle, texts.short),
        metaDescription: texts.optional('meta description', post.metaDescription, texts.storable),
        scheduleDate: post.scheduleDate,
        publishDate: post.createdAt ?? (status === 'published' ? createdAt : null),
        createdAt,
        updatedAt,
      },
    };
  };

  /** Changes that are not published. A slug that others have is none that they can bring. */
  const pendingOf = async ({ draft, slug, sourceId }: IncomingPost, known: string | null, where: string) => {
    if (!draft) return { isWhole: true, data: undefined };
    const isFree =
      draft.slug === slug ||
      draft.slug === null ||
      (slugs.problem(draft.slug, sourceId) === null && (await takenHere([draft.slug], known)).size === 0);
    const { data, isWhole } = await contentOf(isFree ? draft : { ...draft, slug }, 'draft', where);
    if (!isFree) {
      createTexts(report, { kind: 'post', where }).alter(
        `Its draft is to have the slug "${shown(draft.slug ?? '')}", which another post has. It keeps its slug.`,
        'Give the draft another slug here.',
      );
    }
    return { isWhole, data };
  };

  const noteOldAddress = ({ oldAddress }: IncomingPost, slug: string | null): void => {
    if (oldAddress === undefined || slug === null) return;
    report.report.oldAddresses.push({ from: oldAddress, slug });
    report.addRepeated(
      { loss: 'note', kind: 'post', where: shown(oldAddress) },
      'Its page has another address now, and the old one is in bookmarks, links and search engines.',
      'Let the front end redirect it: the file of --report has each with its slug, as oldAddresses.',
    );
  };

  /** The slug that a post has here; null for one that is gone, or has none. */
  const slugHere = async (documentId: string): Promise<string | null> => {
    const rows: { slug: string | null; publishedAt: unknown }[] = await strapi.db
      .query(UIDS.post)
      .findMany({ where: { documentId }, select: ['slug', 'publishedAt'] });
    return (rows.find(({ publishedAt }) => publishedAt) ?? rows[0])?.slug ?? null;
  };

  /** Says why a post that would come otherwise today stays as it is. */
  const sayItStays = (where: string, why: keyof typeof STAYS, isLive: boolean, status: string): void => {
    const { loss, what, advice } = STAYS[why];
    report.addRepeated({ loss, kind: 'post', where }, `${what} What is here stays.`, advice);
    if (why !== 'reading' || !isLive || status === 'published') return;
    report.addRepeated(
      { loss: 'altered', kind: 'post', where },
      'It is live here, and would come as a draft now. It stays live.',
      'Look at why it would be a draft, and unpublish it if readers should not see it.',
    );
  };

  return {
    async bring(given: IncomingPost): Promise<EntryOutcome> {
      const { sourceId, id, otherId = null } = given;
      const kind = 'post' as const;
      const uid = UIDS.post;
      const where = shown(given.slug ?? sourceId);
      const version = versionWithImages(given.version, images.mode, given.reading);
      const known = await ledger.find(kind, sourceId);
      const claim = (slug: string | null): void => {
        if (slug !== null) slugs.claim(slug, sourceId);
      };
      const difference = known ? differenceOf(known, given) : 'source';
      if (known && difference === 'nothing' && imagesIn(known.version) === images.mode) {
        claim(given.slug);
        report.counted(kind, 'unchanged');
        noteOldAddress(given, given.slug);
        if (known.version !== version && !isDryRun && !isFreed(known, given)) {
          await ledger.save(kind, [{ ...known, sourceId, version }]);
        }
        return 'unchanged';
      }
      const slugOfKnown =
        known && (difference === 'reading' || difference === 'incomplete')
          ? await slugHere(known.entry)
          : null;
      const stays =
        difference === 'missing' || difference === 'incomplete' || (difference === 'reading' && !rereads);
      if (known && stays) {
        claim(slugOfKnown ?? given.slug);
        report.counted(kind, 'unchanged');
        noteOldAddress(given, slugOfKnown ?? given.slug);
        sayItStays(where, difference, isLiveState(known.written), given.status);
        return 'unchanged';
      }
      // What readers know it by does not change because it is read otherwise.
      let incoming: IncomingPost = slugOfKnown === null ? given : { ...given, slug: slugOfKnown };
      if (known && isFreed(known, given)) {
        incoming = heldAgain(incoming);
        createTexts(report, { kind, where }).alter(
          'Something else in an earlier export kept it from readers, and this export has nothing of that. It stays a draft.',
          'Publish it here if everybody may read it.',
        );
      }
      const { status } = incoming;
      if (known && !(await entries.isUntouched(uid, known))) {
        claim(incoming.slug);
        noteOldAddress(incoming, incoming.slug);
        return entries.keepTouched(
          { kind, uid, where, version, isLive: status === 'published' },
          known,
          difference === 'reading' || difference === 'nothing',
        );
      }
      if (incoming.slug === null && isBlank(incoming.title)) {
        return entries.leave({ kind, where }, 'It has neither title nor slug.', 'Nothing, or make it here.');
      }
      const slug = await resolveSlug(incoming, known?.entry ?? null);
      const post = { ...incoming, slug };
      const problem = await slugProblem(post, known?.entry ?? null);
      if (problem) {
        return entries.leave(
          { kind, where },
          problem,
          'Give it another slug at the source and run this again, or make it here.',
        );
      }
      claim(slug);
      noteKeptSlug(report, kind, slug);
      if (isDryRun && known && slug !== null) givenUp.set(known.entry, slug);
      const { data, isWhole } = await contentOf(post, status, where);
      const pending = await pendingOf(post, known?.entry ?? null, where);
      const keptId = async () => (await ids.kept(uid, kind, id)) ?? (await ids.kept(uid, kind, otherId));
      const documentId = (known ? null : await keptId()) ?? newDocumentId();
      const { earlierSlugs = [] } = incoming;
      let problems: Awaited<ReturnType<typeof redirects.ofEntry>> = new Map();
      const outcome = await entries.store(
        {
          kind,
          uid,
          sourceId,
          where,
          version: versionWithImages(
            incoming.version,
            (isWhole && pending.isWhole) || isDryRun ? images.mode : 'open',
            incoming.reading,
          ),
          documentId,
          scope: websiteScope(website.documentId),
          data,
          isLive: status === 'published',
          pending: pending.data,
          async also(entry) {
            problems = await redirects.ofEntry('post', entry, earlierSlugs);
          },
        },
        known,
      );
      if (outcome === 'made' || outcome === 'updated') redirects.noteProblems(problems);
      if (outcome !== 'left-out') noteOldAddress(incoming, slug);
      return outcome;
    },
  };
};

/** As a draft, and still kept from readers by something else. */
const heldAgain = (post: IncomingPost): IncomingPost => ({
  ...post,
  status: 'draft',
  scheduleDate: null,
  ...(post.reading && { reading: { ...post.reading, isHeldByOthers: true } }),
});
