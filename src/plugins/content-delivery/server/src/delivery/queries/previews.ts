import type { Knex } from 'knex';
import { compile, type Snapshot } from '../../platform/database/statement';
import type { Tables } from '../../platform/database/tables';

/** Which preview links of an entry work. */
export const previewQueries = (sql: Knex, { previews }: Tables) => {
  const series = compile<{ series: string }, 'entry'>((value) =>
    sql(previews).where('entry', value('entry')).first('series'),
  );

  return {
    /** What links of an entry are signed with now; null when none was made, or all were ended. */
    async previewSeries(snapshot: Snapshot, entry: string): Promise<string | null> {
      const [row] = await snapshot.rows(series, { entry });
      return row?.series ?? null;
    },
  };
};
