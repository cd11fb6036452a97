const { devNull } = require('node:os');

// Strapi reads this file instead of .env, so that tests do not depend on what a developer has there.
process.env.ENV_PATH = devNull;

/** Compiles tests and, for the unit tests, the sources that they import. */
const transform = {
  '^.+\\.tsx?$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript', tsx: true }, target: 'es2022' } }],
};

const project = {
  testEnvironment: 'node',
  transform,
  setupFiles: ['<rootDir>/tests/support/generated-input.js'],
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

const SLOW = [
  'backup',
  'limits',
  'moving-in',
  'operation',
  'page-import',
  'pseo',
  'releases',
  'security',
  'starting',
].map((folder) => `<rootDir>/tests/integration/${folder}`);
/** Several processes behind nginx, on PostgreSQL: `npm run test:instances`. */
const INSTANCES = '<rootDir>/tests/integration/instances';

/**
 * Files whose outcome no database can change: parameters, headers, limits, logs, files, commands' options. They run on
 * SQLite only, unless TEST_EVERY_FILE is set. A file that reads or writes content belongs here only when another one
 * shows the same reads and writes on each database.
 */
const ON_SQLITE_ONLY = [
  'backup/refusals',
  'backup/standard-output',
  'bad-requests',
  'browsers',
  'caching',
  'client',
  'fast-lane-faults',
  'html-field',
  'limits/',
  'moving-in/draft-slugs',
  'moving-in/faults',
  'moving-in/image-copies',
  'moving-in/images',
  'moving-in/run-again',
  'moving-in/saved-meanwhile',
  'moving-in/terms-here',
  'moving-in/webhooks',
  'moving-in/withdrawn',
  'moving-in/wordpress',
  'openapi',
  'operation/metrics',
  'operation/readers-who-go',
  'operation/request-log',
  'operation/shutdown',
  'page-import/command',
  'pseo/campaign-preview',
  'pseo/webhook-pace',
  'security/accounts',
  'security/audit',
  'security/end-users',
  'security/every-route',
  'security/every-route-gives',
  'security/headers',
  'security/request-bodies',
  'security/uploaded-files',
  'starting/first-roles',
  'starting/layouts',
  'starting/uploads-in-a-bucket',
  'worker-thread',
].map((file) => `<rootDir>/tests/integration/${file.endsWith('/') ? file : `${file}\\.test\\.ts$`}`);

const isSqlite = (process.env.TEST_DATABASE || 'sqlite') === 'sqlite';
const leftOut = isSqlite || process.env.TEST_EVERY_FILE ? [] : ON_SQLITE_ONLY;

/** @type {import('jest').Config} */
module.exports = {
  // Tests start servers and run commands, on machines that may be busy; this is for what hangs.
  testTimeout: 300_000,
  reporters: ['default', '<rootDir>/tests/support/totals-reporter.js'],
  projects: [
    { ...project, displayName: 'unit', testMatch: ['<rootDir>/tests/unit/**/*.test.ts'] },
    { ...project, displayName: 'client', testMatch: ['<rootDir>/client/tests/**/*.test.ts'] },
    {
      ...integration,
      displayName: 'integration',
      testPathIgnorePatterns: [...[...SLOW, INSTANCES].map((folder) => `${folder}/`), ...leftOut],
    },
    // Work by the thousand, several processes, full connections: what takes longest, and is touched least.
    {
      ...integration,
      displayName: 'slow',
      testMatch: SLOW.map((folder) => `${folder}/**/*.test.ts`),
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
    {
      ...integration,
      displayName: 'instances',
      testMatch: [`${INSTANCES}/**/*.test.ts`],
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
  ],
};
