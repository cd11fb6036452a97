/** What somebody typed and has not saved, kept in the tab until it is saved, taken back or thrown away. */

export interface Draft {
  /** The form's values. */
  values: Record<string, unknown>;
  /** When the entry was saved last, as the form knew it; null for a new entry. */
  basedOn: string | null;
  /** ISO 8601. */
  keptAt: string;
}

/** Where drafts are kept: the browser's `sessionStorage`, which ends with the tab. */
export interface DraftStore {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** In place of the documentId that a new entry does not have yet. */
export const NEW_ENTRY = 'create';

const PREFIX = 'content-delivery.unsaved:';

/**
 * @param user who typed it: nobody else who signs in on the same tab is to see it
 * @param entry the documentId, or `NEW_ENTRY`
 */
export const draftKey = (user: string, model: string, entry: string): string =>
  `${PREFIX}${[model, entry, user].map(encodeURIComponent).join(' ')}`;

/** Drops the drafts of an entry, whoever made them: it is saved now. */
export const dropDraftsOf = (store: DraftStore, model: string, documentId: string | undefined): void => {
  const own = draftKey('', model, documentId ?? NEW_ENTRY);
  const keys = Array.from({ length: store.length }, (_, index) => store.key(index) ?? '');
  for (const key of keys) if (key.startsWith(own)) store.removeItem(key);
};

export const readDraft = (store: DraftStore, key: string): Draft | null => {
  try {
    const draft: unknown = JSON.parse(store.getItem(key) ?? 'null');
    return isDraft(draft) ? draft : null;
  } catch {
    return null;
  }
};

/** @returns false when there is no room for it: it is a second net, so saving goes on without it */
export const keepDraft = (store: DraftStore, key: string, draft: Draft): boolean => {
  try {
    store.setItem(key, JSON.stringify(draft));
    return true;
  } catch {
    store.removeItem(key);
    return false;
  }
};

export const dropDraft = (store: DraftStore, key: string): void => store.removeItem(key);

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' &&
  value !== null &&
  'values' in value &&
  typeof value.values === 'object' &&
  value.values !== null &&
  'keptAt' in value &&
  typeof value.keptAt === 'string';
