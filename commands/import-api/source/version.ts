import { digestOf } from '../../shared/migration/digest';

/** The fields that the specification gives to an entry, in lists and alone. */
const FIELDS = {
  post: [
    ...['title', 'slug', 'category', 'tags', 'featuredImage', 'content', 'metaTitle', 'metaDescription'],
    ...['createdAt', 'updatedAt', 'scheduleDate'],
  ],
  page: [
    ...['pageId', 'campaignId', 'websiteId', 'slug', 'targetSlug', 'status', 'variables'],
    ...['createdAt', 'updatedAt', 'html', 'fields', 'internalLinks'],
  ],
} as const;

/**
 * Changes when what a list says of an entry does, its `updatedAt` among it. What a server sends beyond the
 * specification, and the order in which it sends it, may be another at each request.
 */
export const sourceVersionOf = (kind: keyof typeof FIELDS, item: Record<string, unknown>): string => {
  const said = FIELDS[kind].map((name) => item[name] ?? null);
  return digestOf(JSON.stringify(said, inOneOrder));
};

const inOneOrder = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
    : value;
