import type { ContentUid } from '../uids';
import type { Move } from './context';
import type { ReportLine } from './report';

const KEEPABLE = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * The ids that front ends may hold. One that has another form, or that another entry has here, is replaced by a
 * new one, which the report counts.
 */
export const createIds = ({ strapi, report }: Pick<Move, 'strapi' | 'report'>) => {
  /** Given away by this run: a dry run stores nothing that would show it. */
  const given = new Set<string>();

  return {
    /** @returns which of the ids can be kept; each can be asked for once */
    async free(uid: ContentUid, kind: ReportLine['kind'], ids: readonly string[]): Promise<Set<string>> {
      const wanted = ids.filter((id) => KEEPABLE.test(id) && !given.has(`${uid} ${id}`));
      const taken: { documentId: string }[] =
        wanted.length === 0
          ? []
          : await strapi.db
              .query(uid)
              .findMany({ where: { documentId: { $in: wanted } }, select: ['documentId'] });
      // Databases differ in whether case counts; here it never tells two ids apart.
      const takenIds = new Set(taken.map(({ documentId }) => documentId.toLowerCase()));
      const free = new Set<string>();
      for (const id of ids) {
        if (wanted.includes(id) && !free.has(id) && !takenIds.has(id.toLowerCase())) {
          free.add(id);
          given.add(`${uid} ${id}`);
          continue;
        }
        report.addRepeated({
          loss: 'altered',
          kind,
          where: id.slice(0, 64),
          what: KEEPABLE.test(id)
            ? 'The id is taken here, so there is a new one.'
            : 'The id can not be kept, so there is a new one. Ids that can be kept are 1 to 64 of A-Z a-z 0-9 _ -.',
          whatToDo: 'If a front end holds the id, give it the new one.',
        });
      }
      return free;
    },
  };
};

export type Ids = ReturnType<typeof createIds>;
