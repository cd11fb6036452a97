import createError from 'http-errors';
import type { Change, Changes } from '../../../../contracts/delivery';
import { toDate } from '../../platform/database/values';
import { CHANGE_BATCH, type ChangeRow } from '../queries/changes';
import type { Queries } from '../queries';
import type { Website } from '../queries/websites';
import { timestamp } from '../serializers/values';
import { cursorNameOf, writeCursor, type Cursor } from './cursor';

const READ_EVERYTHING =
  'Read everything again, and go on from the cursor that this address gives without "since".';
const OTHER_HISTORY = `This cursor is of another website, or of a database that was restored since. ${READ_EVERYTHING}`;
const TOO_OLD = `The changes since this cursor are not kept any more. ${READ_EVERYTHING}`;
const AHEAD = `This cursor is ahead of the changes that are known here. ${READ_EVERYTHING}`;

/** @throws an HTTP error 410 */
const gone = (message: string): never => {
  throw createError(410, message, { details: {} });
};

/** What has changed on a website, for front ends and caches that keep a copy of what readers get. */
export const createChanges =
  (queries: Pick<Queries, 'snapshot'>) =>
  /**
   * @param cursor where to begin; null for the present, without changes
   * @throws an HTTP error 410 or 503
   */
  (website: Website, cursor: Cursor | null): Promise<Changes> =>
    queries.snapshot(async (snapshot) => {
      const { history, revision, start } = await snapshot.logState(website);
      const name = cursorNameOf(website.documentId);
      const at = (reached: number): string => writeCursor({ website: name, history, revision: reached });
      if (cursor === null) return { changes: [], next: at(revision), complete: true };
      if (cursor.history !== history || cursor.website !== name) return gone(OTHER_HISTORY);
      if (cursor.revision > revision) return gone(AHEAD);
      if (cursor.revision < start) return gone(TOO_OLD);
      const rows = await snapshot.changesSince(website, cursor.revision);
      const batch = rows.slice(0, CHANGE_BATCH);
      const last = batch.at(-1);
      const complete = rows.length === batch.length;
      return {
        changes: batch.map(toChange),
        next: at(complete || !last ? revision : last.revision),
        complete,
      };
    });

export type ReadChanges = ReturnType<typeof createChanges>;

const toChange = ({ type, action, entry, slug, previous_slug, at }: ChangeRow): Change => ({
  type,
  action,
  id: entry,
  slug,
  previousSlug: previous_slug,
  at: timestamp(toDate(at)),
});
