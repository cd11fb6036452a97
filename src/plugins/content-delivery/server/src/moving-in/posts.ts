import { newDocumentId, websiteScope } from '../freshness/revisions';
import { isBlank } from '../rules/formats';
import { LONGEST_STRING } from '../rules/page-texts';
import { UIDS } from '../uids';
import { uniqueKey } from '../unique-key';
import type { Move } from './context';
import { createDates } from './dates';
import { asRelation, type Entries } from './entries';
import type { Ids } from './ids';
import type { Images } from './images';
import type { IncomingPost } from './incoming';
import { digestOf } from './memory';
import type { Terms } from './terms';
import { createTexts, shown, type Texts } from './texts';
import type { Outcome } from './writer';

/** What is remembered of a post whose images could not all be copied: the next run tries them again. */
const TO_BE_TRIED_AGAIN = '';

export const createPosts = (move: Move, entries: Entries, ids: Ids, terms: Terms, images: Images) => {
  const { strapi, report, memory, website, isDryRun } = move;
  const dates = createDates(report);
  /** The slugs of this run: a source may have one twice, and a dry run stores none. */
  const slugs = new Map<string, string>();

  const slugProblem = async (post: IncomingPost, known: string | null): Promise<string | null> => {
    const { slug, sourceId } = post;
    if (slug === null) return null;
    if (isBlank(slug)) return 'It has no slug, so no address.';
    if (slug.length > LONGEST_STRING) {
      return `Its slug has ${slug.length.toLocaleString('en')} characters; ${LONGEST_STRING} are possible.`;
    }
    const other = slugs.get(slug);
    if (other !== undefined && other !== sourceId)
      return `The source has the slug "${slug}" twice. The first post has it.`;
    const owners: { documentId: string }[] = await strapi.db.query(UIDS.post).findMany({
      where: { uniqueKey: uniqueKey(website.documentId, slug) },
      select: ['documentId'],
    });
    return owners.some(({ documentId }) => documentId !== known)
      ? `Another post of the website, which was not brought in with this slug, has the slug "${slug}".`
      : null;
  };

  const categoryOf = async ({ category }: IncomingPost, where: string) => {
    const documentId = category === null ? null : await terms.named('category', category, where);
    return documentId === null ? null : asRelation(documentId);
  };

  const tagsOf = async ({ tags }: IncomingPost, where: string, texts: Texts): Promise<string[]> => {
    const found = new Set<string>();
    for (const tag of tags) {
      const documentId = await terms.named('tag', tag, where);
      if (documentId === null || found.has(documentId)) {
        texts.alter(`Its tag "${shown(tag)}" is empty or stands there twice. It was left out.`, 'Nothing.');
      } else found.add(documentId);
    }
    return [...found];
  };

  /** As attributes of a post, without what may be lost on the way. */
  const contentOf = async (post: IncomingPost, where: string) => {
    const texts = createTexts(report, { kind: 'post', where });
    const optional = (name: string, text: string | null, fit: (name: string, text: string) => string) =>
      text === null || isBlank(text) ? null : fit(name, text);
    let title = texts.short('title', post.title);
    if (isBlank(title) && post.slug !== null) {
      texts.alter('It has no title. Its slug serves as one.', 'Give it a title here.');
      title = post.slug;
    }
    const featured = await images.featured(post.featuredImage, where);
    const inHtml = await images.inHtml(texts.storable('content', post.content));
    const { createdAt, updatedAt } = dates.of('post', where, post);
    return {
      isWhole: featured.isWhole && inHtml.isWhole,
      data: {
        title,
        slug: post.slug,
        website: asRelation(website.documentId),
        category: await categoryOf(post, where),
        tags: (await tagsOf(post, where, texts)).map(asRelation),
        featuredImage: featured.file,
        featuredImageUrl: featured.url,
        content: inHtml.html,
        metaTitle: optional('meta title', post.metaTitle, texts.short),
        metaDescription: optional('meta description', post.metaDescription, texts.storable),
        scheduleDate: post.scheduleDate,
        publishDate: post.createdAt ?? (post.status === 'published' ? createdAt : null),
        createdAt,
        updatedAt,
      },
    };
  };

  return {
    async bring(post: IncomingPost): Promise<Outcome> {
      const { sourceId, slug, status, id } = post;
      const kind = 'post' as const;
      const uid = UIDS.post;
      const where = shown(slug ?? sourceId);
      const version = digestOf(post.version, images.mode);
      const known = await memory.find(kind, sourceId);
      const claim = (): void => {
        if (slug !== null && !slugs.has(slug)) slugs.set(slug, sourceId);
      };
      if (known?.version === version) {
        claim();
        report.counted(kind, 'unchanged');
        return 'unchanged';
      }
      if (known && !(await entries.isUntouched(uid, known))) {
        claim();
        return entries.keepTouched({ kind, uid, where }, known);
      }
      const problem = await slugProblem(post, known?.entry ?? null);
      if (problem) {
        return entries.leave(
          { kind, where },
          problem,
          'Give it another slug at the source and run this again, or make it here.',
        );
      }
      if (slug === null && isBlank(post.title)) {
        return entries.leave({ kind, where }, 'It has neither title nor slug.', 'Nothing, or make it here.');
      }
      claim();
      const { data, isWhole } = await contentOf(post, where);
      const kept = known === null && id !== null && (await ids.free(uid, kind, [id])).has(id);
      const documentId = kept ? id : newDocumentId();
      return entries.store(
        {
          kind,
          uid,
          sourceId,
          where,
          version: isWhole || isDryRun ? version : TO_BE_TRIED_AGAIN,
          documentId,
          scope: websiteScope(website.documentId),
          data,
          isLive: status === 'published',
        },
        known,
      );
    },
  };
};
