import type { Knex } from 'knex';
import { compile, type Snapshot } from '../../platform/database/statement';
import type { Tables } from '../../platform/database/tables';

type Slots = 'first' | 'second' | 'third' | 'fourth';
type ManySlot = `scope${number}`;

/** How many scopes one statement reads: those of a batch of keys. */
const MANY: ManySlot[] = Array.from({ length: 65 }, (_, i) => `scope${i}` as const);

/** How far scopes are counted, within the snapshot that their content is read in. */
export const revisionQueries = (sql: Knex, { revisions }: Tables) => {
  const statement = compile<{ scope: string; revision: number }, Slots>((value) =>
    sql(revisions)
      .whereIn('scope', [value('first'), value('second'), value('third'), value('fourth')])
      .select('scope', 'revision'),
  );

  const many = compile<{ scope: string; revision: number }, ManySlot>((value) =>
    sql(revisions).whereIn('scope', MANY.map(value)).select('scope', 'revision'),
  );

  return {
    /** However many scopes; one without a write so far is left out. */
    async revisionsByScope(snapshot: Snapshot, scopes: readonly string[]): Promise<Map<string, number>> {
      const read = new Map<string, number>();
      for (let start = 0; start < scopes.length; start += MANY.length) {
        // No scope is empty.
        const slots = Object.fromEntries(MANY.map((name, i) => [name, scopes[start + i] ?? '']));
        const rows = await snapshot.rows(many, slots as Record<ManySlot, string>);
        for (const { scope, revision } of rows) read.set(scope, revision);
      }
      return read;
    },

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
