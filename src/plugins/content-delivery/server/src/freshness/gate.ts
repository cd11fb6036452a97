import { isCurrent, type Validity } from './cache/entry';
import type { Revisions, RevisionSource } from './current';
import { HISTORY, type Scope } from './revisions';

/** What a request has learned about the state of the content since it arrived. */
export interface ObservedRevisions {
  /** Null when the database could not be asked. */
  revisions: Revisions | null;
  /** By the clock of `performance.now()`: what was committed before is in there. */
  at: number;
}

/**
 * Decides whether cached responses may be sent: when nothing that they depend on has changed, or, for a while,
 * when the database cannot be asked.
 *
 * @param staleFor milliseconds for which cached responses are served while the database is out of reach
 */
export const createGate = (source: RevisionSource, staleFor: number) => {
  /** By the clock of `performance.now()`, which nobody sets. */
  let unreachableSince: number | null = null;
  /** The highest revisions of websites that requests have met with. */
  const met = new Map<string, number>();
  let history: number | undefined;
  let lastNoted: { scopes: readonly string[]; revisions: Revisions } | undefined;
  const noteHighest = (scopes: readonly string[], revisions: Revisions): void => {
    // Requests for one response that share a read learn the same.
    if (lastNoted?.revisions === revisions && lastNoted.scopes === scopes) return;
    lastNoted = { scopes, revisions };
    const present = revisions.get(HISTORY);
    if (present !== undefined && present !== history) {
      // An older state was put back: what was met before says nothing of it.
      history = present;
      met.clear();
    }
    for (const scope of scopes) {
      const revision = revisions.get(scope) ?? 0;
      if (scope.startsWith('website:') && revision > (met.get(scope) ?? -1)) met.set(scope, revision);
    }
  };

  return {
    /** Learns the current revisions of the scopes; calls back in the same tick where the database allows. */
    observe(scopes: readonly Scope[], use: (observed: ObservedRevisions) => void): void {
      const at = performance.now();
      source.read(scopes, (error, revisions) => {
        if (error) unreachableSince ??= performance.now();
        else {
          unreachableSince = null;
          noteHighest(scopes, revisions);
        }
        use({ revisions: error ? null : revisions, at });
      });
    },

    /** What a request has learned that read the revisions together with something else, not before `at`. */
    observedIn({ scopes, revisions }: Validity, at: number): ObservedRevisions {
      const read = new Map(scopes.map((scope, index) => [scope, revisions[index] ?? 0]));
      noteHighest(scopes, read);
      return { revisions: read, at };
    },

    /** True when a response made like this may be sent: it is current, or the database has been unreachable for less than `staleFor`. */
    isServable({ revisions }: ObservedRevisions, made: Validity): boolean {
      if (revisions) return isCurrent(made, revisions, Date.now());
      return unreachableSince !== null && performance.now() - unreachableSince < staleFor;
    },

    /**
     * The same for what was learned about a key. During an outage we still know when a key expires, and whether its
     * website changed after the key was cached (it may have been revoked).
     */
    isKeyValid(observed: ObservedRevisions, key: Validity): boolean {
      if (Date.now() >= key.expiresAt || !this.isServable(observed, key)) return false;
      return (
        observed.revisions !== null ||
        key.scopes.every((scope, index) => (met.get(scope) ?? 0) <= (key.revisions[index] ?? 0))
      );
    },
  };
};

export type Gate = ReturnType<typeof createGate>;
