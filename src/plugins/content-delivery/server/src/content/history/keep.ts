import type { Core } from '@strapi/strapi';
import { VERSIONED_TYPES } from '../../../../contracts/history';
import type { LoggedUid } from '../../freshness/changes/delivered';
import { followChanges, type EntryChange } from '../../freshness/changes/collector';
import { createYielder } from '../../platform/yielder';
import { chunks } from '../../platform/database/statements';
import { createTransactionMemory } from '../../platform/database/transaction-memory';
import { UIDS } from '../../platform/uids';
import { pack } from './packed';
import { inParts } from './parts';
import type { Publications, Written } from './publications';
import { readLive, writersOf, type LiveState } from './states';
import type { NewVersion, VersionStore } from './store';

interface Newest {
  number: number;
  hash: string;
}

/** Entries that one statement is about. */
const BATCH_SIZE = 100;

/**
 * Keeps what each transaction makes live, inside it: whichever way it was written, and nothing of what was taken back. What
 * says the same as the newest version is not kept as another one.
 *
 * Pages that are written by the hundred become versions when they are about to change again. Until then the live page says
 * what it says, and one row for all of them who has published it.
 * @param maxVersions of each entry, the oldest of which go
 */
export const keepVersions = (
  strapi: Core.Strapi,
  store: VersionStore,
  publications: Publications,
  maxVersions: number,
): void => {
  /** The newest version of each entry that the transaction has looked at, or kept: its website's lock keeps others from adding one. */
  const known = createTransactionMemory<Newest | null>(strapi);

  const newestOf = async (entries: readonly string[]): Promise<Map<string, Newest>> => {
    const found = new Map<string, Newest>();
    const unknown: string[] = [];
    for (const entry of entries) {
      const newest = await known.get(entry);
      if (newest) found.set(entry, newest);
      else if (newest === undefined) unknown.push(entry);
    }
    if (unknown.length === 0) return found;
    const read = await store.newest(unknown);
    for (const entry of unknown) await known.set(entry, read.get(entry) ?? null);
    return new Map([...found, ...read]);
  };

  /** @param more versions that are there beside those that are stored */
  const keep = async (
    states: readonly LiveState[],
    newest: ReadonlyMap<string, Newest>,
    writtenOf: (state: LiveState) => Written,
    more: number,
  ): Promise<void> => {
    const yieldTurn = createYielder();
    const added: NewVersion[] = [];
    for (const state of states) {
      const { entry, hash, json } = state;
      const last = newest.get(entry);
      if (last?.hash === hash) continue;
      const number = (last?.number ?? 0) + 1;
      await known.set(entry, { number, hash });
      added.push({ ...writtenOf(state), entry, number, hash, body: await pack(json) });
      await yieldTurn();
    }
    await store.add(added);
    const full = added.filter(({ number }) => number + more > maxVersions);
    await store.trim(new Map(full.map(({ entry, number }) => [entry, number + more])), maxVersions);
  };

  const notePublications = async (pages: readonly EntryChange[], written: Written): Promise<void> => {
    const noted = new Map<string, { campaign: string; at: Date }>();
    for (const { after, writtenAt } of pages) {
      if (!after?.campaign || !writtenAt) continue;
      noted.set(`${after.campaign} ${writtenAt.getTime()}`, { campaign: after.campaign, at: writtenAt });
    }
    for (const { campaign, at } of noted.values()) await publications.add(campaign, { ...written, at });
  };

  followChanges(strapi, {
    async willChange(uid, documentIds) {
      if (!(VERSIONED_TYPES as readonly string[]).includes(uid)) return;
      for await (const some of inParts(strapi, uid, documentIds)) {
        const newest = await newestOf(some);
        // What was live before there was a history is its first version.
        const open = uid === UIDS.pseoPage ? some : some.filter((documentId) => !newest.has(documentId));
        const states = await readLive(strapi, uid, open);
        await keep(states, newest, await writersOf(publications, states), uid === UIDS.pseoPage ? 1 : 0);
      }
    },

    async changed(changes, { userId, source }, at) {
      const written = { at, userId, source };
      const live = changes.filter(({ after }) => after !== null);
      await notePublications(live, written);
      for (const uid of VERSIONED_TYPES) {
        const single = live.filter((change) => change.uid === uid && change.writtenAt === null);
        for await (const some of inParts(strapi, uid, idsOf(single))) {
          const states = await readLive(strapi, uid, some);
          await keep(states, await newestOf(some), () => written, 0);
        }
      }
      // Posts and campaigns are in the bin, from which they come back with their history.
      const gone = changes.filter(({ uid, isGone }) => isGone && uid === UIDS.pseoPage);
      for (const some of chunks(gone, BATCH_SIZE)) await store.forget(idsOf(some));
    },
  });
};

const idsOf = (changes: readonly { documentId: string }[]): string[] =>
  changes.map(({ documentId }) => documentId);

/** The version of a live page that is not stored yet; null where it is. */
export const currentVersion = async (
  strapi: Core.Strapi,
  store: VersionStore,
  publications: Publications,
  uid: LoggedUid,
  entry: string,
): Promise<(Written & { number: number; json: string }) | null> => {
  if (uid !== UIDS.pseoPage) return null;
  const [state] = await readLive(strapi, uid, [entry]);
  if (!state) return null;
  const newest = (await store.newest([entry])).get(entry);
  if (newest?.hash === state.hash) return null;
  const writtenOf = await writersOf(publications, [state]);
  return { ...writtenOf(state), number: (newest?.number ?? 0) + 1, json: state.json };
};
