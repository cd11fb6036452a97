import type { Core } from '@strapi/strapi';
import type * as JobsModule from '../../src/plugins/content-delivery/server/src/jobs';
import type * as PagesModule from '../../src/plugins/content-delivery/server/src/pseo/pages';
import type * as TemplatesModule from '../../src/plugins/content-delivery/server/src/pseo/templates/templates';
import { requireBuilt } from './built';

const { createJobs } = requireBuilt<typeof JobsModule>('jobs');
const { createPages } = requireBuilt<typeof PagesModule>('pseo/pages');
const { createTemplates } = requireBuilt<typeof TemplatesModule>('pseo/templates/templates');

/** Another process, as far as jobs of pSEO pages can tell; nothing of it is started. */
export const anotherProcess = (strapi: Core.Strapi) => {
  const jobs = createJobs(strapi);
  return { jobs, pages: createPages(strapi, jobs, createTemplates()) };
};
