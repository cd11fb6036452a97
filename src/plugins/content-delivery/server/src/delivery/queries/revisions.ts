import type { Knex } from 'knex';
import { compile, type Snapshot } from '../../platform/database/statement';
import type { Tables } from '../../platform/database/tables';

type Slots = 'first' | 'second' | 'third' | 'fourth';
/** How far scopes are counted, within the snapshot that their content is read in. */
export const revisionQueries = (sql: Knex, { revisions }: Tables) => {
  const statement = compile<{ scope: string; revision: number }, Slots>((value) =>
    sql(revisions)
      .whereIn('scope', [value('first'), value('second'), value('third'), value('fourth')])
      .select('scope', 'revision'),
  );

  return {
    /** @returns one number for each scope, 0 for one without a write so far */
    async revisions(
      snapshot: Snapshot,
      scopes: readonly [first: string, second: string, third: string, fourth: string],
    ): Promise<number[]> {
      const [first, second, third, fourth] = scopes;
      const rows = await snapshot.rows(statement, { first, second, third, fourth });
      return scopes.map((scope) => rows.find((row) => row.scope === scope)?.revision ?? 0);
    },
  };
};
