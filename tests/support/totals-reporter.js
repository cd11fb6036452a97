'use strict';

const { appendFileSync } = require('node:fs');

/** Adds a run's totals to the file that TEST_TOTALS names, for the closing line of continuous integration. */
module.exports = class TotalsReporter {
  onRunComplete(_contexts, { numPassedTests, numFailedTests, numRuntimeErrorTestSuites }) {
    const file = process.env.TEST_TOTALS;
    if (file) appendFileSync(file, `${numPassedTests} ${numFailedTests + numRuntimeErrorTestSuites}\n`);
  }
};
