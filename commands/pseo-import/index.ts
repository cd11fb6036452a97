/** `npm run pseo:import`: pages of a campaign from a file, without the admin panel. See docs/pseo-import.md. */
import '../../src/settings/supported-node';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Core } from '@strapi/strapi';
import {
  MAX_IMPORT_FILE_BYTES,
  type ColumnNote,
  type ImportOptions,
  type ImportProgress,
  type ImportTarget,
  type PageImport,
} from '../../src/plugins/content-delivery/contracts/pseo-imports';
import type { ImportReportLine } from '../../src/plugins/content-delivery/contracts/import-reports';
import { MigrationProblem } from '../../src/plugins/content-delivery/server/src/migration';
import { ImportProblem, type Imports } from '../../src/plugins/content-delivery/server/src/pseo/imports';
import { onCommandLine } from '../../src/plugins/content-delivery/server/src/pseo/imports/file-question';
import { createJobs, type Jobs } from '../../src/plugins/content-delivery/server/src/jobs';
import { serviceOf } from '../../src/plugins/content-delivery/server/src/services';
import { findCampaign } from '../shared/campaign';
import { run } from '../shared/command';
import { projectsStrapi } from '../shared/project-strapi';
import { expectWritable, writeReports } from '../shared/migration/report-file';
import { createProgress } from '../shared/progress';
import { load } from '../shared/project';
import { takeSignals } from '../shared/signals';
import { drainWebhooks } from '../shared/webhooks';
import { findingsOf } from './findings';
import { readOptions, USAGE, type CommandOptions } from './options';

/** Milliseconds between two looks at how far the work is. */
const LOOK_EVERY = 250;
/** The exit status when the user has stopped the command. */
const STOPPED = 130;
const WRONG_OPTIONS = 2;
/** Milliseconds after which one that is at work has certainly said so again. */
const LATE = 2_000;
/** Pages with another slug that are named. */
const RENAMED_NAMED = 100;
/** Alike pages that are named. */
const ALIKE_NAMED = 20;

/** A column that is likely to be something, which only the operator can say. */
interface Question {
  column: string;
  suggested: ImportTarget;
}

/** Where columns go, and what has to be said before pages are made. */
const targetsOf = (
  one: PageImport,
  { map, empty }: CommandOptions,
): { targets: (ImportTarget | null)[]; questions: Question[] } => {
  const names = one.columns.map(({ name }) => name);
  for (const column of [...map.keys(), ...empty.keys()]) {
    if (!names.includes(column)) {
      throw new ImportProblem(`The file has no column "${column}". It has: ${names.join(', ')}.`);
    }
  }
  const given = new Set([...map.values()].map((target) => JSON.stringify(target)));
  const free = (target: ImportTarget | null | undefined): ImportTarget | null =>
    target && !given.has(JSON.stringify(target)) ? target : null;
  return {
    targets: names.map((name, index) => (map.has(name) ? (map.get(name) ?? null) : free(one.matched[index]))),
    questions: names.flatMap((name, index): Question[] => {
      const suggested = map.has(name) ? null : free(one.suggested[index]);
      return suggested === null ? [] : [{ column: name, suggested }];
    }),
  };
};

const describeTarget = (target: ImportTarget | null): string =>
  target === null ? 'not imported' : target.to === 'variable' ? `variable ${target.name}` : target.to;

const nameOf = (target: ImportTarget): string => (target.to === 'variable' ? target.name : target.to);

/** An option with a value that a shell hands over as it is. */
const option = (name: string, value: string): string => `${name} '${value.replaceAll("'", "'\\''")}'`;

const asked = ({ column, suggested }: Question): string =>
  `The column "${column}" may be the ${describeTarget(suggested)}. If it is: ${option('--map', `${column}=${nameOf(suggested)}`)}. If not: ${option('--map', `${column}=`)}`;

/** What is remarkable about a column, with the option that counts its texts as empty. */
const notedOf = ({ column, kind, count, values }: ColumnNote, target: ImportTarget | null): string => {
  const rows = `${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`;
  const name = target === null ? column : nameOf(target);
  if (kind === 'curly-quotes')
    return `${name} stands in quotation marks in ${rows}. They stay part of the text.`;
  const asEmpty = `To count as not set: ${option('--empty', `${column}=${values.join(',')}`)}`;
  return kind === 'nothing'
    ? `${name} reads ${values.join(' ')} in ${rows}, and pages show that text. ${asEmpty}`
    : `${name} is tested by the template, where every text counts as yes, and reads ${values.join(' ')} in ${rows}. ${asEmpty}`;
};

