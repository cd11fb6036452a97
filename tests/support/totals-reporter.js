'use strict';

const { appendFileSync } = require('node:fs');
const path = require('node:path');

/** How many of the files that took longest are named. */
const SLOWEST = 15;

/**
 * For continuous integration: adds a run's totals to the file that TEST_TOTALS names, for the closing line, and says which
 * files took longest.
 */
module.exports = class TotalsReporter {
  onRunComplete(_contexts, { numPassedTests, numFailedTests, numRuntimeErrorTestSuites, testResults }) {
    const file = process.env.TEST_TOTALS;
    if (!file) return;
    appendFileSync(file, `${numPassedTests} ${numFailedTests + numRuntimeErrorTestSuites}\n`);
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
