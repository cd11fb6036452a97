/**
 * What the plugin's admin routes under `/content-delivery/websites` take and answer.
 *
 * This file imports nothing, so that server, admin panel and tests can all use it.
 */

/** How long the old key goes on working after a rotation, in milliseconds. */
export const OLD_KEY_PERIODS = {
  none: 0,
  hour: 60 * 60 * 1000,
  day: 24 * 60 * 60 * 1000,
  week: 7 * 24 * 60 * 60 * 1000,
} as const;

export type OldKeyPeriod = keyof typeof OLD_KEY_PERIODS;

/** A key that works, as everybody may see it who sees the website. */
export interface MaskedKey {
  /** Names the key without giving it away. */
  id: string;
  mask: string;
}

/** The key that was in use before the last rotation. */
export interface OldKey extends MaskedKey {
  /** ISO 8601 in UTC with milliseconds; at this moment it has ended, by the server's clock. */
  validUntil: string;
}

/**
 * All keys of a website that work now: never more than two. A weak one is short or has unusual characters; it was
 * brought along, and should be rotated.
 */
/** Also what a rotation, a replacement, and `DELETE …/old-api-keys/:keyId` answer. */
export interface WebsiteKeys {
  current: (MaskedKey & { isWeak: boolean }) | null;
  old: OldKey | null;
}

/**
 * How much a website has now, by the server's clock. Each is null when the user may not read that type, or not all that
 * it counts.
 */
export interface WebsiteNumbers {
  /** Published posts that are not scheduled, or whose moment has come. */
  livePosts: number | null;
  /** Published posts whose schedule date is in the future. */
  scheduledPosts: number | null;
  /** Posts that were never published, or were unpublished. */
  draftPosts: number | null;
  livePages: number | null;
  /** Internal links of the account, which all its websites share. */
  links: number | null;
}

/** A website on the page "Websites". What the user's role may not read of it is null. */
export interface WebsiteOverview {
  documentId: string;
  name: string;
  kind: 'nextjs' | 'rest-api' | null;
  url: string | null;
  /** Where it shows drafts; a template with placeholders. */
  previewUrl: string | null;
  /** Whether scheduled posts are delivered with their date, or withheld until then. */
  scheduledPosts: 'include' | 'withhold' | null;
  numbers: WebsiteNumbers;
  keys: WebsiteKeys | null;
}

/** `GET /content-delivery/websites` */
export interface WebsitesAnswer {
  /** All websites that the user may see, by name. */
  data: WebsiteOverview[];
  meta: {
    /** The address under which front ends reach this server, without a slash at the end. */
    publicUrl: string;
    /** The server's clock, ISO 8601. */
    now: string;
  };
}

/** `GET /content-delivery/websites/:documentId/api-key` */
export interface RevealedKey {
  apiKey: string | null;
}

/** `POST /content-delivery/websites/:documentId/api-key/rotate` */
export interface RotateRequest {
  /** The id of the key that is to be replaced; a rotation that comes too late changes nothing and gets a 409. */
  currentKey: string;
  oldKeyWorksFor: OldKeyPeriod;
}

/** `POST /content-delivery/websites/:documentId/api-key/replace` */
export interface ReplaceRequest extends RotateRequest {
  /** The key that the front end has already. */
  newKey: string;
}
