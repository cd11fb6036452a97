/**
 * Links between entries. A check reads all live texts of an account's websites as a job, with the matcher that front ends
 * have, and stores what it found; the page "Links" lists it. Nothing of it is on the way of a response.
 */
import type { Core } from '@strapi/strapi';
import type { Bin } from '../../content/bin';
import type { History } from '../../content/history';
import { createJobs, type Job } from '../../jobs';
import type { TaskWorker } from '../../platform/task-worker';
import { createLinkCheck, type LinkCheckPayload } from './check';
import { createDescription } from './describe';
import type { SurveyTasks } from './read-texts';
import { revisionsOf, sitesOf } from './scope';
import { createLinkStore } from './store';
import { DAY } from '../../platform/durations';

export { LINK_CHECK_MODEL, LINK_FINDING_MODEL } from './model';

export const LINK_CHECK_JOB = 'link-check';

export const createLinks = (
  strapi: Core.Strapi,
  worker: TaskWorker<SurveyTasks>,
  bin: Pick<Bin, 'slugsOf'>,
  history: Pick<History, 'newest'>,
) => {
  // A separate queue, so that no import waits for a check.
  const jobs = createJobs(strapi);
  const store = createLinkStore(strapi);
  jobs.handle(LINK_CHECK_JOB, createLinkCheck(strapi, worker, bin, store));

  const accountOf = ({ payload }: Job): string => (payload as LinkCheckPayload).account;

  /** The latest job of a day of each account, whatever has become of it. */
  const latest = async (): Promise<Map<string, Job>> => {
    const found = new Map<string, Job>();
    const since = new Date(Date.now() - DAY);
    for (const job of await jobs.list({ kind: LINK_CHECK_JOB, createdAt: { $gt: since } }, 500)) {
      if (!found.has(accountOf(job))) found.set(accountOf(job), job);
    }
    return found;
  };

  /** Begins a check, unless one of the account is under way. */
  const start = async (account: string): Promise<void> => {
    await jobs.sweep([LINK_CHECK_JOB]);
    const job = (await latest()).get(account);
    if (job?.state === 'waiting' || job?.state === 'running') return;
    await jobs.add({ kind: LINK_CHECK_JOB, payload: { account } satisfies LinkCheckPayload });
  };

  return {
    runner: jobs.runner,
    jobKinds: jobs.kinds,
    checks: store.checks,
    describe: createDescription(strapi, history),
    latest,

    start,

    /** Checks again what was checked long ago and has changed since, and what was never checked and has readers. */
    async renew(now: number): Promise<void> {
      // One that went wrong is not begun anew before a day has passed.
      const begun = await latest();
      for (const account of await store.unchecked()) if (!begun.has(account)) await start(account);
      for (const { account, revisions } of await store.checksBefore(new Date(now - DAY))) {
        const sites = await sitesOf(strapi, account);
        if (sites.length > 0 && revisions !== (await revisionsOf(strapi, account, sites)))
          await start(account);
      }
    },
  };
};

export type Links = ReturnType<typeof createLinks>;
