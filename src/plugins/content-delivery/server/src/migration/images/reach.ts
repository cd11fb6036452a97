import { Unreachable, type RemoteFileProblem } from '../../platform/outgoing/problems';

/** Failures in a row after which a server is not asked any more: each may take a minute. */
const MAX_FAILURES = 3;

/** Which servers can be reached, as far as this run has seen; over http perhaps, and not over https. */
export const createReach = () => {
  const failures = new Map<string, string[]>();
  return {
    /** @throws Unreachable for one that could not be reached several times in a row, with the first reason: the report has one line for it */
    expect(origin: string): void {
      const [first, ...others] = failures.get(origin) ?? [];
      if (first !== undefined && others.length + 1 >= MAX_FAILURES) throw new Unreachable(first);
    },

    /** An answer that is no image is one as well: the server can be reached. */
    note(origin: string, problem: RemoteFileProblem | null): void {
      if (problem instanceof Unreachable)
        failures.set(origin, [...(failures.get(origin) ?? []), problem.message]);
      else failures.delete(origin);
    },
  };
};
