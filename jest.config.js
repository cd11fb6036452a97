/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  globalSetup: '<rootDir>/tests/support/build.ts',
  transform: {
    '^.+\\.tsx?$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript', tsx: true }, target: 'es2022' } }],
  },
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/.cache'],
  testMatch: ['<rootDir>/tests/**/*.test.ts'],
  testTimeout: 60_000,
  maxWorkers: 2,
};
