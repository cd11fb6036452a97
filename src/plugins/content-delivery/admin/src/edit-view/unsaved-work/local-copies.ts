import type { UnsavedForm, UnsavedWork } from '../../../../contracts/unsaved-work';

/** The browser's `localStorage`: written at once, also while the page goes, but for seconds in memory only. */
export interface CopyStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** A copy as it is stored, under the name of the form that it is of. */
export interface StoredCopy {
  key: string;
  json: string;
}

/** Copies on the disk of the browser. Without it (an old browser, a private window) everything is refused. */
export interface CopyDatabase {
  /** Those whose key begins with it. */
  find(prefix: string): Promise<StoredCopy[]>;
  /** Settles once the copy is on the disk. */
  keep(copy: StoredCopy): Promise<void>;
  drop(key: string): Promise<void>;
}

const PREFIX = 'content-delivery.unsaved:';
/** As long as the server keeps its copies. */
const MAX_AGE = 30 * 86_400_000;

const prefixOf = (user: string, model: string, entry: string | null): string =>
  `${PREFIX}${[user, model, entry ?? ''].map(encodeURIComponent).join(' ')} `;

/**
 * Copies of one user's work on one entry, or on new entries of a type. Each is written twice: to `localStorage`, which
 * a tab that crashes cannot take along, and to the database, which survives a killed browser too and has more room.
 *
 * @param user whose they are; other users of this browser do not get them
 */
export const createLocalCopies = (
  storage: CopyStorage,
  database: CopyDatabase,
  user: string,
  model: string,
  entry: string | null,
) => {
  const prefix = prefixOf(user, model, entry);
  return {
    async find(): Promise<UnsavedWork[]> {
      const oldest = new Date(Date.now() - MAX_AGE).toISOString();
      const inDatabase = await database.find(PREFIX).catch(() => []);
      const all = [...inStorage(storage), ...inDatabase].map(({ key, json }) => ({ key, copy: read(json) }));
      for (const { key, copy } of all) {
        if (copy && copy.keptAt >= oldest) continue;
        storage.removeItem(key);
        void database.drop(key).catch(() => undefined);
      }
      return all.flatMap(({ key, copy }) =>
        copy && copy.keptAt >= oldest && key.startsWith(prefix)
          ? [{ ...copy, form: key.slice(prefix.length), entry }]
          : [],
      );
    },

    /** @returns whether it is on the disk, or at least in the storage. An older copy stays where there is no room */
    async keep(form: string, work: UnsavedForm, keptAt = new Date().toISOString()): Promise<boolean> {
      const { basedOn, changes } = work;
      const [key, json] = [prefix + form, JSON.stringify({ basedOn, changes, keptAt })];
      const isStored = attempt(() => storage.setItem(key, json));
      return database.keep({ key, json }).then(
        () => true,
        () => isStored,
      );
    },

    drop(form: string): void {
      storage.removeItem(prefix + form);
      void database.drop(prefix + form).catch(() => undefined);
    },
  };
};

export type LocalCopies = ReturnType<typeof createLocalCopies>;

const attempt = (act: () => void): boolean => {
  try {
    act();
    return true;
  } catch {
    return false;
  }
};

const inStorage = (storage: CopyStorage) =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => ({ key, json: storage.getItem(key) ?? 'null' }));

/** @returns null for what is damaged */
const read = (json: string): Omit<UnsavedWork, 'form' | 'entry'> | null => {
  try {
    const { basedOn, changes, keptAt } = (JSON.parse(json) ?? {}) as Partial<UnsavedWork>;
    if (typeof keptAt !== 'string' || typeof changes !== 'object') return null;
    return { basedOn: basedOn ?? null, changes, keptAt };
  } catch {
    return null;
  }
};
