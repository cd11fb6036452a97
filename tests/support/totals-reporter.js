'use strict';

const { appendFileSync } = require('node:fs');
const path = require('node:path');
const { stripVTControlCharacters } = require('node:util');

/** How many of the files that took longest are named. */
const SLOWEST = 15;

/** Of a failed test's message: enough to see what was wrong, as the whole of it is further up. */
const MESSAGE_CHARACTERS = 1500;

const messageOf = (text) => stripVTControlCharacters(text).slice(0, MESSAGE_CHARACTERS);

/** What failed in a file: its tests, or that it could not be run. */
const failuresOf = ({ testFilePath, testResults, testExecError, failureMessage }) => {
  const file = path.relative('.', testFilePath);
  const failed = testResults.filter(({ status }) => status === 'failed');
  if (failed.length > 0)
    return failed.map((test) => `${file}: ${test.fullName}\n${messageOf(test.failureMessages.join('\n'))}`);
  return testExecError ? [`${file}: could not be run\n${messageOf(failureMessage ?? '')}`] : [];
};

/**
 * For continuous integration: adds a run's totals to the file that TEST_TOTALS names, for the closing line, and what failed
 * to the one of TEST_FAILURES, to be repeated above that line; says which files took longest.
 */
module.exports = class TotalsReporter {
  onRunComplete(_contexts, { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults }) {
    const file = process.env.TEST_TOTALS;
    if (!file) return;
    appendFileSync(file, `${numPassedTests} ${numFailedTests + numRuntimeErrorTestSuites}\n`);
    const failures = testResults.flatMap(failuresOf);
    const database = process.env.TEST_DATABASE ?? 'sqlite';
    if (process.env.TEST_FAILURES && failures.length > 0)
      appendFileSync(
        process.env.TEST_FAILURES,
        failures.map((failure) => `[${database}] ${failure}\n\n`).join(''),
      );
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
