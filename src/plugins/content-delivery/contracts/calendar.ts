/**
 * What the plugin's admin routes about what goes live when take and answer.
 *
 * This file imports only contracts, so that server, admin panel and tests can all use it.
 */
import type { Timestamp } from './delivery';
import type { Visibility } from './editing';

/** How readers see a post, without what they get of it. */
export interface PostState {
  documentId: string;
  visibility: Visibility;
  /** The schedule date of what is published, while it is to come. */
  waitsUntil: Timestamp | null;
  /** The schedule date of the draft, while it is to come and differs from what is published. */
  plannedFor: Timestamp | null;
  unpublishedChanges: boolean;
  /** The date that readers see on what is published; null for a draft. */
  publishDate: Timestamp | null;
}

/** `GET /post-states?posts=…`: those of the listed posts that the user may read, in any order. */
export const MAX_POST_STATES = 100;

/**
 * - `live`: readers see it; at its publication date
 * - `scheduled`: published; at the schedule date that it waits for
 * - `planned`: a draft with a schedule date
 */
export type CalendarPostState = 'live' | 'scheduled' | 'planned';

export interface CalendarPost {
  documentId: string;
  title: string;
  website: { documentId: string; name: string };
  at: Timestamp;
  state: CalendarPostState;
  /** Whether the user may give it another date; never what is live. */
  mayMove: boolean;
}

/** Pages of a campaign that go live together. */
export interface CalendarDrip {
  campaign: { documentId: string; name: string };
  website: { documentId: string; name: string };
  at: Timestamp;
  pages: number;
}

/** The longest time that is asked for at once, in days: a month with the rest of its weeks. */
export const MAX_CALENDAR_DAYS = 62;

/** `GET /calendar?from=…&until=…` (`&website=…`): by date; `until` itself is not in it. */
export interface Calendar {
  posts: CalendarPost[];
  drips: CalendarDrip[];
  /** True when there are more posts than one answer has. */
  isCut: boolean;
}

/** `PUT /calendar/posts/:documentId`: another schedule date; what is published waits for it at once. */
export interface MoveRequest {
  /** The date that is asked for: still to come. */
  to: Timestamp;
  /** The date that the post has, as far as the user knows. */
  from: Timestamp;
}
