/**
 * What the plugin's admin routes about earlier versions and deleted entries take and answer.
 *
 * This file imports nothing, so that server, admin panel and tests can all use it.
 */

/**
 * Where a version comes from: the admin panel, a change of many entries at once, an import, a drip, a command or a script;
 * `unknown` for what was live before history was kept.
 */
export type ChangeSource = 'panel' | 'bulk' | 'import' | 'drip' | 'command' | 'unknown';

/** The types whose published versions are kept. */
export const VERSIONED_TYPES = [
  'api::post.post',
  'api::pseo-campaign.pseo-campaign',
  'api::pseo-page.pseo-page',
] as const;
export type VersionedType = (typeof VERSIONED_TYPES)[number];

/** A person as others see them. */
export type Author =
  | { kind: 'user'; name: string }
  /** The user has been deleted. */
  | { kind: 'former' }
  /** No user: a plan, a command. */
  | { kind: 'none' };

/** An earlier version of an entry, or the one that is live. */
export interface VersionInfo {
  /** Counts the versions of one entry, from 1. */
  number: number;
  /** ISO 8601 in UTC with milliseconds. */
  at: string;
  by: Author;
  source: ChangeSource;
}

/** Newest first. */
export interface VersionList {
  versions: VersionInfo[];
}

/** A related entry or a file, under the name that it had then. */
export interface NamedReference {
  name: string;
}

export type VersionValue =
  | string
  | number
  | boolean
  | null
  | NamedReference
  | readonly VersionValue[]
  | { [name: string]: VersionValue };

export interface VersionDetails extends VersionInfo {
  /** By attribute, in the order of the content type. */
  values: Record<string, VersionValue>;
}

export interface RestoreRequest {
  /** When the draft was saved last, as the panel has it; a draft that was saved since is not overwritten. */
  savedAt: string;
}

/** What could not be brought back, as it is gone or taken. */
export interface LeftOut {
  /** The attribute. */
  field: string;
  /** Of what is gone, or the slug that is taken. */
  name: string;
}

export interface RestoreResult {
  leftOut: LeftOut[];
}