class Command {
  private readonly imports: Imports;
  /** Only these: other work of the installation waits for a server. */
  private readonly jobs: Jobs;
  private current: string | null = null;
  private readonly stopping = new AbortController();

  constructor(
    private readonly strapi: Core.Strapi,
    private readonly options: CommandOptions,
  ) {
    this.imports = serviceOf(strapi, 'imports');
    this.jobs = createJobs(strapi);
    this.imports.registerJobHandlers(this.jobs);
  }

  /** @returns the exit status */
  async execute(): Promise<number> {
    const { options } = this;
    const file = await this.openedFile();
    const campaign = await findCampaign(this.strapi, options.campaign);
    console.log(`Campaign "${campaign.name}" of the website "${campaign.website.name}".`);

    const stored = await this.imports.stageFile({
      name: path.basename(options.file),
      campaign: campaign.documentId,
      website: campaign.website.documentId,
      startedBy: null,
      given: options.read,
      bytes: createReadStream(file),
    });
    this.current = stored.documentId;
    const one = await this.imports.detailsOf(stored);
    const { targets, questions } = targetsOf(one, options);
    for (const remark of one.remarks) console.log(remark);
    console.log(`${one.rowCount.toLocaleString('en')} rows.`);
    one.columns.forEach(({ name }, index) => {
      const called = name === '' ? `(column ${index + 1}, without a name)` : name;
      console.log(`  ${called} → ${describeTarget(targets[index] ?? null)}`);
    });

    for (const question of questions) console.error(asked(question));
    if (questions.length > 0 && !options.dryRun) {
      console.error('Nothing was imported. Say what these columns are.');
      return 1;
    }

    await this.imports.check(one.documentId, {
      mode: options.mode,
      targets,
      empty: one.columns.map(({ name }) => options.empty.get(name) ?? null),
    });
    const check = (await this.follow('Checking', ({ check }) => check)).check;
    if (check?.state !== 'done') return this.ended(check);
    const { create, update, same, sameButNotLive, faulty, renamed, alike, slashed } = check.result;
    const publishes = options.publish ? sameButNotLive : 0;
    console.log(
      `To make: ${create}. To change: ${update}. To publish only: ${publishes}. Left alone: ${same - publishes}. Faulty: ${faulty}. With another slug: ${renamed}. Read alike: ${alike}.`,
    );
    for (const note of check.notes) console.log(`  ${notedOf(note, targets[note.index] ?? null)}`);
    await this.print('renamed', renamed, RENAMED_NAMED);
    await this.print('slashed', slashed, RENAMED_NAMED);
    await this.print('alike', alike, ALIKE_NAMED);
    await this.printFaulty(0);
    const remarks = check.notes.map((note): ImportReportLine => ({
      loss: 'note',
      kind: 'column',
      where: note.column,
      what: notedOf(note, targets[note.index] ?? null),
      whatToDo: '',
      count: note.count,
    }));
    if (options.dryRun) {
      const isWritten = await this.writeReport(remarks);
      return faulty > 0 || questions.length > 0 || !isWritten ? 1 : 0;
    }
    if (faulty > 0 && !options.skipFaulty) {
      await this.writeReport(remarks);
      console.error('Nothing was imported. Correct the file, or leave faulty rows out with --skip-faulty.');
      return 1;
    }
    const status = await this.run(one.documentId, faulty);
    return (await this.writeReport(remarks)) || status !== 0 ? status : 1;
  }

  /**
   * Makes the pages that the check has found.
   * @param known faulty rows that were printed already
   * @returns the exit status
   */
  private async run(documentId: string, known: number): Promise<number> {
    const { publish, skipFaulty } = this.options;
    if (!(await this.begin(documentId, { publish, skipFaulty }))) return STOPPED;
    const run = (await this.follow('Importing', (details) => details.run)).run;
    if (run) {
      const { created, updated, same: untouched, skipped } = run.result;
      console.log(`Made: ${created}. Changed: ${updated}. Left alone: ${untouched}. Faulty: ${skipped}.`);
      await this.printFaulty(known);
      if (run.state === 'done') return run.result.skipped > 0 ? 1 : 0;
    }
    return this.ended(run);
  }

  /** Ends what is under way; what was imported stays. */
  async stop(): Promise<void> {
    this.stopping.abort();
    if (this.current !== null) await this.imports.cancel(this.current);
  }

