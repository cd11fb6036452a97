import type { Core } from '@strapi/strapi';
import type { VersionedType } from '../../../../contracts/history';
import type { Values } from '../snapshots';
import { currentVersion, keepVersions } from './keep';
import { createPublications } from './publications';
import { pruneVersions } from './prune';
import { createRestore } from './restore';
import { createVersionStore, type StoredVersion } from './store';
import { DAY } from '../../platform/durations';

export { PUBLICATION_MODEL, VERSION_MODEL } from './model';

export interface HistoryConfig {
  /** Versions that are kept of each entry. */
  versions: number;
  /** Days that versions are kept for; the newest of an entry is kept as long as the entry. */
  days: number;
}

/** What was published before: kept with each write, listed, brought back. */
export const createHistory = (strapi: Core.Strapi, { versions, days }: HistoryConfig) => {
  const store = createVersionStore(strapi);
  const publications = createPublications(strapi);
  const current = (uid: VersionedType, entry: string) =>
    currentVersion(strapi, store, publications, uid, entry);

  const find = async (
    uid: VersionedType,
    entry: string,
    number: number,
  ): Promise<(StoredVersion & { values: Values }) | null> => {
    const stored = await store.find(entry, number);
    if (stored) return stored;
    const live = await current(uid, entry);
    return live?.number === number ? { ...live, values: JSON.parse(live.json) as Values } : null;
  };

  return {
    find,
    forget: store.forget,
    newest: store.newest,
    restore: createRestore(strapi, find),
    keep: () => keepVersions(strapi, store, publications, versions),

    /** Newest first. */
    async list(uid: VersionedType, entry: string): Promise<StoredVersion[]> {
      const live = await current(uid, entry);
      const stored = await store.list(entry);
      return live ? [live, ...stored] : stored;
    },

    async prune(shouldContinue: () => boolean): Promise<void> {
      const before = new Date(Date.now() - days * DAY);
      await pruneVersions(strapi, before, shouldContinue);
      await publications.prune(before, shouldContinue);
    },
  };
};

export type History = ReturnType<typeof createHistory>;
