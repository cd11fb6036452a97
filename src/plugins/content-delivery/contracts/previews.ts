/**
 * What server, admin panel and tests agree on about previews of drafts.
 *
 * This file imports only the delivery contract, so that all of them can use it.
 */
import type { Timestamp } from './delivery';

/** How long a preview link works, in milliseconds. */
export const PREVIEW_PERIODS = {
  hour: 60 * 60 * 1000,
  day: 24 * 60 * 60 * 1000,
  week: 7 * 24 * 60 * 60 * 1000,
  month: 30 * 24 * 60 * 60 * 1000,
} as const;

export type PreviewPeriod = keyof typeof PREVIEW_PERIODS;

/** Of a link that is opened at once. */
export const USUAL_PREVIEW_PERIOD: PreviewPeriod = 'hour';

/** What can be previewed, as `{type}` in a preview address has it. */
export type PreviewType = 'post' | 'pseo-page';

/** What a preview address may name, each as `{name}`. */
export const PREVIEW_PLACEHOLDERS = ['type', 'slug', 'token'] as const;

/** A preview address to start with. */
export const PREVIEW_ADDRESS_EXAMPLE =
  'https://example.com/api/preview?type={type}&slug={slug}&token={token}';

/** `GET /content-delivery/entries/:model/:documentId/preview-links`, and what `DELETE` on it answers. */
export interface PreviewState {
  /** The website has a preview address. */
  isSetUp: boolean;
  /** Until when links that were made work at most; null when none does. */
  linksWorkUntil: Timestamp | null;
}

/** `POST /content-delivery/entries/:model/:documentId/preview-links` */
export interface PreviewLinkRequest {
  worksFor: PreviewPeriod;
}

/** A link to the draft of one entry. Anyone who has it can read that draft until it ends. */
export interface PreviewLink {
  /** On the website; null where the website has no preview address. */
  url: string | null;
  /** What the website sends as `preview` beside `slug` and its key. */
  token: string;
  type: PreviewType;
  slug: string;
  validUntil: Timestamp;
}

/** `POST /content-delivery/websites/:documentId/preview-links` makes a link to the draft that was saved last. */
export interface LatestPreviewLink extends PreviewLink {
  /** The title of the post, or the slug of the page. */
  name: string;
}
