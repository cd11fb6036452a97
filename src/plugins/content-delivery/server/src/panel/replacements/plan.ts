import type { ReplaceQuery, ReplacePlace } from '../../../../contracts/replacements';
import { WorkerOverrun, type TaskWorker } from '../../platform/task-worker';
import { attributesOf, findPlaces, TOO_MANY_PLACES, type TextAttribute, type TextPlace } from './find';
import { createMatcher } from './matcher';
import type { PostVersions } from './post-rows';

export type ReplaceTasks = { findPlaces: typeof findPlaces };

/** A place of a post that would change. */
export interface PlannedPlace extends TextPlace {
  attribute: TextAttribute;
  version: ReplacePlace['version'];
  /** The same for a place of the draft whether or not the live version has it too. */
  key: string;
}

/** Characters that are read here: some milliseconds of work. */
const SHORT = 4_000;

/**
 * What a search finds in a post. What the draft and the live version have alike is one place.
 * @throws WorkerOverrun for a text that takes too long to read, or has too many places
 */
export const createPlanner =
  (worker: TaskWorker<ReplaceTasks>) =>
  async ({ draft, live }: PostVersions, query: ReplaceQuery): Promise<PlannedPlace[]> => {
    const { mayBeIn } = createMatcher(query);
    const find = async (attribute: TextAttribute, text: string | null): Promise<TextPlace[]> => {
      if (!text) return [];
      const isQuick = text.length <= SHORT || (attribute === 'content' && !mayBeIn(text));
      try {
        if (isQuick) return findPlaces(attribute, text, query);
        return await worker.run('findPlaces', attribute, text, query);
      } catch (error) {
        // By its name: it may come from the worker.
        throw error instanceof Error && error.name === TOO_MANY_PLACES ? new WorkerOverrun() : error;
      }
    };
    const planned: PlannedPlace[] = [];
    for (const attribute of attributesOf(query.fields)) {
      const isSame = live !== null && live[attribute] === draft[attribute];
      const ofDraft = await find(attribute, draft[attribute]);
      const ofLive = live === null || isSame ? [] : await find(attribute, live[attribute]);
      const add = (places: TextPlace[], version: ReplacePlace['version']) =>
        planned.push(
          ...places.map((place, index) => ({
            ...place,
            attribute,
            version,
            key: `${version === 'live' ? 'live' : 'draft'}.${attribute}.${index}`,
          })),
        );
      add(ofDraft, isSame ? 'both' : 'draft');
      add(ofLive, 'live');
    }
    return planned;
  };

export type Planner = ReturnType<typeof createPlanner>;