  private async openedFile(): Promise<string> {
    const file = path.resolve(this.options.file);
    const found = await stat(file).catch(() => null);
    if (!found?.isFile()) throw new ImportProblem(`There is no file "${file}".`);
    if (found.size > MAX_IMPORT_FILE_BYTES) {
      throw new ImportProblem(`The file is larger than ${MAX_IMPORT_FILE_BYTES / 1024 / 1024} MB.`);
    }
    return file;
  }

  private findings = () => findingsOf(this.imports, this.current ?? '');

  private details = async (): Promise<PageImport> =>
    this.imports.detailsOf(await this.imports.found(this.current ?? ''));

  /**
   * Begins the run. An interrupted one blocks it until its lease ends; then it is brought to its end, here
   * or by a server that is faster, as a campaign has one import at a time.
   * @returns false when the command is ended meanwhile
   * @throws ImportProblem when another process is at work
   */
  private async begin(documentId: string, options: ImportOptions): Promise<boolean> {
    const { signal } = this.stopping;
    // The step that is being done is the last one; others go on with the rest.
    signal.addEventListener('abort', () => void this.jobs.runner.stop());
    for (let freeAt: number | null = null; !signal.aborted;) {
      try {
        await this.imports.run(documentId, options, null);
        return true;
      } catch (error) {
        if (!(error instanceof ImportProblem) || error.until === null) throw error;
        if (freeAt === null) {
          freeAt = error.until.getTime();
          console.log(`${error.message} Waiting for that.`);
        } else if (Date.now() > freeAt + LATE) throw error;
      }
      await sleep(LOOK_EVERY, null, { signal }).catch(() => null);
      if (!signal.aborted && Date.now() > freeAt) await this.jobs.runner.drain();
    }
    return false;
  }

  /** Does the work here, unless a server has taken it up already, and shows how far it is. */
  private async follow(
    name: string,
    of: (details: PageImport) => ImportProgress | null,
  ): Promise<PageImport> {
    const progress = createProgress(process.stdout, name);
    for (;;) {
      const working = this.jobs.runner.drain();
      let isWorking = true;
      const end = working.finally(() => (isWorking = false));
      while (isWorking) {
        await Promise.race([end, sleep(LOOK_EVERY)]);
        const step = of(await this.details());
        if (step && isWorking) progress.show(step);
      }
      await working;
      const details = await this.details();
      const step = of(details);
      if (step && step.state !== 'waiting' && step.state !== 'running') {
        progress.end(step);
        return details;
      }
      await sleep(LOOK_EVERY);
    }
  }

  private ended(progress: ImportProgress | null): number {
    console.error(progress?.message ?? `The import was ${progress?.state ?? 'lost'}.`);
    return progress?.state === 'cancelled' ? STOPPED : 1;
  }

  private async printFaulty(from: number): Promise<void> {
    for await (const { line, text } of this.findings().faulty({ from, upTo: Infinity })) {
      console.error(`line ${line}${text}`);
    }
  }

  /** Some of them; `--report` writes all. */
  private async print(kind: 'renamed' | 'slashed' | 'alike', count: number, upTo: number): Promise<void> {
    if (count === 0) return;
    let printed = 0;
    for await (const { line, text } of this.findings()[kind]({ from: 0, upTo })) {
      console.log(`  line ${line}${text}`);
      printed += 1;
    }
    if (count > printed) console.log(`  … and ${count - printed} more; --report writes all of them`);
  }

  /** @param remarks of columns. @returns whether it could be written to all files */
  private async writeReport(remarks: readonly ImportReportLine[]): Promise<boolean> {
    if (this.options.reportFiles.length === 0) return true;
    const lines = [...(await this.findings().reportLines()), ...remarks];
    return writeReports(this.options.reportFiles, { lines });
  }
}

const execute = async (options: CommandOptions): Promise<number> => {
  try {
    for (const file of options.reportFiles) await expectWritable(file);
  } catch (error) {
    if (!(error instanceof MigrationProblem)) throw error;
    console.error(error.message);
    return WRONG_OPTIONS;
  }
  const strapi = await projectsStrapi();
  await load(strapi);
  const command = new Command(strapi, options);
  takeSignals(() => void command.stop());
  try {
    return await command.execute();
  } catch (error) {
    if (!(error instanceof ImportProblem)) throw error;
    console.error(onCommandLine(error));
    return 1;
  } finally {
    await serviceOf(strapi, 'jobs').runner.stop();
    // Everything is stored by now: who does not want to wait for webhooks ends the process at once.
    takeSignals(() => process.exit(STOPPED));
    await drainWebhooks(strapi);
    await strapi.destroy();
  }
};

run(USAGE, readOptions, execute);
