import type { Knex } from 'knex';
import { compile, type Snapshot } from './statement';
import type { Tables } from './tables';

type Slots = 'first' | 'second' | 'third';

/** How far scopes are counted, within the snapshot that their content is read in. */
export const revisionQueries = (sql: Knex, { revisions }: Tables) => {
  const statement = compile<{ scope: string; revision: number }, Slots>((value) =>
    sql(revisions)
      .whereIn('scope', [value('first'), value('second'), value('third')])
      .select('scope', 'revision'),
  );

  return {
    /** @returns one number for each scope, 0 for one that nobody has written to yet */
    async revisions(
      snapshot: Snapshot,
      scopes: readonly [first: string, second: string, third: string],
    ): Promise<number[]> {
      const [first, second, third] = scopes;
      const rows = await snapshot.rows(statement, { first, second, third });
      return scopes.map((scope) => rows.find((row) => row.scope === scope)?.revision ?? 0);
    },
  };
};
