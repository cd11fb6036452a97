import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startCms, type Cms } from '../support/e2e/cms';
import { startBurners } from './burners';
import { readOptions } from './options';
import { playRounds } from './play';

/** What a round takes at most, in milliseconds, with all its waits. */
const ROUND = 5 * 60_000;

const options = readOptions(process.env);

describe(`typing into the form of a post (seed ${options.seed})`, () => {
  let cms: Cms;
  let endBurners = (): void => undefined;
  beforeAll(async () => {
    cms = await startCms();
    endBurners = startBurners(options.burners);
  });
  afterAll(async () => {
    endBurners();
    await cms?.stop();
  });

  it(
    'loses and doubles no character',
    async () => {
      const report = await playRounds(cms, options);
      await mkdir(options.out, { recursive: true });
      await writeFile(path.join(options.out, 'report.json'), `${JSON.stringify(report, null, 2)}\n`);
      expect(report.failures.map(({ round, what }) => `round ${round}: ${what}`)).toEqual([]);
      // Nothing is lost where nothing is typed.
      expect(report.keystrokes).toBeGreaterThan(report.rounds);
      expect(report.saves).toBeGreaterThan(0);
    },
    options.rounds * ROUND,
  );
});
