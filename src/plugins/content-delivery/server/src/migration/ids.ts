import type { ContentUid } from '../platform/uids';
import type { MigrationContext } from './context';
import type { ReportLine } from './report';

const KEEPABLE = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * The ids that front ends may hold. One that has another form, or that another entry has here, is replaced by a
 * new one, which the report counts.
 */
export const createIds = ({ strapi, report }: Pick<MigrationContext, 'strapi' | 'report'>) => {
  /**
   * Given away by this run: a dry run stores nothing that would show it. In small letters, as are all that follow:
   * MariaDB does not tell two ids apart by case, so nowhere are there two that differ in nothing else.
   */
  const given = new Set<string>();
  const withCapitals = new Map<ContentUid, Promise<ReadonlySet<string>>>();

  /** Ids here with capital letters; Strapi makes none. */
  const readWithCapitals = async (uid: ContentUid): Promise<ReadonlySet<string>> => {
    const { tableName } = strapi.db.metadata.get(uid);
    const ids: string[] = await strapi.db
      .getConnection(tableName)
      .whereRaw('?? <> lower(??)', ['document_id', 'document_id'])
      .pluck('document_id');
    return new Set(ids.map((id) => id.toLowerCase()));
  };

  const takenOf = async (uid: ContentUid, ids: readonly string[]): Promise<ReadonlySet<string>> => {
    if (ids.length === 0) return new Set();
    const capitals = withCapitals.get(uid) ?? readWithCapitals(uid);
    withCapitals.set(uid, capitals);
    const asked = [...new Set(ids.flatMap((id) => [id, id.toLowerCase()]))];
    const rows: { documentId: string }[] = await strapi.db
      .query(uid)
      .findMany({ where: { documentId: { $in: asked } }, select: ['documentId'] });
    const taken = new Set(rows.map(({ documentId }) => documentId.toLowerCase()));
    for (const id of await capitals) taken.add(id);
    return taken;
  };

  /** @returns which of the ids can be kept; each can be asked for once */
  const free = async (
    uid: ContentUid,
    kind: ReportLine['kind'],
    ids: readonly string[],
  ): Promise<Set<string>> => {
    const taken = await takenOf(
      uid,
      ids.filter((id) => KEEPABLE.test(id)),
    );
    const kept = new Set<string>();
    for (const id of ids) {
      const folded = id.toLowerCase();
      const name = `${uid} ${folded}`;
      if (KEEPABLE.test(id) && !given.has(name) && !taken.has(folded)) {
        kept.add(id);
        given.add(name);
        continue;
      }
      report.addRepeated(
        { loss: 'altered', kind, where: id.slice(0, 64) },
        KEEPABLE.test(id)
          ? 'The id is taken here, so there is a new one.'
          : 'The id cannot be kept, so there is a new one. Ids that can be kept are 1 to 64 of A-Z a-z 0-9 _ -.',
        'If a front end holds the id, give it the new one.',
      );
    }
    return kept;
  };

  return {
    free,

    /** @returns the id when it can be kept; null for a new one */
    kept: async (uid: ContentUid, kind: ReportLine['kind'], id: string | null): Promise<string | null> =>
      id !== null && (await free(uid, kind, [id])).has(id) ? id : null,
  };
};

export type Ids = ReturnType<typeof createIds>;
