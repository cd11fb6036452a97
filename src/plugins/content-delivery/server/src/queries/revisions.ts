import type { Snapshot } from './reader';
import type { Tables } from './tables';

/** How far each scope is counted, within the snapshot that its content is read in. */
export const revisionsOf = async (
  sql: Snapshot,
  { revisions }: Tables,
  scopes: readonly string[],
): Promise<number[]> => {
  const rows: { scope: string; revision: number }[] = await sql(revisions)
    .whereIn('scope', [...scopes])
    .select('scope', 'revision');
  return scopes.map((scope) => rows.find((row) => row.scope === scope)?.revision ?? 0);
};
