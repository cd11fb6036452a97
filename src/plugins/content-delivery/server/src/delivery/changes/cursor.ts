import { scopedHash } from '../../platform/scoped-hash';
import { ParameterProblem } from '../../platform/parameters';
import { MAX_INTEGER } from '../../platform/database/values';

/** A place in a website's change log. */
export interface Cursor {
  /** Names the website without saying which one it is. */
  website: string;
  /** Of the database: another one after a restore. */
  history: number;
  revision: number;
}

const FORM = /^([0-9a-f]{12})-([0-9a-z]{1,7})-([0-9a-z]{1,7})$/;

/** @param documentId of a website */
export const cursorNameOf = (documentId: string): string => scopedHash(documentId, 'changes').slice(0, 12);

export const writeCursor = ({ website, history, revision }: Cursor): string =>
  `${website}-${history.toString(36)}-${revision.toString(36)}`;

/** @throws ParameterProblem for a text that is no cursor */
export const readCursor = (text: string): Cursor => {
  const [, website, history, revision] = FORM.exec(text) ?? [];
  const cursor = {
    website: website ?? '',
    history: parseInt(history ?? '', 36),
    revision: parseInt(revision ?? '', 36),
  };
  // Numbers are written in one way only.
  const isCursor =
    cursor.history <= MAX_INTEGER && cursor.revision <= MAX_INTEGER && writeCursor(cursor) === text;
  if (isCursor) return cursor;
  throw new ParameterProblem('since', 'is no cursor of this address; send a "next" that came from here');
};
