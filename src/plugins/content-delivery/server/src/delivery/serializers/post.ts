import type { Post, PostAuthor, PostExtras, PostImage, PostListItem } from '../../../../contracts/delivery';
import type {
  AuthorEntity,
  ImageDetails,
  PostEntity,
  PostEntityWithContent,
  PostNeeds,
} from '../queries/posts';
import { visibleText } from '../../platform/html/visible-text';
import { absolute } from './addresses';
import { excerptOf, readingMinutesOf, wordsIn } from './reading';
import { later, timestamp, timestampOrNull } from './values';

/** Specification 2.1, without content. */
export const toPostListItem = (post: PostEntity, publicUrl: string): PostListItem => ({
  title: post.title,
  slug: post.slug,
  category: post.category,
  tags: post.tags,
  featuredImage: featuredImageOf(post, publicUrl),
  metaTitle: post.metaTitle || post.title,
  metaDescription: post.metaDescription ?? '',
  createdAt: timestamp(post.publishDate),
  updatedAt: timestamp(later(post.updatedAt, post.publishDate)),
  scheduleDate: timestampOrNull(post.scheduleDate),
});

/** Specification 2.1, with content. */
export const toPost = (post: PostEntityWithContent, publicUrl: string): Post => {
  const { title, slug, category, tags, featuredImage, ...tail } = toPostListItem(post, publicUrl);
  return { title, slug, category, tags, featuredImage, content: post.content, ...tail };
};

/** What extras are made of. */
export const needsOf = (include: readonly (keyof PostExtras)[]): PostNeeds => ({
  content: include.some(
    (name) => name === 'content' || name === 'excerpt' || name === 'words' || name === 'readingMinutes',
  ),
  imageDetails: include.includes('image'),
  language: include.includes('lang'),
  author: include.includes('author'),
});

/** What a post is shown with. */
interface Surroundings {
  related: PostExtras['related'];
  /** Of its website. */
  language: string | null;
}

/** More of a post, in the order of the names. */
export const toPostExtras = (
  post: PostEntity,
  { related, language }: Surroundings,
  include: readonly (keyof PostExtras)[],
  publicUrl: string,
): Partial<PostExtras> => {
  const content = post.content ?? '';
  let read: string | undefined;
  const text = (): string => (read ??= visibleText(content));
  let words: number | undefined;
  const counted = (): number => (words ??= wordsIn(text()));
  const makers: { [Name in keyof PostExtras]: () => PostExtras[Name] } = {
    id: () => post.documentId,
    image: () => image(post, publicUrl),
    excerpt: () => excerptOf(text()),
    readingMinutes: () => readingMinutesOf(counted()),
    words: counted,
    author: () => post.author && toAuthor(post.author, publicUrl),
    related: () => related,
    content: () => content,
    lang: () => post.language ?? language,
  };
  return Object.fromEntries(include.map((name) => [name, makers[name]()])) as Partial<PostExtras>;
};

/** Always absolute: the uploaded image first, then the one hosted elsewhere. */
const featuredImageOf = (
  { uploadedImage, featuredImageUrl }: PostEntity,
  publicUrl: string,
): string | null => (uploadedImage ? absolute(uploadedImage, publicUrl) : featuredImageUrl || null);

const image = (post: PostEntity, publicUrl: string): PostImage | null => {
  const url = featuredImageOf(post, publicUrl);
  return url === null ? null : toImage(url, post.uploadedImage ? post.imageDetails : null, publicUrl);
};

/** @param details null for an image of which only the address is known */
const toImage = (url: string, details: ImageDetails | null, publicUrl: string): PostImage => ({
  url,
  width: details?.width ?? null,
  height: details?.height ?? null,
  alt: details?.alternativeText || null,
  formats: formatsOf(details?.formats, publicUrl),
});

export const toAuthor = (author: AuthorEntity, publicUrl: string): PostAuthor => ({
  name: author.name,
  slug: author.slug,
  url: author.url || null,
  bio: author.bio || null,
  image: author.image ? toImage(absolute(author.image, publicUrl), author.imageDetails, publicUrl) : null,
});

/** As the upload plugin stores them: an object by name. */
const formatsOf = (stored: unknown, publicUrl: string): PostImage['formats'] => {
  if (typeof stored !== 'object' || stored === null) return [];
  const formats: PostImage['formats'] = [];
  for (const one of Object.values(stored) as (Record<string, unknown> | null)[]) {
    const { url, width, height } = one ?? {};
    if (typeof url === 'string' && typeof width === 'number' && typeof height === 'number') {
      formats.push({ url: absolute(url, publicUrl), width, height });
    }
  }
  return formats.sort((a, b) => a.width - b.width);
};
