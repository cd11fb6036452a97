import { chunks, groupsByWeight } from '../platform/database/statements';

/** Texts that are read together, in characters; and how many entries at most. */
const MAX_CHARACTERS = 4 * 1024 * 1024;
const MAX_ENTRIES = 50;

/** An entry by the row of its draft. */
interface Entry {
  id: number;
  documentId: string;
}

/** Entries that are read together. */
interface Group<Kind> {
  entries: Kind[];
  /** The rows of their drafts, and of what is live of them. */
  ids: number[];
  liveIds: number[];
}

/** What is live and has no draft beside it, as Strapi always gives it one: the live row stands for both. */
export const withoutDraft = (drafts: readonly Entry[], live: ReadonlyMap<string, number>): Entry[] => {
  const known = new Set(drafts.map(({ documentId }) => documentId));
  return [...live].flatMap(([documentId, id]) => (known.has(documentId) ? [] : [{ id, documentId }]));
};

/**
 * Some of the entries at a time, such that memory does not grow with their number, nor with the length of their texts.
 * @param live rows by documentId
 * @param lengthsOf characters of the texts of rows
 */
export async function* groups<Kind extends Entry>(
  entries: readonly Kind[],
  live: ReadonlyMap<string, number>,
  lengthsOf: (ids: readonly number[]) => Promise<ReadonlyMap<number, number>>,
): AsyncGenerator<Group<Kind>> {
  const rowsOf = ({ id, documentId }: Kind): number[] => [id, ...liveIdOf(documentId)];
  const liveIdOf = (documentId: string): number[] => {
    const id = live.get(documentId);
    return id === undefined ? [] : [id];
  };
  for (const some of chunks(entries, MAX_ENTRIES)) {
    const lengths = await lengthsOf(some.flatMap(rowsOf));
    const charactersOf = (entry: Kind): number =>
      rowsOf(entry).reduce((sum, id) => sum + (lengths.get(id) ?? 0), 0);
    for (const group of groupsByWeight(some, charactersOf, MAX_CHARACTERS)) {
      yield {
        entries: group,
        ids: group.map(({ id }) => id),
        liveIds: group.flatMap(({ documentId }) => liveIdOf(documentId)),
      };
    }
  }
}
