import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../support/instances/free-port';
import type { Case, Place } from './case';
import { shownBy } from './shown';
import { run, serve } from './support/shell';
import { workspace } from './support/workspace';

const SECONDS = 60;
/** Milliseconds. Each command has a limit of its own, which says more. */
const LONGEST_CASE = 15 * 60_000;

/** What holds for the commands that follow: they are run in a shell of their own each. */
const GOES_ON = /^(?:cd|export|umask) /;

/** Runs one case. @throws what the first command that is not as it should be did */
const play = async (one: Case): Promise<void> => {
  const made = await workspace();
  const folder = await mkdtemp(path.join(tmpdir(), 'content-delivery-command-'));
  const database = path.join(folder, 'data.db');
  const seconds = one.seconds ?? SECONDS;
  const afterwards: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true, maxRetries: 3 })];
  const surroundings = (environment: Record<string, string> = {}) => ({
    folder: made.project,
    environment: { ...made.environment, DATABASE_FILENAME: database, ...environment },
    seconds,
  });
  const at: Place = {
    ...made,
    folder,
    database,
    other: await freePort(),
    async run(line, environment) {
      const { status, output } = await run(line, surroundings(environment));
      if (status !== 0) throw new Error(`${line}: exit status ${status}\n${output}`);
      return output;
    },
    async serve(line, address, environment) {
      const { stop } = await serve(line, address, surroundings(environment));
      afterwards.push(stop);
    },
    afterwards: (work) => void afterwards.push(work),
  };
  try {
    if (one.database !== 'none') await copyFile(made.demo, database);
    const places = Object.entries((await one.given?.(at)) ?? {});
    let before = '';
    for (const shown of one.instead ?? shownBy(one)) {
      const line = places.reduce((text, [written, real]) => text.replaceAll(written, real), shown);
      if (GOES_ON.test(line)) {
        before += `${line} && `;
        continue;
      }
      const around = { ...surroundings(await one.environment?.(at, line)), input: one.input ?? '' };
      if (one.within) around.folder = one.within(at, line);
      const address = one.serves?.(at, line);
      if (address !== undefined) {
        const { stop, output } = await serve(before + line, address, { ...around, says: one.says });
        afterwards.push(stop);
        await one.seen?.(at, line, { status: null, output: output() });
        continue;
      }
      const ended = await run(before + line, around);
      const isRight =
        (one.status ?? [0]).includes(ended.status ?? -1) && (one.says?.test(ended.output) ?? true);
      if (!isRight)
        throw new Error(
          `${line}: exit status ${ended.status}, awaited ${one.says ?? 'anything'}\n${ended.output.slice(-4_000)}`,
        );
      await one.seen?.(at, line, ended);
    }
  } finally {
    for (const work of afterwards.reverse()) await work();
  }
};

/** Tests of the cases of one kind, each by its name. */
export const runCases = (cases: readonly Case[]): void => {
  it.each(cases.map((one) => [one.name, one] as const))('%s', (_, one) => play(one), LONGEST_CASE);
};
