import type { UnsavedForm, UnsavedWork } from '../../../../contracts/unsaved-work';

/** Where unsaved work is kept until the server has it: the browser's `localStorage`, which outlives tab and browser. */
export interface CopyStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const PREFIX = 'content-delivery.unsaved:';

const prefixOf = (user: string, model: string, entry: string | null): string =>
  `${PREFIX}${[user, model, entry ?? ''].map(encodeURIComponent).join(' ')} `;

/** Copies of one user's work on one entry, or on new entries of a type. @param user nobody else gets them */
export const createLocalCopies = (
  storage: CopyStorage,
  user: string,
  model: string,
  entry: string | null,
) => {
  const prefix = prefixOf(user, model, entry);
  return {
    find(): UnsavedWork[] {
      const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
      return keys
        .filter((key) => key.startsWith(prefix))
        .map((key) => read(storage.getItem(key), key.slice(prefix.length), entry))
        .filter((copy): copy is UnsavedWork => copy !== null);
    },

    /** Without room for it, the server's copy has to do. */
    keep(form: string, work: UnsavedForm): void {
      try {
        const { basedOn, changes } = work;
        storage.setItem(
          prefix + form,
          JSON.stringify({ basedOn, changes, keptAt: new Date().toISOString() }),
        );
      } catch {
        storage.removeItem(prefix + form);
      }
    },

    drop: (form: string): void => storage.removeItem(prefix + form),
  };
};

export type LocalCopies = ReturnType<typeof createLocalCopies>;

const read = (json: string | null, form: string, entry: string | null): UnsavedWork | null => {
  try {
    const { basedOn, changes, keptAt } = JSON.parse(json ?? 'null') as Partial<UnsavedWork>;
    if (typeof keptAt !== 'string' || typeof changes !== 'object') return null;
    return { form, entry, basedOn: basedOn ?? null, changes, keptAt };
  } catch {
    return null;
  }
};
