import type { PostListItem } from '../../src/index';

export const AT = '2025-03-01T09:30:00.000Z';

/** A post as lists have it on request. */
export const post = (slug: string, more: Partial<PostListItem & { content: string; lang: string }> = {}) => ({
  title: `Title of ${slug}`,
  slug,
  category: null,
  tags: [],
  featuredImage: null,
  metaTitle: '',
  metaDescription: '',
  createdAt: AT,
  updatedAt: AT,
  scheduleDate: null,
  image: null,
  excerpt: 'An excerpt',
  author: null,
  content: '<p>Text</p>',
  ...more,
});
