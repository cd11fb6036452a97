/** `npm run doctor`: what is wrong or risky, before it hurts. See docs/operations/doctor.md. */
import '../../src/settings/supported-node';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { FolderName } from '../../src/plugins/content-delivery/server/src/operation/disk-space/folders';
import { run } from '../shared/command';
import { ENVIRONMENT_FILE, ROOT } from '../shared/environment';
import { lookAtAddresses } from './checks/addresses';
import { lookAtBucket } from './checks/bucket';
import { lookAtDisks } from './checks/disk';
import { lookAtMail } from './checks/mail';
import { lookAtMemory } from './checks/memory';
import { lookAtNode } from './checks/node';
import { lookAtRedis } from './checks/redis';
import { secretFileFindings, secretFindings } from './checks/secrets';
import { lookAtUploads } from './checks/uploads';
import { createDatabaseChecks } from './database';
import { ok, wrong, type Check, type Finding } from './finding';
import { readOptions, USAGE } from './options';
import { lineOf, statusOf, summaryOf } from './report';
import { findingsOf } from './run-checks';
import { readSettings, type Settings } from './settings';

const MEGABYTE = 1024 * 1024;
/** Milliseconds. */
const CLOSE = 2_000;

const uploadFolderIn = ({ publicDir }: Settings): string | null =>
  publicDir === null ? null : path.join(publicDir, 'uploads');

/** As a server has them. */
const foldersOf = (settings: Settings): ReadonlyMap<FolderName, string> => {
  const { database, bucket } = settings;
  const folders = new Map<FolderName, string>();
  if (database?.client === 'sqlite')
    folders.set('database', path.dirname(String(database.connection['filename'])));
  const uploads = uploadFolderIn(settings);
  if (uploads !== null && !bucket) folders.set('uploads', uploads);
  return folders.set('temporary', tmpdir());
};

const settingsFindings = ({ problems }: Settings): Finding[] =>
  problems.length === 0
    ? [ok('Settings', 'all of them can be used')]
    : problems.map((problem) => wrong('Settings', problem));

const checksOf = (settings: Settings) => {
  const { plugin, bucket, mail } = settings;
  const database = createDatabaseChecks(settings.database, settings.workers ?? 0);
  const uploads = uploadFolderIn(settings);
  const checks: (Check | false)[] = [
    { about: 'Node', look: () => lookAtNode(ROOT) },
    { about: 'Settings', look: () => settingsFindings(settings) },
    {
      about: 'Secrets',
      look: () => [...secretFindings(process.env), ...secretFileFindings(ENVIRONMENT_FILE)],
    },
    plugin !== null && {
      about: 'Memory',
      look: () => lookAtMemory(plugin.cacheMegabytes, settings.workers ?? 0),
    },
    plugin !== null && {
      about: 'Disk',
      look: () => lookAtDisks(foldersOf(settings), plugin.diskMinFreeMegabytes * MEGABYTE),
    },
    ...database.checks,
    uploads !== null && {
      about: 'Uploads',
      seconds: 60,
      look: () => lookAtUploads(uploads, database.tables()),
    },
    bucket !== null && { about: 'Bucket', seconds: 30, look: () => lookAtBucket(bucket, database.tables()) },
    plugin !== null && { about: 'Redis', look: () => lookAtRedis(plugin.limits.redisUrl) },
    plugin !== null && { about: 'Addresses', look: () => lookAtAddresses(plugin) },
    { about: 'Mail', look: () => lookAtMail(mail) },
    database.clock,
  ];
  return { checks: checks.filter((check) => check !== false), close: database.close };
};

const execute = async (): Promise<number> => {
  const { checks, close } = checksOf(readSettings(ROOT));
  const findings: Finding[] = [];
  try {
    for await (const finding of findingsOf(checks)) {
      findings.push(finding);
      console.log(lineOf(finding));
    }
  } finally {
    // SQLite removes its log then. A connection that hangs is left to the end of the process.
    await Promise.race([close().catch(() => undefined), pause(CLOSE)]);
  }
  console.log(summaryOf(findings));
  return statusOf(findings);
};

run(USAGE, readOptions, execute);
