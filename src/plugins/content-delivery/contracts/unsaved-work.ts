/**
 * What a user has typed into a form and not saved yet, as the admin panel keeps it on the server. No other user gets it.
 */
import type { Timestamp } from './delivery';

/** One field: what it was when the form was opened, and what was made of it. */
export interface UnsavedChange {
  from: unknown;
  to: unknown;
}

/** `PUT /unsaved-work/:model/:form`, as JSON. */
export interface UnsavedForm {
  /** The documentId; null for a new entry. */
  entry: string | null;
  /** When the entry had been saved as the form was opened; null for a new entry. */
  basedOn: Timestamp | null;
  /** By field; only those that were changed. */
  changes: Record<string, UnsavedChange>;
}

/** Bytes of one form, as it is sent. A larger one gets a 413 and stays in the browser. */
export const MAX_FORM_BYTES = 6_000_000;

/** Why the server does not keep a form: `error.details.reason` of a 413; the former where there is none. */
export type RefusalReason = 'too large' | 'full';

/**
 * `GET /unsaved-work/:model?entry=`: of the signed-in user, newest first; without `entry` those of new entries. They
 * come without what was typed, which `GET /unsaved-work/:model/:form` has.
 */
export type KeptForm = Omit<UnsavedWork, 'changes'>;

export interface UnsavedWork extends UnsavedForm {
  /** Which opened form it is of: 1 to 64 letters, digits and hyphens, made by the panel. */
  form: string;
  /** When it was typed. */
  keptAt: Timestamp;
}

/** The parts of a schema's attribute that mark a secret. */
export interface KeptAttribute {
  type: string;
  pluginOptions?: Record<string, { input?: string } | undefined>;
}

/** Passwords and API keys, which are stored encrypted or not at all: neither side keeps them. */
export const isSecretAttribute = ({ type, pluginOptions }: KeptAttribute): boolean =>
  type === 'password' || pluginOptions?.['content-delivery']?.input === 'existing-key';
