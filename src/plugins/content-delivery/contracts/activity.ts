/**
 * What the plugin's admin route `/content-delivery/activity` takes and answers.
 *
 * This file imports nothing but the contract of the history, so that server, admin panel and tests can all use it.
 */
import type { Author, ChangeSource } from './history';

/** The permission to see what happened. Which lines, is decided by the rights on what they are about. */
export const SEE_ACTIVITY_PERMISSION = 'plugin::content-delivery.activity.read';

/** What something happened to. */
export const ACTIVITY_TYPES = [
  'post',
  'pseo-campaign',
  'pseo-page',
  'category',
  'tag',
  'author',
  'internal-link',
  'website',
  'account',
  'api-key',
  'webhook',
  'purge-target',
  'import',
  'user',
  'role',
] as const;
export type ActivityType = (typeof ACTIVITY_TYPES)[number];

export type ActivityAction =
  | 'published'
  | 'unpublished'
  | 'created'
  | 'updated'
  | 'deleted'
  | 'deleted-for-good'
  | 'restored'
  | 'brought-back'
  | 'slugs-changed'
  | 'preview-links-ended'
  /** Of API keys, and of secrets of webhooks. */
  | 'shown'
  | 'rotated'
  | 'replaced'
  | 'ended'
  /** Of webhooks and purge targets, by the server. */
  | 'switched-off'
  /** Of imports. */
  | 'started'
  | 'finished'
  | 'failed'
  | 'cancelled'
  /** Of users and roles. */
  | 'invited'
  | 'joined'
  | 'blocked'
  | 'unblocked'
  | 'roles-changed'
  | 'permissions-changed';

/** As of versions; `clock` for what comes without anybody's doing: a date has come, a period has ended. */
export type ActivitySource = ChangeSource | 'clock';

export interface ActivityLine {
  id: string;
  /** ISO 8601 in UTC with milliseconds. */
  at: string;
  by: Author;
  source: ActivitySource;
  action: ActivityAction;
  type: ActivityType;
  /** How many it happened to; what is said of one is null then. */
  count: number;
  /** documentId, or the number of a user or role; null unless it is there and the reader may open it. */
  opens: string | null;
  /** As it is now; else the name or address that it had. Null where nothing is known. */
  name: string | null;
  /** Of a user: so that one who has been deleted shows as such. */
  person: Author | null;
  /** Null for what belongs to no website, or to one that has been deleted. */
  website: { documentId: string; name: string } | null;
}

/** Latest first. */
export interface ActivityList {
  lines: ActivityLine[];
  /** Asks for those behind; null at the end. */
  next: string | null;
  /** Whom the lines can be narrowed to. */
  people: { id: number; name: string }[];
}
