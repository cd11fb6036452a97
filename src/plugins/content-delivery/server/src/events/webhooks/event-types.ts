import {
  WEBHOOK_EVENT_TYPES,
  type ChangeEventType,
  type WebhookEntry,
  type WebhookEventType,
} from '../../../../contracts/webhooks';
import { ownOf } from '../../../../contracts/own';

/** Rows of the change log whose action is part of the event's name. */
const BY_ACTION: Readonly<Record<string, string>> = { post: 'post', 'pseo-page': 'pseo.page' };

/** Rows whose event has one name, whatever the action. */
const OTHERS: Readonly<Record<string, ChangeEventType>> = {
  campaign: 'pseo.campaign.updated',
  'internal-links': 'internal-links.updated',
  taxonomies: 'taxonomies.updated',
  authors: 'authors.updated',
  redirects: 'redirects.updated',
  website: 'website.updated',
};

/** The event for a row of the change log; null for a type that has none. */
export const changeEventOf = (type: string, action: WebhookEntry['action']): ChangeEventType | null => {
  const subject = ownOf(BY_ACTION, type);
  if (subject) return `${subject}.${action}` as ChangeEventType;
  return ownOf(OTHERS, type) ?? null;
};

export const isEventType = (value: unknown): value is WebhookEventType =>
  (WEBHOOK_EVENT_TYPES as readonly unknown[]).includes(value);
