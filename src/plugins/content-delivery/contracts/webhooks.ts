/**
 * The events that webhooks of a website send, and what the plugin's admin routes under
 * `/content-delivery/websites/:documentId/webhooks` take and answer.
 *
 * This file imports nothing but the contract of websites, so that server, admin panel and tests can all use it.
 */
import type { OldKeyPeriod } from './websites';

/** To see and change the webhooks of websites. */
export const MANAGE_WEBHOOKS_PERMISSION = 'plugin::content-delivery.webhook.manage';

/** The events of a webhook, in the order in which they are shown. */
export const CHANGE_EVENT_TYPES = [
  'post.published',
  'post.updated',
  'post.removed',
  'pseo.page.published',
  'pseo.page.updated',
  'pseo.page.removed',
  'pseo.campaign.updated',
  'internal-links.updated',
  'taxonomies.updated',
  'authors.updated',
  'redirects.updated',
  'website.updated',
] as const;
export type ChangeEventType = (typeof CHANGE_EVENT_TYPES)[number];

/** Sent whatever a webhook has chosen: `resync` when there is too much to send, `test` when a user asks for it. */
const OTHER_EVENT_TYPES = ['resync', 'test'] as const;

export const WEBHOOK_EVENT_TYPES = [...CHANGE_EVENT_TYPES, ...OTHER_EVENT_TYPES] as const;
export type WebhookEventType = (typeof WEBHOOK_EVENT_TYPES)[number];

/** What has changed. The names are those of the change log. */
export interface WebhookEntry {
  type: string;
  action: 'published' | 'updated' | 'removed';
  /** documentId; null where no single entry is meant. */
  id: string | null;
  slug: string | null;
  /** The slug before, where it has changed. */
  previousSlug: string | null;
}

/** The body of a request to a webhook. */
export interface WebhookPayload {
  type: WebhookEventType;
  /** ISO 8601 in UTC with milliseconds. */
  timestamp: string;
  websiteId: string;
  data: {
    /** Rises from each event of a webhook to the next; one that was sent before, and is tried again, keeps its own. */
    revision: number;
    entries: WebhookEntry[];
  };
}

/** Why the server has switched a webhook off. */
export type OffReason = 'gone' | 'failing' | 'restored';

/** A webhook as those may see it who manage webhooks. */
export interface Webhook {
  documentId: string;
  url: string;
  /** Empty for all. */
  events: WebhookEventType[];
  active: boolean;
  /** The mask of its secret. */
  mask: string;
  /** Until when the secret before the current one is signed with too; null when there is none. */
  oldSecretUntil: string | null;
  /** The header of the second signature; null for none. */
  signatureHeader: string | null;
  /** Null unless the server has switched it off. */
  off: { reason: OffReason; since: string } | null;
  /** Since when nothing has arrived; null when the last attempt succeeded. */
  failingSince: string | null;
  /** Events that are still to be sent. */
  waiting: number;
}

/** `POST /content-delivery/websites/:documentId/webhooks`, and `PUT …/:webhook`, which leaves out what stays. */
export interface WebhookRequest {
  url: string;
  events: string[];
  active: boolean;
  signatureHeader: string | null;
}

/** `POST …/:webhook/rotate` */
export interface RotateSecretRequest {
  oldSecretWorksFor: OldKeyPeriod;
}

/** What creating and rotating answer: the only time that a secret is shown. */
export interface NewSecret {
  webhook: Webhook;
  secret: string;
}

export type SentState = 'waiting' | 'held' | 'delivered' | 'failed' | 'dropped';

export interface WebhookAttempt {
  at: string;
  /** Null where no answer came. */
  status: number | null;
  milliseconds: number;
  /** The first kilobyte of the answer. */
  answer: string | null;
  /** Why there is no answer, in words for people. */
  problem: string | null;
}

/** `GET …/:webhook/events`, latest first. */
export interface SentEvent {
  /** The `webhook-id` of its requests. */
  id: string;
  type: WebhookEventType;
  at: string;
  state: SentState;
  /** When it is tried next; null when it is not. */
  next: string | null;
  /** Latest first. */
  attempts: WebhookAttempt[];
}
