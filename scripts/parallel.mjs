import { spawn } from 'node:child_process';
import { hrtime } from 'node:process';
import { createInterface } from 'node:readline';

/**
 * @typedef {object} Command
 * @property {string} name prefixes each line that the command writes
 * @property {readonly string[]} command the program and its arguments
 * @property {Record<string, string>} [environment] variables beside those of this process
 */

/**
 * @typedef {object} Outcome
 * @property {string} name
 * @property {string} fault why it failed; empty when all went well
 * @property {number} seconds
 * @property {readonly string[]} lastLines what it wrote last
 */

const LAST_LINES = 40;

/**
 * @param {Command} command
 * @returns {Promise<Outcome>}
 */
const run = ({ name, command: [program = '', ...parameters], environment }) =>
  new Promise((resolve) => {
    const start = hrtime.bigint();
    const child = spawn(program, parameters, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...environment },
    });
    /** @type {string[]} */
    const lastLines = [];
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        process.stdout.write(`${name} | ${line}\n`);
        if (lastLines.push(line) > LAST_LINES) lastLines.shift();
      });
    }
    const end = (/** @type {string} */ fault) =>
      resolve({ name, fault, seconds: Math.round(Number(hrtime.bigint() - start) / 1e9), lastLines });
    child.on('error', (error) => end(error.message));
    child.on('close', (code, signal) => end(code === 0 ? '' : `ended with ${signal ?? code}`));
  });

/**
 * Runs commands at the same time, and prints in the end what came of each.
 * @param {readonly Command[]} commands
 * @returns {Promise<readonly Outcome[]>} those that failed
 */
export const runParallel = async (commands) => {
  const outcomes = await Promise.all(commands.map(run));
  for (const { name, fault, seconds } of outcomes) {
    process.stdout.write(`${name}: ${fault || 'passed'} in ${seconds} s\n`);
  }
  return outcomes.filter(({ fault }) => fault !== '');
};
