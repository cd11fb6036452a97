import type { Core } from '@strapi/strapi';
import type { Jobs } from '../jobs';
import type { Templates } from '../pseo/templates';
import { createBulkJobs } from './bulk';
import { createPageChanges } from './changes';
import { createPageList } from './list';
import { createPageQueue } from './queue';
import { createSelections } from './selection';
import { createStep } from './steps';

/** pSEO pages by the thousand: the list of them, and changes of many at once. */
export const createPages = (strapi: Core.Strapi, jobs: Jobs, templates: Templates) => {
  const queue = createPageQueue(strapi);
  const selections = createSelections(strapi);
  const change = createPageChanges(strapi, templates);
  const step = createStep(strapi, queue, change);
  return {
    queue,
    selections,
    step,
    list: createPageList(selections),
    bulk: createBulkJobs({ strapi, jobs, queue, selections, step }),
  };
};

export type Pages = ReturnType<typeof createPages>;
