import { writeFile } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Core } from '@strapi/strapi';
import { MovingProblem, type ReportWriter } from '../../src/plugins/content-delivery/server/src/moving-in';
import { projectsStrapi } from '../command';
import { createProgress } from '../progress';
import { takeSignals } from '../signals';
import type { MovingOptions } from './options';
import { printReport } from './print';

/** Turns of the event loop without a query after which none is to come. */
const QUIET_TURNS = 50;

/** What a command that brings content in works with. */
export interface Session {
  strapi: Core.Strapi;
  report: ReportWriter;
  /** Looked at between two entries. @throws Stopped */
  throwIfStopped(): void;
  /** Goes through entries, showing how far it is. @throws Stopped */
  each<Entry>(
    name: string,
    total: number,
    entries: AsyncIterable<Entry> | Iterable<Entry>,
    work: (entry: Entry) => Promise<void>,
  ): Promise<void>;
}

/** Somebody has ended the command; nothing is wrong. */
export class Stopped extends Error {}

export const EXIT = { complete: 0, incomplete: 1, nothingDone: 2, stopped: 130 } as const;

/**
 * Loads Strapi, which listens nowhere, lets content come in, and says what became of it. A signal ends the work
 * behind the entry that is being stored.
 * @returns the exit status
 */
export const moveIn = async (
  options: MovingOptions,
  report: ReportWriter,
  work: (session: Session) => Promise<void>,
): Promise<number> => {
  const strapi = projectsStrapi();
  let isStopped = false;
  takeSignals(() => void (isStopped = true));
  await strapi.load();

  const throwIfStopped = (): void => {
    if (isStopped) throw new Stopped();
  };
  const session: Session = {
    strapi,
    report,
    throwIfStopped,
    async each(name, total, entries, each) {
      const progress = createProgress(process.stdout, name);
      const start = performance.now();
      let done = 0;
      for await (const entry of entries) {
        throwIfStopped();
        await each(entry);
        done += 1;
        const perSecond = done / ((performance.now() - start) / 1_000);
        progress.show({ done, total, secondsLeft: Math.ceil((total - done) / perSecond) });
      }
      if (total > 0) progress.end({ done, total, secondsLeft: null });
    },
  };

  try {
    const status = await workUntil(report, () => work(session));
    if (status === EXIT.nothingDone) return status;
    if (options.isDryRun) console.log('Nothing was changed: this is what would become of the content.');
    printReport(report.report, console);
    if (options.reportFile !== null) {
      await writeFile(options.reportFile, `${JSON.stringify(report.report, null, 2)}\n`);
    }
    if (status === EXIT.stopped) console.error('Stopped. Run the same command again to go on.');
    return status;
  } finally {
    await quiet(strapi);
    await strapi.destroy();
  }
};

const workUntil = async (report: ReportWriter, work: () => Promise<void>): Promise<number> => {
  try {
    await work();
    return report.isComplete() ? EXIT.complete : EXIT.incomplete;
  } catch (error) {
    if (error instanceof Stopped) return EXIT.stopped;
    if (!(error instanceof MovingProblem)) throw error;
    console.error(error.message);
    const hasBegun = Object.values(report.report.counts).some(({ made, updated }) => made + updated > 0);
    return hasBegun ? EXIT.incomplete : EXIT.nothingDone;
  }
};

/** Strapi reads an entry once more for its events after it was stored; nobody awaits that. */
const quiet = async (strapi: Core.Strapi): Promise<void> => {
  const { pool } = strapi.db.connection.client as {
    pool: { numUsed(): number; numPendingAcquires(): number };
  };
  for (let turns = 0; turns < QUIET_TURNS;) {
    await nextTurn();
    turns = pool.numUsed() + pool.numPendingAcquires() === 0 ? turns + 1 : 0;
  }
};
