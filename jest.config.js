require('./src/settings/supported-node');
const { devNull } = require('node:os');

// Strapi reads this file instead of .env, so that tests do not depend on what a developer has there.
process.env.ENV_PATH = devNull;

/** Compiles tests and, for the unit tests, the sources that they import. */
const transform = {
  '^.+\\.tsx?$': [
    '@swc/jest',
    {
      jsc: {
        parser: { syntax: 'typescript', tsx: true },
        // As the panel is built: its files do not import React for their markup.
        transform: { react: { runtime: 'automatic' } },
        target: 'es2022',
      },
    },
  ],
};

const project = {
  testEnvironment: 'node',
  transform,
  setupFiles: ['<rootDir>/tests/support/generated-input.js'],
  setupFilesAfterEnv: ['<rootDir>/tests/support/second-try.js'],
  modulePathIgnorePatterns: [
    '<rootDir>/dist',
    '<rootDir>/client/dist',
    '<rootDir>/.cache',
    '<rootDir>/examples/nextjs',
  ],
  // The client's sources name each other as they are named once they are built.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': ['$1', '$1.js'] },
};

const integration = {
  ...project,
  testMatch: ['<rootDir>/tests/integration/**/*.test.ts'],
  testEnvironment: '<rootDir>/tests/support/server-environment.ts',
  // Strapi runs as it is built; the build is made once, before the first file.
  globalSetup: '<rootDir>/tests/support/build.ts',
  globalTeardown: '<rootDir>/tests/support/cleanup.ts',
};

const database = process.env.TEST_DATABASE || 'sqlite';
/**
 * Files whose outcome no database can change, and those that are shown by one server beside SQLite (CONTRIBUTING.md): on
 * PostgreSQL `x.sqlite.test.ts` and `x.mysql.test.ts`, on MariaDB `x.sqlite.test.ts` and `x.postgres.test.ts`.
 */
const leftOut =
  database === 'sqlite' || process.env.TEST_EVERY_FILE
    ? []
    : [`\\.(sqlite|${database === 'mysql' ? 'postgres' : 'mysql'})\\.((slow|race)\\.)?test\\.ts$`];

/** @type {import('jest').Config} */
module.exports = {
  // Tests start servers and run commands, on machines that may be busy; this is for what hangs.
  testTimeout: 300_000,
  // What a server leaves behind adds up: a worker that has had many of them spends its time collecting garbage.
  workerIdleMemoryLimit: '700MB',
  reporters: ['default', '<rootDir>/tests/support/results-reporter.js'],
  projects: [
    { ...project, displayName: 'unit', testMatch: ['<rootDir>/tests/unit/**/*.test.ts'] },
    { ...project, displayName: 'client', testMatch: ['<rootDir>/client/tests/**/*.test.ts'] },
    {
      ...integration,
      displayName: 'integration',
      testPathIgnorePatterns: ['\\.(slow|race)\\.test\\.ts$', ...leftOut],
    },
    // Work by the thousand, several processes, full connections: what takes longest, and is touched least.
    {
      ...integration,
      displayName: 'slow',
      testMatch: ['<rootDir>/tests/integration/**/*.slow.test.ts'],
      testPathIgnorePatterns: leftOut,
    },
    // What writers and readers, or several processes, do to each other.
    {
      ...integration,
      displayName: 'race',
      testMatch: ['<rootDir>/tests/integration/**/*.race.test.ts'],
      testPathIgnorePatterns: leftOut,
    },
    // npm run release:fixture; it writes into the work tree, so it is there only when it is asked for.
    ...(process.env.RELEASE_FIXTURE
      ? [
          {
            ...integration,
            displayName: 'release-fixture',
            testMatch: ['<rootDir>/tests/release-fixture/*.test.ts'],
          },
        ]
      : []),
    // npm run record fills the database of a recording with it.
    ...(process.env.RECORD_INTO
      ? [{ ...integration, displayName: 'recording', testMatch: ['<rootDir>/tests/recording/*.test.ts'] }]
      : []),
    // Several processes behind nginx, on PostgreSQL: npm run test:instances.
    {
      ...integration,
      displayName: 'instances',
      testMatch: ['<rootDir>/tests/instances/*.test.ts'],
      globalSetup: '<rootDir>/tests/support/instances/setup.ts',
    },
    {
      ...integration,
      displayName: 'faults',
      testMatch: ['<rootDir>/tests/faults/*.test.ts'],
      // Several databases in one run.
      globalSetup: '<rootDir>/tests/faults/setup.ts',
    },
    {
      ...project,
      displayName: 'e2e',
      testMatch: ['<rootDir>/tests/e2e/**/*.test.ts'],
      // A real browser against the production build.
      globalSetup: '<rootDir>/tests/support/e2e/build.ts',
      globalTeardown: '<rootDir>/tests/support/cleanup.ts',
      testEnvironment: '<rootDir>/tests/support/e2e/environment.ts',
    },
    // Each command of package.json and of the docs, once.
    {
      ...project,
      displayName: 'commands',
      testMatch: ['<rootDir>/tests/commands/**/*.test.ts'],
      // A copy of the project, built and with the demo's content.
      globalSetup: '<rootDir>/tests/commands/support/setup.ts',
      globalTeardown: '<rootDir>/tests/commands/support/teardown.ts',
    },
    // The same browser, for as long as it takes to believe it: npm run test:lost-text.
    {
      ...project,
      displayName: 'lost-text',
      testMatch: ['<rootDir>/tests/lost-text/*.test.ts'],
      globalSetup: '<rootDir>/tests/support/e2e/build.ts',
      globalTeardown: '<rootDir>/tests/support/cleanup.ts',
    },
  ],
};
