import type { DatabaseKind } from '../support/databases';
import { readOptions } from './options';
import { playFaults } from './play';

/** What is started, a round, and a look at everything take this long at most. */
const ROUND = 20 * 60_000;

/** One run on a database. What it found goes into its report, which scripts/test-faults.mjs prints. */
export const describeFaults = (kind: DatabaseKind, name: string): void => {
  const options = readOptions(process.env);
  describe(`${name} under faults (seed ${options.seed})`, () => {
    it(
      'loses nothing that was acknowledged, and shows nothing old, refused or foreign',
      async () => {
        const { violations, figures } = await playFaults(kind, options);
        expect(violations.map((violation) => `${violation.kind}: ${violation.what}`).slice(0, 20)).toEqual(
          [],
        );
        // Nothing is found where nothing happens.
        expect(figures.fresh).toBeGreaterThan(20);
        expect(figures.acknowledged).toBeGreaterThan(20);
      },
      options.minutes * 60_000 + options.rounds * ROUND,
    );
  });
};
