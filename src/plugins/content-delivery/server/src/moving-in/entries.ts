import { errors } from '@strapi/utils';
import { holdRevisions, newDocumentId, type Scope } from '../freshness/revisions';
import { withRetries } from '../pages/steps';
import { patchRow } from '../rules/rows';
import type { ContentUid } from '../uids';
import type { Move } from './context';
import type { EntryKind } from './incoming';
import type { Remembered } from './memory';
import type { Outcome } from './writer';

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
  /** The lock that its rules are checked behind. */
  scope: Scope;
  data: Record<string, unknown> & { updatedAt: Date };
  /** False for a draft, and null for a type without drafts. */
  isLive: boolean | null;
}

type Uid = Parameters<Move['strapi']['documents']>[0];
interface State {
  updatedAt: Date | string | number;
  publishedAt?: unknown;
}

/**
 * A relation in the long form: in the short one, Strapi takes an id that begins with a digit for a row number, and
 * ids of other servers often do.
 */
export const asRelation = (documentId: string) => ({ documentId });

/** What can be seen of an entry that nobody has touched since it was written. */
export const writtenState = (updatedAt: Date, isLive: boolean | null): string =>
  `${updatedAt.toISOString()}${isLive === true ? ' live' : ''}`;

/** Stores single entries through the document service, with all that follows from it: rules, events, revisions. */
export const createEntries = ({ strapi, report, memory, isDryRun }: Move) => {
  const stateOf = async (uid: ContentUid, documentId: string): Promise<string | null> => {
    const rows: State[] = await strapi.db.query(uid).findMany({ where: { documentId } });
    const hasDrafts = strapi.contentType(uid as Uid).options?.draftAndPublish === true;
    const isLive = hasDrafts && rows.some(({ publishedAt }) => publishedAt);
    const draft = hasDrafts ? rows.find(({ publishedAt }) => !publishedAt) : rows[0];
    return draft ? writtenState(new Date(draft.updatedAt), isLive) : null;
  };

  const leave = (entry: Pick<Entry, 'kind' | 'where'>, what: string, whatToDo: string): Outcome => {
    report.add({ loss: 'left-out', kind: entry.kind, where: entry.where, what, whatToDo });
    report.counted(entry.kind, 'leftOut');
    return 'left-out';
  };

  const write = async (entry: Entry, known: Remembered | null): Promise<Outcome> => {
    const { kind, uid, sourceId, version, data, isLive } = entry;
    const documents = strapi.documents(uid as Uid);
    const status = isLive === true ? { status: 'published' } : {};
    let documentId: string;
    if (known) {
      documentId = known.entry;
      const changes: Record<string, unknown> = { ...data };
      delete changes['createdAt'];
      await documents.update({ documentId, data: changes, ...status } as never);
      // Updating counts as a change of this moment; it is none that happened here.
      await patchRow(strapi, uid, { documentId }, { updatedAt: data.updatedAt });
    } else {
      documentId = entry.documentId ?? newDocumentId();
      await documents.create({ data: { ...data, documentId }, ...status } as never);
    }
    const written = writtenState(data.updatedAt, isLive);
    await memory.save(kind, [{ sourceId, entry: documentId, version, written }]);
    return known ? 'updated' : 'made';
  };

  return {
    leave,

    /** True when an entry that was brought in may be changed: it is there, and as it was written. */
    async isUntouched(uid: ContentUid, { entry, written }: Remembered): Promise<boolean> {
      return (await stateOf(uid, entry)) === written;
    },

    /** For an entry whose source has changed since, while somebody has worked on it here. */
    async keepTouched(
      { kind, uid, where }: Pick<Entry, 'kind' | 'uid' | 'where'>,
      known: Remembered,
    ): Promise<Outcome> {
      const isGone = (await stateOf(uid, known.entry)) === null;
      report.add({
        loss: isGone ? 'note' : 'altered',
        kind,
        where,
        what: isGone
          ? 'It was brought in before and deleted here since. It stays deleted.'
          : 'It was changed at the source and here. What is here stays.',
        whatToDo: isGone ? 'Nothing.' : 'Compare the two, and take over by hand what is missing here.',
      });
      report.counted(kind, 'unchanged');
      return 'unchanged';
    },

    /**
     * Stores an entry and remembers it, in one transaction. What a rule refuses is left out.
     * @param known what is remembered of it, when it is to be changed
     */
    async store(entry: Entry, known: Remembered | null): Promise<Outcome> {
      const outcome = known ? 'updated' : 'made';
      if (!isDryRun) {
        try {
          await withRetries(strapi, async () => {
            await holdRevisions(strapi, [entry.scope]);
            await write(entry, known);
          });
        } catch (error) {
          if (!(error instanceof errors.ApplicationError)) throw error;
          return leave(entry, error.message, 'Correct it at the source and run this again, or make it here.');
        }
      }
      report.counted(entry.kind, outcome);
      return outcome;
    },
  };
};

export type Entries = ReturnType<typeof createEntries>;
