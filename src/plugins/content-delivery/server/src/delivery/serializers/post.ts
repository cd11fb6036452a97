import type { Post, PostListItem } from '../../../../contracts/delivery';
import type { PostEntity, PostEntityWithContent } from '../queries/posts';
import { later, timestamp, timestampOrNull } from './values';

/** Specification 2.1, without content. */
export const toPostListItem = (post: PostEntity, publicUrl: string): PostListItem => ({
  title: post.title,
  slug: post.slug,
  category: post.category,
  tags: post.tags,
  featuredImage: featuredImage(post, publicUrl),
  metaTitle: post.metaTitle || post.title,
  metaDescription: post.metaDescription ?? '',
  createdAt: timestamp(post.publishDate),
  updatedAt: timestamp(later(post.updatedAt, post.publishDate)),
  scheduleDate: timestampOrNull(post.scheduleDate),
});

/** Specification 2.1, with content. */
export const toPost = (post: PostEntityWithContent, publicUrl: string): Post => ({
  title: post.title,
  slug: post.slug,
  category: post.category,
  tags: post.tags,
  featuredImage: featuredImage(post, publicUrl),
  content: post.content,
  metaTitle: post.metaTitle || post.title,
  metaDescription: post.metaDescription ?? '',
  createdAt: timestamp(post.publishDate),
  updatedAt: timestamp(later(post.updatedAt, post.publishDate)),
  scheduleDate: timestampOrNull(post.scheduleDate),
});

/** Always absolute: the uploaded image first, then the one hosted elsewhere. */
const featuredImage = ({ uploadedImage, featuredImageUrl }: PostEntity, publicUrl: string): string | null => {
  if (uploadedImage)
    return /^https?:\/\//i.test(uploadedImage) ? uploadedImage : `${publicUrl}${uploadedImage}`;
  return featuredImageUrl || null;
};
