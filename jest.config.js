/** Compiles tests and, for the unit tests, the sources that they import. */
const transform = {
  '^.+\\.tsx?$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript', tsx: true }, target: 'es2022' } }],
};

const project = {
  testEnvironment: 'node',
  transform,
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/.cache'],
};

/** @type {import('jest').Config} */
module.exports = {
  testTimeout: 60_000,
  reporters: ['default', '<rootDir>/tests/support/totals-reporter.js'],
  projects: [
    { ...project, displayName: 'unit', testMatch: ['<rootDir>/tests/unit/**/*.test.ts'] },
    {
      ...project,
      displayName: 'integration',
      testMatch: ['<rootDir>/tests/integration/**/*.test.ts'],
      // Strapi runs as it is built; the build is made once, before the first file.
      globalSetup: '<rootDir>/tests/support/build.ts',
      globalTeardown: '<rootDir>/tests/support/cleanup.ts',
    },
  ],
};
