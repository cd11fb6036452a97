import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { clearTimeout, setTimeout } from 'node:timers';

/**
 * What test runs append to the file that TEST_RESULTS names, one line of JSON each.
 *
 * @typedef {object} Results
 * @property {number} passed
 * @property {number} failed
 * @property {readonly Failure[]} failures
 * @property {readonly string[]} unsteady tests that passed at the second try only
 *
 * @typedef {object} Failure
 * @property {string} message what failed, and how
 * @property {string} repeat the command that runs it again
 *
 * @typedef {object} Phase
 * @property {string} name
 * @property {number} minutes after which it is ended, and has failed
 * @property {readonly string[]} command the program and its arguments
 * @property {Record<string, string>} [environment] variables beside those of this process
 * @property {boolean} [hasTests] whether it runs tests: Jest ends with 0 when it is told to stop, and then no test has been reported
 * @property {string} [repeat] the command that runs the phase again, where it is not `command`
 *
 * @typedef {Results & { name: string, fault: string, seconds: number }} Outcome `fault` is empty when all went well
 */

/** Shown of a phase that failed without a failed test. */
const LAST_LINES = 40;
/** Between the request to end and the end by force, in milliseconds. */
const GRACE = 10_000;

/** @returns {Results} */
const readResults = (/** @type {string} */ file) => {
  /** @type {Results[]} */
  const lines = existsSync(file)
    ? readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : [];
  return {
    passed: lines.reduce((sum, { passed }) => sum + passed, 0),
    failed: lines.reduce((sum, { failed }) => sum + failed, 0),
    failures: lines.flatMap(({ failures }) => failures),
    unsteady: lines.flatMap(({ unsteady }) => unsteady),
  };
};

/**
 * Runs one command to its end, or until its time is over. All that it has started ends with it.
 * @param {Phase} phase
 * @returns {Promise<Outcome>}
 */
export const runPhase = async (phase) => {
  const { name, minutes, command, environment, hasTests = false, repeat = command.join(' ') } = phase;
  const folder = mkdtempSync(path.join(tmpdir(), 'content-delivery-results-'));
  const file = path.join(folder, 'results');
  console.log(`\n== ${name}: ${command.join(' ')}`);
  const begun = Date.now();
  const [program = '', ...parameters] = command;
  const child = spawn(program, parameters, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment, TEST_RESULTS: file },
    // A group of its own, so that what the command started can be ended too.
    detached: true,
  });
  /** @type {string[]} */
  const lastLines = [];
  for (const [stream, target] of /** @type {const} */ ([
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ])) {
    createInterface({ input: stream }).on('line', (line) => {
      target.write(`${line}\n`);
      if (lastLines.push(line) > LAST_LINES) lastLines.shift();
    });
  }

  const kill = (/** @type {NodeJS.Signals} */ signal) => {
    try {
      if (child.pid) process.kill(-child.pid, signal);
    } catch {
      // All of it has ended.
    }
  };
  const stopOnInterrupt = () => {
    kill('SIGTERM');
    process.exit(130);
  };
  process.once('SIGINT', stopOnInterrupt).once('SIGTERM', stopOnInterrupt);

  let isLate = false;
  /** @type {NodeJS.Timeout | undefined} */
  let force;
  const limit = setTimeout(() => {
    isLate = true;
    kill('SIGTERM');
    force = setTimeout(() => kill('SIGKILL'), GRACE);
  }, minutes * 60_000);
  const ended = await new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => {
      const fault = code === 0 ? '' : `ended with ${signal ?? code}`;
      child.once('close', () => resolve(fault));
      // What it left behind may hold its output open.
      kill('SIGKILL');
    });
  });
  clearTimeout(limit);
  clearTimeout(force);
  process.off('SIGINT', stopOnInterrupt).off('SIGTERM', stopOnInterrupt);

  const results = readResults(file);
  rmSync(folder, { recursive: true, force: true });
  const isSilent = hasTests && results.passed + results.failed === 0;
  const fault = isLate ? `ended after ${minutes} minutes` : ended || (isSilent ? 'reported no test' : '');
  const seconds = Math.round((Date.now() - begun) / 1_000);
  console.log(`== ${name}: ${fault || 'passed'}, ${seconds} s`);
  if (!fault || (results.failed > 0 && !isLate)) return { name, fault, seconds, ...results };
  // What failed without a failed test counts as one.
  const message = `${name}: ${fault}\n${lastLines.join('\n')}`;
  const failures =
    results.failures.length > 0 && !isLate ? results.failures : [...results.failures, { message, repeat }];
  return { name, fault, seconds, ...results, failed: results.failed + 1, failures };
};

/** Phases one after the other, and what came of them. */
export const createRun = () => {
  /** @type {Outcome[]} */
  const outcomes = [];
  return {
    outcomes,
    /** @returns {Promise<boolean>} whether it passed */
    run: async (/** @type {Phase} */ phase) => {
      const outcome = await runPhase(phase);
      outcomes.push(outcome);
      return outcome.fault === '';
    },
  };
};

/** @returns {Outcome} of a phase that could not begin */
export const missed = (
  /** @type {string} */ name,
  /** @type {string} */ reason,
  /** @type {string} */ repeat,
) => ({
  name,
  fault: reason,
  seconds: 0,
  passed: 0,
  failed: 1,
  failures: [{ message: `${name}: ${reason}`, repeat }],
  unsteady: [],
});

/**
 * Prints what came of the phases: what was unsteady, what failed and the commands that repeat it, and "N passed, N failed" last.
 * @param {readonly Outcome[]} outcomes
 * @returns {boolean} whether all of them passed
 */
export const report = (outcomes) => {
  const unsteady = outcomes.flatMap((outcome) => outcome.unsteady);
  const failures = outcomes.flatMap((outcome) => outcome.failures);
  if (unsteady.length > 0)
    console.log(`\n== Passed at the second try only (${unsteady.length}):\n${unsteady.join('\n')}`);
  if (failures.length > 0) {
    console.log(`\n== What failed (${failures.length}):`);
    for (const { message, repeat } of failures) console.log(`\n${message}\n  ${repeat}`);
    console.log('\n== To run again what failed:');
    for (const repeat of new Set(failures.map((failure) => failure.repeat))) console.log(repeat);
  }
  console.log('');
  for (const { name, fault, seconds, passed, failed } of outcomes) {
    console.log(`== ${name}: ${fault || 'passed'}, ${passed} passed, ${failed} failed, ${seconds} s`);
  }
  const sum = (/** @type {(outcome: Outcome) => number} */ of) =>
    outcomes.reduce((total, outcome) => total + of(outcome), 0);
  console.log(`== all: ${sum(({ seconds }) => seconds)} s, ${unsteady.length} unsteady`);
  console.log(`${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed)} failed`);
  return outcomes.every(({ fault }) => fault === '');
};
