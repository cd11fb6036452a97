/** Drips: pSEO pages that go live some every day or week. Paths, answers and errors are as in `pseo-pages`. */

export const DRIP_ORDERS = ['slug', 'created', 'random'] as const;
/** By slug, the oldest first, or at random; fixed when the drip is made. */
export type DripOrder = (typeof DRIP_ORDERS)[number];

export interface DripPlan {
  /** Pages at a time, 1 to `MAX_AT_A_TIME`. */
  amount: number;
  every: 'day' | 'week';
  /** For `week`: 1 is Monday, 7 is Sunday. Null for `day`. */
  weekday: number | null;
  /** `HH:MM`, 24 hours, in the time zone. */
  time: string;
  /** A name such as `Europe/Berlin`. */
  timeZone: string;
  order: DripOrder;
}

export const MAX_AT_A_TIME = 10_000;

/** `finished`: no page waits any more. More drafts can be added to it, and it goes on. */
export type DripState = 'running' | 'paused' | 'finished';

/**
 * `GET /pseo-drips/:documentId`; also the answer of every call that makes or changes one:
 * - `GET /pseo-drips?website=…` (`&campaign=…`): a list, the latest first
 * - `POST /pseo-drips`, as JSON `{ campaign, plan }` (201): takes all drafts of the campaign that are not live, and
 *   runs. 409 when the campaign has a drip already: a campaign has one at most.
 * - `PUT /pseo-drips/:documentId`, as JSON `{ plan }`: another plan for the pages that wait. A changed order sorts
 *   them again. With `from`, the plan that it has as far as the user knows: 409 when it has another one by now.
 * - `POST /pseo-drips/:documentId/pause` and `…/resume`: what fell into the pause is not made up for
 * - `POST /pseo-drips/:documentId/add-drafts`: also takes drafts that were made since, at the end
 * - `DELETE /pseo-drips/:documentId`: pages that wait are drafts again (204)
 */
export interface Drip {
  documentId: string;
  campaign: { documentId: string; name: string };
  website: string;
  plan: DripPlan;
  state: DripState;
  /** When pages are published next; null unless it runs. */
  nextAt: string | null;
  /** When the last of them will be, by the current plan; null unless it runs. */
  lastAt: string | null;
  waiting: number;
  published: number;
  /** Passed over with a reason: see `PageRefusals`. They do not count as published. */
  refused: number;
  /** Dates that were missed because no server was running. They are not made up for. */
  missed: number;
  /** What was published last, and when. */
  lastRun: { at: string; published: number } | null;
  createdAt: string;
}

/** `POST /pseo-drips/preview`, as JSON `{ campaign, plan }`: what a drip would do. Nothing is changed. */
export interface DripPreview {
  /** Drafts of the campaign that are not live; when it has a drip already, those that wait in it. */
  pages: number;
  /** How many times it will publish. */
  times: number;
  /** The first few moments, at most 5. */
  next: string[];
  /** Null when there are no pages. */
  lastAt: string | null;
}

/** `GET /pseo-drips/time-zones`: names for `DripPlan.timeZone`. */
export type TimeZones = string[];
