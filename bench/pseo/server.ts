/** A production Strapi with a website for pages: serves them, and imports them. */
import { createReadStream } from 'node:fs';
import { createStrapi } from '@strapi/strapi';
import type { PageAction } from '../../src/plugins/content-delivery/contracts/pseo-pages';
import type { Selection } from '../../src/plugins/content-delivery/server/src/pseo/pages/selection';
import { serviceOf } from '../../src/plugins/content-delivery/server/src/services';
import { listen, serveCommands } from '../child';
import { watchEventLoop } from './event-loop';
import { insertPages } from './inserts';
import { TEMPLATES } from './pages';

export interface Ref {
  id: number;
  documentId: string;
}

export interface Prepared {
  website: Ref;
  campaign: Ref;
}

/** Milliseconds, in all and by step. */
export interface ImportTimes {
  stageFile: number;
  check: number;
  run: number;
  result: { created: number; updated: number; same: number; skipped: number };
}

/** Milliseconds of changes of all pages of a website, and of looking at them in the admin panel. */
export interface ChangeTimes {
  publish: number;
  unpublish: number;
  delete: number;
  list: number;
  drafts: number;
  counts: number;
}

const { appDir, distDir } = JSON.parse(process.argv[2] ?? '') as { appDir: string; distDir: string };
const strapi = createStrapi({ appDir, distDir, autoReload: false, serveAdminPanel: false });

const timed = async <Result>(work: () => Promise<Result>): Promise<[number, Result]> => {
  const start = performance.now();
  const result = await work();
  return [performance.now() - start, result];
};

/** Waits for the end of a job, whether this process works on it already or not. */
const ended = async (documentId: string): Promise<unknown> => {
  const jobs = serviceOf(strapi, 'jobs');
  for (;;) {
    await jobs.runner.drain();
    const job = await jobs.find(documentId);
    if (job?.state === 'done') return job.report;
    if (job?.state !== 'waiting' && job?.state !== 'running')
      throw new Error(job?.message ?? 'The job is lost.');
  }
};

const create = async (uid: string, data: object): Promise<Ref> => {
  const { id, documentId } = await strapi.documents(uid as 'api::tag.tag').create({ data: data as never });
  return { id: Number(id), documentId };
};

const longestTurn = watchEventLoop();

serveCommands({
  async load() {
    await strapi.load();
  },

  /** Closes the database, so that its file is complete. */
  close: () => strapi.destroy(),

  async listen(): Promise<number> {
    strapi.server.mount();
    return listen(strapi.server.httpServer);
  },

  /** A website with a campaign. */
  async prepare(key: string): Promise<Prepared> {
    const website = await create('api::website.website', { name: key, apiKey: key });
    const campaign = await create('api::pseo-campaign.pseo-campaign', {
      name: key,
      website: website.documentId,
      ...TEMPLATES,
    });
    return { website, campaign };
  },

  /** The same rows as an import makes, by plain batched inserts. @returns milliseconds */
  inserts: ({
    website,
    campaign,
    count,
    ...options
  }: Prepared & { count: number; first?: number; live?: boolean }): Promise<number> =>
    insertPages(strapi.db.connection, website, campaign, count, options),

  /** Another campaign of a website. */
  addCampaign: ({ website, name }: { website: Ref; name: string }): Promise<Ref> =>
    create('api::pseo-campaign.pseo-campaign', { name, website: website.documentId, ...TEMPLATES }),

  /** Drafts of a campaign in the order of their numbers. */
  async draftsOf({ campaign, count }: { campaign: Ref; count: number }): Promise<string[]> {
    const rows: Ref[] = await strapi.db.query('api::pseo-page.pseo-page').findMany({
      where: { campaign: campaign.id, publishedAt: null },
      select: ['documentId'],
      orderBy: 'id',
      limit: count,
    });
    return rows.map(({ documentId }) => documentId);
  },

  async administrator(): Promise<{ email: string; password: string }> {
    const role = (await strapi.service('admin::role').getSuperAdmin()) as { id: number };
    const user = { email: 'admin@example.com', password: 'Benchmark-password-1' };
    await strapi
      .service('admin::user')
      .create({ ...user, firstname: 'A', lastname: 'B', isActive: true, roles: [role.id] });
    return user;
  },

  longestTurn,

  async import({
    website,
    campaign,
    file,
    publish = true,
  }: Prepared & { file: string; publish?: boolean }): Promise<ImportTimes> {
    const imports = serviceOf(strapi, 'imports');
    const [stageFile, stored] = await timed(() =>
      imports.stageFile({
        name: 'bench.csv',
        campaign: campaign.documentId,
        website: website.documentId,
        startedBy: null,
        bytes: createReadStream(file),
      }),
    );
    const { matched } = await imports.detailsOf(stored);
    const [check] = await timed(async () => {
      const job = await imports.check(stored.documentId, { mode: 'rows', targets: matched });
      return ended(job.documentId);
    });
    const [run, report] = await timed(async () => {
      const job = await imports.run(stored.documentId, { publish, skipFaulty: false }, null);
      return ended(job.documentId);
    });
    return { stageFile, check, run, result: (report as ImportTimes).result };
  },

  /** Publishes drafts of a campaign one by one, as the admin panel does. @returns milliseconds */
  async publishOneByOne({ campaign, count }: { campaign: Ref; count: number }): Promise<number> {
    const drafts = await strapi.db.query('api::pseo-page.pseo-page').findMany({
      where: { campaign: campaign.id, publishedAt: null },
      orderBy: { id: 'desc' },
      limit: count,
    });
    const [time] = await timed(async () => {
      for (const { documentId } of drafts)
        await strapi.documents('api::pseo-page.pseo-page').publish({ documentId });
    });
    return time;
  },

  /** Publishes, lists, unpublishes and deletes all pages of a website. */
  async changes({ website, count }: { website: Ref; count: number }): Promise<ChangeTimes> {
    const { bulk, list, selections } = serviceOf(strapi, 'pages');
    const { documentId } = website;
    const change = async (action: PageAction): Promise<number> => {
      const [time, report] = await timed(async () =>
        ended((await bulk.start({ action, filter: { website: documentId } }, null, null)).documentId),
      );
      const { changed, unchanged } = report as { changed: number; unchanged: number };
      if (changed + unchanged !== count) throw new Error(`Not as expected: ${JSON.stringify(report)}`);
      return time;
    };
    const all: Selection = { website, narrowing: null };
    const first = { sort: 'slug:asc', limit: 50, cursor: null } as const;

    const publish = await change('publish');
    const [listed] = await timed(() => list(all, first));
    const [drafts] = await timed(() => list({ ...all, state: 'draft' }, first));
    const [counts] = await timed(() => selections.countStates(all));
    return {
      publish,
      list: listed,
      drafts,
      counts,
      unpublish: await change('unpublish'),
      delete: await change('delete'),
    };
  },

  async campaignOf(name: string): Promise<Ref> {
    return strapi.db.query('api::pseo-campaign.pseo-campaign').findOne({ where: { name } });
  },

  /** Saves another template, as the admin panel does. @returns milliseconds */
  async editTemplate({ campaign, text }: { campaign: Ref; text: string }): Promise<number> {
    const data = { metaTitleTemplate: text } as object;
    const [time] = await timed(() =>
      strapi.documents('api::pseo-campaign.pseo-campaign').update({ documentId: campaign.documentId, data }),
    );
    return time;
  },

  memory: () => process.memoryUsage().rss,
  peakMemory: () => process.resourceUsage().maxRSS * 1024,
});
