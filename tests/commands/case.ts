import type { Ended } from './support/shell';
import type { Workspace } from './support/workspace';

/** Where a case works. */
export interface Place extends Workspace {
  /** Empty at first, and gone after the case. */
  folder: string;
  /** The file of the SQLite database that its commands work on. */
  database: string;
  /** A port that is free. */
  other: number;
  /** Runs a command beside those of the case; one that fails fails the case. */
  run(line: string, environment?: Record<string, string>): Promise<string>;
  /** Starts a server beside them, which is stopped after the case. */
  serve(line: string, address: string, environment?: Record<string, string>): Promise<void>;
  /** What is done after the case, whatever came of it. */
  afterwards(work: () => unknown): void;
}

/** Commands that the docs show, or a script, and what must be seen when they are run. */
export interface Case {
  /** For the report of a run. */
  name: string;
  /** The commands that it runs: each that the docs show, one after the other, as it is shown. */
  shown: RegExp;
  /** Only those of these pages. */
  on?: RegExp;
  /** Run in place of what is shown: the same on less input, or what a page leaves to its reader. */
  instead?: readonly string[];
  /** Makes what the commands find. @returns what stands in for addresses, folders and names of the docs */
  given?: (at: Place) => Promise<Record<string, string> | void>;
  /** Variables of one command, beside those that all have. */
  environment?: (at: Place, line: string) => Record<string, string> | Promise<Record<string, string>>;
  /** Where it is run, within the copy of the project or outside of it; in the project by itself. */
  within?: (at: Place, line: string) => string;
  /** The database at the beginning: the demo's, or none. */
  database?: 'demo' | 'none';
  /** Commands that go on until they are stopped, and where they answer. */
  serves?: (at: Place, line: string) => string | undefined;
  /** What is typed. */
  input?: string;
  /** Exit statuses that are right; 0 by itself. */
  status?: readonly number[];
  /** What each of them writes. */
  says?: RegExp;
  /** Looked at after each command. */
  seen?: (at: Place, line: string, ended: Ended) => unknown;
  /** For each command; 60 by themselves. */
  seconds?: number;
}
