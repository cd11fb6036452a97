import { Unreachable, type RemoteFileProblem } from '../../platform/outgoing/problems';

/** Failures in a row after which a server is not asked any more: each may take a minute. */
const MAX_FAILURES = 3;

/** Which servers can be reached, as far as this run has seen; over http perhaps, and not over https. */
export const createReach = () => {
  const failures = new Map<string, number>();
  return {
    /** @throws Unreachable for one that could not be reached several times in a row */
    expect(origin: string): void {
      if ((failures.get(origin) ?? 0) < MAX_FAILURES) return;
      throw new Unreachable(
        `${origin} could not be reached ${MAX_FAILURES} times in a row, so it was not asked again in this run.`,
      );
    },

    /** An answer that is no image is one as well: the server can be reached. */
    note(origin: string, problem: RemoteFileProblem | null): void {
      if (problem instanceof Unreachable) failures.set(origin, (failures.get(origin) ?? 0) + 1);
      else failures.delete(origin);
    },
  };
};
