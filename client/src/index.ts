export {
  createClient,
  type Client,
  type IncludeOptions,
  type Lists,
  type Moved,
  type MovedOptions,
  type NotMovedOptions,
  type PageFilter,
  type PageOptions,
  type PostFilter,
  type PreviewOptions,
  type ReadOptions,
  type With,
} from './client.js';
export { readOnce, type WebsiteContent, type WholeList } from './read-once.js';
export type { Page } from './answers/read.js';
export type { ClientOptions, RetryOptions } from './options.js';
export { ContentDeliveryError, type ErrorKind } from './errors.js';
export type { Fetch, FetchAnswer, FetchInit } from './transport/fetch.js';

export type { AnswerCache, CachedAnswer } from './cache/cache.js';
export { memoryCache } from './cache/memory-cache.js';

export {
  verifyWebhook,
  WebhookReceiverError,
  WebhookVerificationError,
  type WebhookHeaders,
} from './webhooks/verify-webhook.js';
export type { WebhookEntry, WebhookEvent } from './webhooks/event.js';

export { isVisible } from './rules/is-visible.js';
export { updatedDate } from './rules/updated-date.js';
export { slugFromName } from './rules/slug-from-name.js';
export { pathSegmentFromName } from './rules/path-segment-from-name.js';
export { fileNameFromName } from './rules/file-name-from-name.js';
export { inCategory } from './rules/in-category.js';
export { withTag } from './rules/with-tag.js';
export { sortBy, type SortOrder } from './rules/sort-by.js';

export type {
  ApiError,
  Change,
  Changes,
  InternalLink,
  Post,
  PostAuthor,
  PostExtras,
  PostImage,
  PostListItem,
  PseoInternalLink,
  PseoPage,
  PseoPageExtras,
  PseoPageListItem,
  Redirect,
  RedirectType,
  Taxonomies,
  Term,
  Timestamp,
  Website,
} from './contract.js';
