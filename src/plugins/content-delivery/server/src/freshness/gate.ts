import { isCurrent, type Provenance } from '../cache/entry';
import type { Revisions, RevisionSource } from './current';
import type { Scope } from './revisions';

/** What a request has learned about the state of the content since it arrived. */
export interface Sighting {
  /** Null when the database could not be asked. */
  revisions: Revisions | null;
}

/**
 * Decides whether finished bytes may be sent: when nothing that they depend on has changed, or, for a while,
 * when the database can not be asked.
 *
 * @param staleFor milliseconds for which finished bytes are served while the database is out of reach
 */
export const createGate = (source: RevisionSource, staleFor: number) => {
  let unreachableSince: number | null = null;

  return {
    /** Learns the current revisions of the scopes; calls back in the same turn where the database allows. */
    look(scopes: readonly Scope[], use: (sighting: Sighting) => void): void {
      source.read(scopes, (error, revisions) => {
        if (error) unreachableSince ??= Date.now();
        else unreachableSince = null;
        use({ revisions: error ? null : revisions });
      });
    },

    /** False from the first request that could not learn revisions to the next that could. */
    isReachable: (): boolean => unreachableSince === null,

    /** True when what was made like this may be used for a request with this sighting. */
    mayServe({ revisions }: Sighting, made: Provenance): boolean {
      const now = Date.now();
      if (revisions) return isCurrent(made, revisions, now);
      return unreachableSince !== null && now - unreachableSince < staleFor;
    },

    /**
     * The same for what was learned about a key: the moment at which it ends is known beforehand, so it holds
     * while the database is out of reach too.
     */
    mayOpen(sighting: Sighting, key: Provenance): boolean {
      return Date.now() < key.expiresAt && this.mayServe(sighting, key);
    },
  };
};

export type Gate = ReturnType<typeof createGate>;
