'use strict';

const { appendFileSync } = require('node:fs');
const path = require('node:path');
const { stripVTControlCharacters } = require('node:util');

/** How many of the files that took longest are named. */
const SLOWEST = 15;

/** Of a failed test's message: enough to see what was wrong, as the whole of it is further up. */
const MESSAGE_CHARACTERS = 1500;

const messageOf = (text) => stripVTControlCharacters(text).slice(0, MESSAGE_CHARACTERS);

/** Quoted for a POSIX shell. */
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/** The command that runs a file again, or one test of it. */
const repeatOf = (file, test) => {
  const database = process.env.TEST_DATABASE;
  const name = test && ` -t ${quoted(`^${test.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`)}`;
  return `${database ? `TEST_DATABASE=${database} ` : ''}npx jest ${file}${name ?? ''}`;
};

/** What failed in a file: its tests, or that it could not be run. */
const failuresOf = ({ testFilePath, testResults, testExecError, failureMessage }) => {
  const file = path.relative('.', testFilePath);
  const on = process.env.TEST_DATABASE ? `[${process.env.TEST_DATABASE}] ` : '';
  const failed = testResults.filter(({ status }) => status === 'failed');
  if (failed.length > 0)
    return failed.map(({ fullName, failureMessages }) => ({
      message: `${on}${file}: ${fullName}\n${messageOf(failureMessages.join('\n'))}`,
      repeat: repeatOf(file, fullName),
    }));
  if (!testExecError) return [];
  return [
    {
      message: `${on}${file}: could not be run\n${messageOf(failureMessage ?? '')}`,
      repeat: repeatOf(file),
    },
  ];
};

/** Tests that failed at first and passed when they were tried once more (second-try.js). */
const unsteadyOf = ({ testFilePath, testResults }) =>
  testResults
    .filter(({ status, invocations }) => status === 'passed' && invocations > 1)
    .map(
      ({ fullName, retryReasons }) =>
        `${path.relative('.', testFilePath)}: ${fullName}\n${messageOf((retryReasons ?? []).join('\n'))}`,
    );

/** For runs of several phases (scripts/phases.mjs): adds what came of this one to the file that TEST_RESULTS names. */
module.exports = class ResultsReporter {
  onRunComplete(_contexts, { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults }) {
    const file = process.env.TEST_RESULTS;
    if (!file) return;
    const results = {
      passed: numPassedTests,
      failed: numFailedTests + numRuntimeErrorTestSuites,
      failures: testResults.flatMap(failuresOf),
      unsteady: testResults.flatMap(unsteadyOf),
    };
    appendFileSync(file, `${JSON.stringify(results)}\n`);
    const slowest = testResults
      .map(({ testFilePath, perfStats }) => ({
        name: path.relative('.', testFilePath),
        took: perfStats.runtime,
      }))
      .sort((one, other) => other.took - one.took)
      .slice(0, SLOWEST)
      .map(({ name, took }) => `  ${(took / 1000).toFixed(0).padStart(4)} s  ${name}`);
    process.stdout.write(`Files that took longest:\n${slowest.join('\n')}\n`);
  }
};
