import { errors } from '@strapi/utils';
import { newDocumentId } from '../platform/document-ids';
import type { Scope } from '../freshness/revisions';
import { carryOver } from '../content/rules/carried-over';
import { patchRow } from '../platform/database/rows';
import type { ContentUid } from '../platform/uids';
import type { MigrationContext } from './context';
import type { EntryKind } from './incoming';
import { areOfOneSource, type LedgerEntry } from './import-ledger';
import { createStateOf, isLiveState, writtenState } from './state';
import { withLocks } from '../freshness/with-locks';
import type { EntryOutcome } from './writer';

/** An entry as it is to be stored. */
export interface Entry {
  kind: EntryKind;
  uid: ContentUid;
  sourceId: string;
  /** What the report calls it. */
  where: string;
  version: string;
  /** The id to give a new one; null for any. */
  documentId: string | null;
  /** The lock that its rules are checked under. */
  scope: Scope;
  data: Record<string, unknown> & { updatedAt: Date };
  /** False for a draft, and null for a type without drafts. */
  isLive: boolean | null;
  /** What is changed of a live one and not published. */
  pending?: (Record<string, unknown> & { updatedAt: Date }) | undefined;
  /** What is stored with it, in the same transaction. */
  also?(documentId: string): Promise<void>;
}

type Uid = Parameters<MigrationContext['strapi']['documents']>[0];

/**
 * A relation in the long form: in the short one, Strapi takes an id that begins with a digit for a row number, and
 * ids of other servers often do.
 */
export const asRelation = (documentId: string) => ({ documentId });

/** Stores single entries through the document service, with all that follows from it: rules, events, revisions. */
export const createEntries = ({ strapi, report, ledger, isDryRun }: MigrationContext) => {
  const stateOf = createStateOf(strapi);

  const leave = (
    { kind, where }: Pick<Entry, 'kind' | 'where'>,
    what: string,
    whatToDo: string,
  ): EntryOutcome => {
    report.leftOut({ kind, where }, what, whatToDo);
    return 'left-out';
  };

  /** True when an entry that was brought in may be changed: it is there, and as it was written. */
  const isUntouched = async (uid: ContentUid, { entry, written }: LedgerEntry): Promise<boolean> =>
    (await stateOf(uid, entry)) === written;

  /** For an entry whose source has another version now, while an editor has changed it here. */
  const keepTouched = async (
    { kind, uid, where, version, isLive }: Pick<Entry, 'kind' | 'uid' | 'where' | 'version' | 'isLive'>,
    known: LedgerEntry,
    isOfOneSource = areOfOneSource(known.version, version),
  ): Promise<EntryOutcome> => {
    const state = await stateOf(uid, known.entry);
    report.counted(kind, 'unchanged');
    if (state === null) {
      report.add(
        { loss: 'note', kind, where },
        'It was brought in before and deleted here since. It stays deleted.',
        'Nothing.',
      );
    } else if (isOfOneSource) {
      report.addRepeated(
        { loss: 'note', kind, where },
        areOfOneSource(known.version, version)
          ? 'Its images would be imported again, but it was changed here since. What is here stays.'
          : 'It would be brought in otherwise now, but it was changed here since. What is here stays.',
        'Look at it here.',
      );
    } else {
      const isLiveHereOnly = isLive === false && isLiveState(state);
      report.add(
        { loss: 'altered', kind, where },
        `It was changed at the source and here. What is here stays.${isLiveHereOnly ? ' It is live here, and a draft at the source.' : ''}`,
        'Compare the two, and take over by hand what is missing here.',
      );
    }
    return 'unchanged';
  };

  /** @returns false, with nothing written, where an editor has changed it here after it was read */
  const write = async (entry: Entry, known: LedgerEntry | null): Promise<boolean> => {
    const { kind, uid, sourceId, version, data, isLive, pending } = entry;
    const documents = strapi.documents(uid as Uid);
    const status = isLive === true ? { status: 'published' } : {};
    let documentId: string;
    if (known) {
      // Between the look and the lock lie images that were fetched, and for pages all of their batch.
      if (!(await isUntouched(uid, known))) return false;
      documentId = known.entry;
      const changes: Record<string, unknown> = { ...data };
      delete changes['createdAt'];
      await documents.update({ documentId, data: changes, ...status } as never);
      // Changing a draft leaves the live version unchanged.
      if (isLive === false && isLiveState(known.written)) await documents.unpublish({ documentId } as never);
      // Updating counts as a change of this moment; it is none that happened here.
      await patchRow(strapi, uid, { documentId }, { updatedAt: data.updatedAt });
    } else {
      documentId = entry.documentId ?? newDocumentId();
      await documents.create({ data: { ...data, documentId }, ...status } as never);
    }
    if (pending) {
      const changes: Record<string, unknown> = { ...pending };
      delete changes['createdAt'];
      await documents.update({ documentId, data: changes } as never);
      await patchRow(strapi, uid, { documentId, publishedAt: null }, { updatedAt: pending.updatedAt });
    }
    const written = writtenState((pending ?? data).updatedAt, isLive);
    await ledger.save(kind, [{ sourceId, entry: documentId, version, written }]);
    await entry.also?.(documentId);
    return true;
  };

  return {
    leave,
    isUntouched,
    keepTouched,

    /**
     * Stores an entry and remembers it, in one transaction. What a rule refuses is left out, and what an editor has
     * changed or deleted here by then stays as it is.
     * @param known what is remembered of it, when it is to be changed
     */
    async store(entry: Entry, known: LedgerEntry | null): Promise<EntryOutcome> {
      const outcome = known ? 'updated' : 'made';
      if (!isDryRun) {
        try {
          const isWritten = await withLocks(strapi, [entry.scope], () =>
            carryOver(() => write(entry, known)),
          );
          if (known && !isWritten) return await keepTouched(entry, known);
        } catch (error) {
          if (!(error instanceof errors.ApplicationError)) throw error;
          return leave(entry, error.message, 'Correct it at the source and run this again, or make it here.');
        }
      }
      return report.counted(entry.kind, outcome);
    },
  };
};

export type Entries = ReturnType<typeof createEntries>;
