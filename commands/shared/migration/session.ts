import type { Core } from '@strapi/strapi';
import {
  MigrationProblem,
  type ReportWriter,
  type Writer,
} from '../../../src/plugins/content-delivery/server/src/migration';
import { projectsStrapi } from '../project-strapi';
import { createProgress } from '../progress';
import { load } from '../project';
import { takeSignals } from '../signals';
import { createCommandBackpressure, drainWebhooks } from '../webhooks';
import { EXIT } from './exit-status';
import type { MigrationOptions } from './options';
import { printReport, websiteLine } from './print';
import { writeReports } from './report-file';
import { forTerminal, terminal } from './terminal';

/** What a command that brings content in works with. */
export interface Session {
  strapi: Core.Strapi;
  report: ReportWriter;
  /** Calls off what is waited for, with Stopped, when the user stops the command. */
  signal: AbortSignal;
  /** Says that there is a website now, where the content goes, and where the report is kept. */
  begin(writer: Begun): void;
  /** Goes through entries, showing how far it is. @throws Stopped */
  each<Entry>(
    name: string,
    total: number,
    entries: AsyncIterable<Entry> | Iterable<Entry>,
    work: (entry: Entry) => Promise<void>,
  ): Promise<void>;
}

/** What the session needs of a writer. */
type Begun = Pick<Writer, 'website' | 'keepReport'>;

/** The user has stopped the command; nothing is wrong. */
class Stopped extends Error {}

/**
 * Loads Strapi, which listens nowhere, lets content come in, and says what became of it, however it ends. A signal
 * ends the work behind the entry that is being stored, and calls off requests; a second one ends the process.
 * @returns the exit status
 */
export const runMigration = async (
  options: MigrationOptions,
  report: ReportWriter,
  work: (session: Session) => Promise<void>,
): Promise<number> => {
  const strapi = await projectsStrapi();
  const stop = new AbortController();
  takeSignals(() => {
    if (stop.signal.aborted) process.exit(EXIT.stopped);
    stop.abort(new Stopped());
  });
  await load(strapi);

  const waitForWebhooks = createCommandBackpressure(strapi, stop.signal);
  let begun: Begun | null = null;
  const session: Session = {
    strapi,
    report,
    signal: stop.signal,
    begin(writer) {
      begun = writer;
      console.log(websiteLine(writer.website, options.isDryRun));
    },
    async each(name, total, entries, each) {
      const progress = createProgress(process.stdout, name);
      const start = performance.now();
      let done = 0;
      for await (const entry of entries) {
        stop.signal.throwIfAborted();
        await each(entry);
        await waitForWebhooks();
        done += 1;
        const perSecond = done / ((performance.now() - start) / 1_000);
        progress.show({ done, total, secondsLeft: Math.ceil((total - done) / perSecond) });
      }
      if (total > 0) progress.end({ done, total, secondsLeft: null });
    },
  };

  const workUntil = async (): Promise<number> => {
    try {
      await work(session);
      return report.isComplete() ? EXIT.complete : EXIT.remarks;
    } catch (error) {
      if (error instanceof Stopped) return EXIT.stopped;
      if (!(error instanceof MigrationProblem)) throw error;
      console.error(forTerminal(error.message));
      return begun ? EXIT.failed : EXIT.nothingDone;
    }
  };
  /** @returns false when the report could not be written */
  const reportResult = async (): Promise<boolean> => {
    if (begun) {
      if (options.isDryRun) console.log('Nothing was changed: this is what would become of the content.');
      printReport(report.report, terminal);
      await begun.keepReport().catch((error: unknown) => {
        console.error(forTerminal(`The report could not be kept for the panel: ${String(error)}`));
      });
    }
    return writeReports(options.reportFiles, report.report);
  };

  try {
    let status: number;
    try {
      status = await workUntil();
    } catch (error) {
      // Hours of work are not to be lost with an unexpected error.
      await reportResult();
      throw error;
    }
    const isReported = await reportResult();
    if (status === EXIT.failed) console.error('It failed on the way. Run the same command again to go on.');
    if (status === EXIT.stopped) console.error('Stopped. Run the same command again to go on.');
    return status === EXIT.complete && !isReported ? EXIT.remarks : status;
  } finally {
    await drainWebhooks(strapi);
    await strapi.destroy();
  }
};
