import { languageTag } from '../../platform/formats';
import { changedSince } from '../dates';
import { authorIdOf, gatheredAuthors, termsFrom } from '../gathered';
import { versionDigest } from '../import-ledger';
import type { IncomingAuthor, IncomingPost, Reading } from '../incoming';
import type { MarkdownOptions } from './options';
import type { Source } from './site';

/** What each reader of posts with named fields finds out in its own way. */
interface OwnParts extends Pick<IncomingPost, 'sourceId' | 'title' | 'content' | 'featuredImage'> {
  /** Whether it is live here, or will be on its date. */
  isPublished: boolean;
  /** Whether a path of the old website is that of this post. */
  isAt(path: string): boolean;
  reading: Pick<Reading, 'by' | 'source'>;
}

/** The post that a file or a row with named fields becomes. The version is made of its texts in this order. */
export const postFromFields = (
  { fields, slug, published, updated, oldPath }: Omit<Source, 'file' | 'isJekyll' | 'hiddenBy'>,
  { sourceId, title, content, featuredImage, isPublished, isAt, reading }: OwnParts,
  { authors, linksTo, otherCategories }: Pick<MarkdownOptions, 'authors' | 'linksTo' | 'otherCategories'>,
  now: Date,
): IncomingPost => {
  const isScheduled = isPublished && published !== null && published > now;
  const createdAt = isPublished ? published : null;
  const language = languageTag(fields.language);
  const [author] = fields.authors;
  const incoming = {
    sourceId,
    id: null,
    title,
    slug,
    status: isPublished ? ('published' as const) : ('draft' as const),
    content,
    ...termsFrom(fields, otherCategories),
    ...(authors && author !== undefined ? { author: authorIdOf(author) } : {}),
    ...(language === null ? {} : { language }),
    featuredImage,
    metaTitle: fields.seoTitle || null,
    metaDescription: fields.description || null,
    createdAt,
    // Of a draft, the date is the one that it was begun at.
    updatedAt: changedSince(createdAt, updated ?? (isPublished ? null : published)),
    scheduleDate: isScheduled ? published : null,
  };
  const isSame = linksTo !== null && isAt(`${linksTo}${slug}`);
  const hasMoved = isPublished && !isScheduled && oldPath !== null && !isSame;
  return {
    ...incoming,
    ...(hasMoved ? { oldAddress: oldPath } : {}),
    version: versionDigest(JSON.stringify(incoming)),
    reading: { ...reading, lacks: 0, isHeldByOthers: false },
  };
};

/** The first author of each post. */
export const firstAuthors = (posts: readonly Pick<Source, 'fields'>[]): IncomingAuthor[] =>
  gatheredAuthors(posts.flatMap(({ fields }) => fields.authors.slice(0, 1).map((name) => [name, name])));
