import type { Core } from '@strapi/strapi';
import type { Jobs } from '../../jobs';
import type { Templates } from '../templates/templates';
import { createPageEvents } from './page-events';
import { createBulkJobs } from './bulk';
import { createPageChanges } from './changes';
import { createPageList } from './list';
import { createPageJobs } from './page-jobs';
import { createPageQueue } from './queue';
import { createSelectionResolver } from './selection-resolver';
import { createSelections } from './selection';
import { createSlugs } from './slugs';
import { createSteps } from './steps';

/** pSEO pages by the thousand: the list of them, and changes of many at once. */
export const createPages = (strapi: Core.Strapi, jobs: Jobs, templates: Templates) => {
  const queue = createPageQueue(strapi);
  const selections = createSelections(strapi);
  const resolver = createSelectionResolver(strapi, selections);
  const pageJobs = createPageJobs(jobs, queue);
  const events = createPageEvents(strapi);
  const steps = createSteps(strapi, queue, createPageChanges(strapi, templates, events));
  return {
    queue,
    selections,
    steps,
    /** Resolves when all that steps have committed has been announced, to webhooks among others. */
    eventsFlushed: events.flushed,
    list: createPageList(selections),
    count: resolver.count,
    jobs: pageJobs,
    bulk: createBulkJobs({ strapi, jobs, pageJobs, queue, selections, resolver, steps, events }),
    slugs: createSlugs({ strapi, jobs, pageJobs, templates, queue, selections, resolver, events }),
  };
};

export type Pages = ReturnType<typeof createPages>;
