import type { Core } from '@strapi/strapi';
import type { Jobs } from '../../jobs';
import type { TaskWorker } from '../../platform/task-worker';
import { createReplaceJobs } from './jobs';
import { createLocalFiles } from './local-files';
import { createPlanner, type ReplaceTasks } from './plan';
import { createReplaceSearch } from './search';
import { createReplacedPostStore } from './store';

export { REPLACE_KINDS } from './jobs';
export { REPLACED_POST_MODEL } from './model';

/** Search and replace over the posts of websites: looked at first, then done as a job, and taken back. */
export const createReplacements = (strapi: Core.Strapi, jobs: Jobs, worker: TaskWorker<ReplaceTasks>) => {
  const plan = createPlanner(worker);
  const store = createReplacedPostStore(strapi);
  const search = createReplaceSearch(strapi, plan);
  const runs = createReplaceJobs(strapi, jobs, store, plan);
  return { store, search, jobs: runs, localFiles: createLocalFiles(strapi, search, runs) };
};

export type Replacements = ReturnType<typeof createReplacements>;
