/**
 * What the plugin's admin routes under `/content-delivery/bin` take and answer.
 *
 * This file imports nothing but the contract of the history, so that server, admin panel and tests can all use it.
 */
import type { Author, LeftOut } from './history';

/** The permission to open the bin. What is seen there, and what may be done, is decided by the rights on the types. */
export const OPEN_BIN_PERMISSION = 'plugin::content-delivery.bin.open';

/** The types whose deleted entries can be brought back. */
export const BINNED_TYPES = ['api::post.post', 'api::pseo-campaign.pseo-campaign'] as const;
export type BinnedType = (typeof BINNED_TYPES)[number];

export interface BinnedEntry {
  documentId: string;
  type: BinnedType;
  /** Its title or name; empty for none. */
  name: string;
  website: { documentId: string; name: string };
  /** ISO 8601 in UTC with milliseconds. */
  deletedAt: string;
  deletedBy: Author;
  /** From when on it is gone for good. */
  keptUntil: string;
  mayBringBack: boolean;
  mayDelete: boolean;
}

/** Latest first. */
export interface BinList {
  entries: BinnedEntry[];
  /** Asks for those behind; null at the end. */
  next: string | null;
}

export interface BringBackResult {
  documentId: string;
  type: BinnedType;
  /** Null for a campaign. */
  slug: string | null;
  leftOut: LeftOut[];
}
