/**
 * What decides on a landing (.ci/run), on a clean checkout: one phase after the other, each with an end, and nothing that needs an
 * installed package, as these are installed by the first phase.
 */
import { existsSync } from 'node:fs';
import { createRun, missed, report } from './phases.mjs';

/**
 * What another database can change: what is delivered, when it is fresh, which rows can be told apart, what a failed commit
 * leaves. Everything else on other databases: npm run test:full -- postgres mariadb.
 */
const DIALECTS = [
  'delivery/(blog-list|blog-post|pseo-pages|redirects|changes|isolation|any-request)\\.test',
  'freshness/(freshness|change-log)\\.test',
  'content/rules/(write-paths|post-slugs|terms)',
  'pseo/rules',
  'access/closed',
  'platform/failing-commits',
].join('|');
/** In a browser: a first day from an empty installation on, and websites with their keys, publishing and previews. */
const IN_A_BROWSER = 'first-steps|websites-page';

const INSTALL_CHROMIUM = [
  'apt-get update -qq',
  'RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium',
].join(' && ');

const environment = { TEST_BUILD: 'current' };
const { run, outcomes } = createRun();

const isBuilt =
  (await run({ name: 'install', minutes: 12, command: ['npm', 'ci', '--no-audit', '--no-fund'] })) &&
  (await run({ name: 'build', minutes: 8, command: ['npm', 'run', 'build'] }));
if (isBuilt) {
  await run({ name: 'test', minutes: 30, command: ['npm', 'test'], environment, hasTests: true });
  await run({
    name: 'dialects',
    minutes: 20,
    command: ['npm', 'run', 'test:databases', '--', 'postgres', 'mysql', '--testPathPatterns', DIALECTS],
    environment,
    hasTests: true,
  });
  const hasChromium =
    existsSync('/usr/bin/chromium') ||
    (await run({ name: 'chromium', minutes: 5, command: ['bash', '-c', INSTALL_CHROMIUM] }));
  if (hasChromium) {
    await run({
      name: 'browser',
      minutes: 12,
      command: ['npm', 'run', 'test:e2e', '--', '--testPathPatterns', IN_A_BROWSER],
      environment,
      hasTests: true,
    });
  } else {
    outcomes.push(missed('browser', 'needs Chromium (Debian: apt-get install chromium)', '.ci/run'));
  }
}
process.exitCode = report(outcomes) ? 0 : 1;
