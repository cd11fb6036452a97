import { errors } from '@strapi/utils';
import { scopedHash } from '../../../platform/scoped-hash';
import { parametersOf, type EntriesQuery } from '../delivery-query';

/** Where a part of a list ends: what decides the order of its last entry. */
export type Position = readonly [order: number | string, documentId: string];

const NAME_LENGTH = 12;

/** Names website and filters without saying which they are: a cursor holds for the list that it came from. */
const listNameOf = (query: EntriesQuery, website: string): string => {
  const filters = { ...query, limit: undefined, cursor: undefined, include: undefined };
  const named = JSON.stringify([query.route, ...parametersOf(filters as EntriesQuery)]);
  return scopedHash(website, named).slice(0, NAME_LENGTH);
};

/** @param website a documentId */
export const writeCursor = (query: EntriesQuery, website: string, position: Position): string =>
  `${listNameOf(query, website)}${Buffer.from(JSON.stringify(position)).toString('base64url')}`;

/** @throws ValidationError for a text that did not come from this list */
export const readCursor = (query: EntriesQuery, website: string): Position | null => {
  const { cursor } = query;
  if (cursor === undefined) return null;
  const [order, documentId] = partsOf(cursor.slice(NAME_LENGTH));
  const position = [order, documentId] as unknown as Position;
  const expected = query.route === 'blog' ? 'number' : 'string';
  // Written in one way only: another spelling would be another address of the same answer.
  const isOwn =
    typeof order === expected &&
    typeof documentId === 'string' &&
    writeCursor(query, website, position) === cursor;
  if (isOwn) return position;
  throw new errors.ValidationError(
    'The parameter "cursor" is none of this list; take it from the header Link of the part before, and ask with the same filters.',
  );
};

const partsOf = (text: string): unknown[] => {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
};
