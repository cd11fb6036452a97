/** Milliseconds after which a database that says nothing counts as out of reach. */
export const LONGEST_READ = 5_000;

const LIMITS = {
  usual: LONGEST_READ,
  /** For a database that was silent before: one that is back answers sooner. */
  afterSilence: 250,
  /** Between two reads that try a silent database. */
  betweenTries: 1_000,
};

/** The database has not answered in time. */
export class Silence extends Error {
  constructor() {
    super('The database does not answer.');
  }
}

/**
 * Keeps requests from waiting for a database that is silent, as when its machine has lost its power or a firewall drops
 * what is sent to it: nothing is refused then, and every connection would be waited for. The first requests wait their
 * time. Afterwards one a second tries the database, and all others learn at once that it is out of reach.
 *
 * @param limits milliseconds
 */
export const createPatience = (limits: typeof LIMITS = LIMITS) => {
  let isSilent = false;
  let nextTry = 0;

  return {
    isSilent: (): boolean => isSilent,

    /** @throws Silence, or what the read throws */
    async read<Result>(read: () => Promise<Result>): Promise<Result> {
      const begun = performance.now();
      if (isSilent && begun < nextTry) throw new Silence();
      nextTry = begun + limits.betweenTries;

      let timer: NodeJS.Timeout | undefined;
      const patienceEnds = new Promise<never>((_, reject) => {
        const longest = isSilent ? limits.afterSilence : limits.usual;
        timer = setTimeout(() => reject(new Silence()), longest);
      });
      try {
        const result = await Promise.race([read(), patienceEnds]);
        isSilent = false;
        return result;
      } catch (error) {
        // A refusal is an answer too: each request may ask for itself.
        isSilent = error instanceof Silence;
        if (isSilent) nextTry = performance.now() + limits.betweenTries;
        throw error;
      } finally {
        clearTimeout(timer);
      }
    },
  };
};
