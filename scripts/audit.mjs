// @ts-check
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Asks the npm registry which packages have known weaknesses, and holds the answer against docs/security/accepted.json:
 * advisories that were looked at and do not reach us, each with a reason and a day on which it is looked at again.
 *
 * node scripts/audit.mjs [options of npm audit, such as --omit=dev]
 * Exit codes: 0 nothing new, 1 something to look at, 2 the registry could not be asked.
 */
const root = path.resolve(import.meta.dirname, '..');
const list = process.env.AUDIT_ACCEPTED ?? path.join(root, 'docs', 'security', 'accepted.json');

/**
 * @typedef {{ advisory: string, package: string, reason: string, until: string }} Accepted
 * @typedef {{ name: string, title: string, url: string, severity: string, range: string }} Advisory
 * @typedef {{ error?: { summary?: string }, message?: string, vulnerabilities?: Record<string, { via: (string | Advisory)[] }> }} Report
 */

/** @returns {Accepted[]} */
const readAccepted = () => {
  const entries = JSON.parse(readFileSync(list, 'utf8'));
  for (const entry of entries) {
    for (const name of ['advisory', 'package', 'reason', 'until']) {
      if (typeof entry[name] !== 'string' || entry[name].trim() === '') {
        throw new Error(`${list}: each entry needs "${name}". Missing in ${JSON.stringify(entry)}.`);
      }
    }
    if (!/^\d{4}-\d{2}-\d{2}$/.test(entry.until)) {
      throw new Error(`${list}: "until" is a day such as 2027-01-31, not "${entry.until}".`);
    }
  }
  return entries;
};

/** @returns {Report} */
const ask = () => {
  const { stdout, error } = spawnSync('npm', ['audit', '--json', ...process.argv.slice(2)], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error) return { error: { summary: error.message } };
  try {
    return JSON.parse(stdout);
  } catch {
    return { error: { summary: 'npm audit did not answer with JSON' } };
  }
};

/** @param {string} url */
const idOf = (url) => url.split('/').pop() ?? url;

const accepted = readAccepted();
const report = ask();
if (!report.vulnerabilities) {
  const why = report.error?.summary || report.message || 'no answer';
  console.error(`The registry could not be asked for advisories, nothing was checked: ${why.trim()}`);
  process.exit(2);
}

/** By advisory and package. @type {Map<string, Advisory>} */
const found = new Map();
for (const { via } of Object.values(report.vulnerabilities)) {
  for (const one of via) {
    // A text names a package further down, which has the advisory.
    if (typeof one !== 'string') found.set(`${idOf(one.url)} ${one.name}`, one);
  }
}

const today = new Date().toISOString().slice(0, 10);
let isFine = true;
for (const [key, { name, title, url, severity, range }] of [...found].sort(([a], [b]) => (a < b ? -1 : 1))) {
  const entry = accepted.find((one) => `${one.advisory} ${one.package}` === key);
  if (entry && entry.until >= today) continue;
  isFine = false;
  console.error(`${severity}: ${name} ${range}: ${title}\n  ${url}`);
  if (entry) console.error(`  It was accepted until ${entry.until}: look at it again.`);
}
for (const { advisory, package: name } of accepted) {
  if (found.has(`${advisory} ${name}`)) continue;
  console.log(`${advisory} of ${name} is not reported any more: take it out of the list of accepted ones.`);
}
if (isFine) {
  console.log(`No advisory but ${found.size} that ${found.size === 1 ? 'is' : 'are'} accepted.`);
} else {
  console.error('Update what is named, or accept it with a reason: see SECURITY.md.');
}
process.exit(isFine ? 0 : 1);
