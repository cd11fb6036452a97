/**
 * What the plugin's admin routes under `/content-delivery/websites/:documentId/purge-targets` take and answer.
 *
 * This file imports a type only, so that server, admin panel and tests can all use it.
 */
import type { WebhookAttempt } from './webhooks';

/** To see and change the purge targets of websites. */
export const MANAGE_PURGE_TARGETS_PERMISSION = 'plugin::content-delivery.purge-target.manage';

/** Caches in front that can be purged by tag; `http` for any that takes a list of them. */
export const PURGE_TARGET_KINDS = ['varnish', 'http', 'cloudflare', 'fastly', 'bunny'] as const;
export type PurgeTargetKind = (typeof PURGE_TARGET_KINDS)[number];

/** Kinds that are reached under an address of one's own, which others have only where they are not asked themselves. */
export const KINDS_WITH_ADDRESS: readonly PurgeTargetKind[] = ['varnish', 'http'];

/** Seconds for which caches in front may keep an answer: by default, and at most. */
export const DEFAULT_SHARED_SECONDS = 3_600;
export const MAX_SHARED_SECONDS = 31_536_000;

/** Why the server has switched a purge target off. */
export type PurgeTargetOffReason = 'failing' | 'restored';

/** A purge target as those may see it who manage them. */
export interface PurgeTarget {
  documentId: string;
  kind: PurgeTargetKind;
  /** Null for the provider's own. */
  url: string | null;
  /** The zone of Cloudflare, the service of Fastly, the pull zone of Bunny; null for others. */
  zone: string | null;
  /** The mask of its credentials; null where it has none. */
  mask: string | null;
  sharedSeconds: number;
  active: boolean;
  /** Null unless the server has switched it off. */
  off: { reason: PurgeTargetOffReason; since: string } | null;
  /** Since when nothing has arrived; null when the last attempt succeeded. */
  failingSince: string | null;
  /** Caches in front keep no answers of the website, as this one cannot be purged. */
  suspended: boolean;
  /** Tags that are to be purged now. */
  waiting: number;
}

/** `POST …/purge-targets`, and `PUT …/:target`, which leaves out what stays. */
export interface PurgeTargetRequest {
  kind: PurgeTargetKind;
  url: string | null;
  zone: string | null;
  /** Null for none; left out, they stay. */
  credentials?: string | null;
  sharedSeconds: number;
  active: boolean;
}

/** `GET …/:target/attempts`, `POST …/:target/test` and `POST …/:target/purge`; latest first. */
export interface PurgeAttempt extends WebhookAttempt {
  tags: string[];
  isAccepted: boolean;
}
