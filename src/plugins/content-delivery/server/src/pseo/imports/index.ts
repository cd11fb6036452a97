import type { Core } from '@strapi/strapi';
import type {
  NearDuplicate,
  Fault,
  FaultyRow,
  ImportCheck,
  ImportOptions,
  ImportProgress,
  ImportRun,
  PageImport,
  PageImportSummary,
  RenamedPage,
  SlashedPage,
} from '../../../../contracts/pseo-imports';
import { websiteScope } from '../../freshness/revisions';
import { withLocks } from '../../freshness/with-locks';
import type { Job, Jobs } from '../../jobs';
import type { Templates } from '../templates/templates';
import { findCampaign, variablesOf, type ImportCampaign } from './campaign';
import { CHECK_JOB, createCheckHandler, type CheckPayload, type CheckReport, NOTHING_FOUND } from './check';
import type { PageHtml } from './page-html';
import { ImportProblem, underWay } from './problem';
import { createRunHandler, RUN_JOB, runResultOf, type RunPayload, type RunReport } from './run';
import { recordEnd, recordRun } from './record';
import { createImportStore, type Finding, type FindingKind, type StoredImport } from './store';
import { createFileStager, type NewImport } from './stage-file';
import { checkedChoices, matchTargets } from './targets';

export { mayImport } from './access';
export { findCampaign, type ImportCampaign } from './campaign';
export { ImportProblem } from './problem';
export type { StoredImport } from './store';

const ACTIVE = new Set(['waiting', 'running']);
/** Imports that a list shows. */
const LISTED = 20;

/** Pages of a campaign from a file, which is staged, checked and run. */
export const createImports = (strapi: Core.Strapi, templates: Templates, pageHtml: PageHtml, jobs: Jobs) => {
  const store = createImportStore(strapi);
  const { stageFile, sweep } = createFileStager(store);
  const jobOf = async (documentId: string | null): Promise<Job | null> =>
    documentId === null ? null : jobs.find(documentId);
  const isActive = (job: Job | null): boolean => job !== null && ACTIVE.has(job.state);
  const isBusy = async ({ checkJob, runJob }: StoredImport): Promise<boolean> =>
    isActive(await jobOf(checkJob)) || isActive(await jobOf(runJob));

  const refuseWhileBusy = async (one: StoredImport): Promise<void> => {
    if (await isBusy(one)) {
      throw new ImportProblem(
        'This import is being checked or run. Wait for its end, or cancel it.',
        'conflict',
      );
    }
  };

  const campaignOf = async (one: StoredImport): Promise<ImportCampaign> => {
    const campaign = await findCampaign(strapi, one.campaign);
    if (!campaign) throw new ImportProblem('The campaign of this import is not there any more.', 'missing');
    return campaign;
  };

  /** @throws ImportProblem while another import runs in the same campaign */
  const refuseWhileOthersRun = async ({ id, campaign }: StoredImport): Promise<void> => {
    for (const other of await store.list({ campaign })) {
      const job = other.id === id ? null : await jobOf(other.runJob);
      if (isActive(job)) throw underWay(other.name, job?.leaseUntil ?? null);
    }
  };

  const found = async (documentId: string): Promise<StoredImport> => {
    const one = await store.find(documentId);
    if (!one) throw new ImportProblem('There is no such import.', 'missing');
    return one;
  };

  /**
   * Works on an import, one after the other for a website, however many processes ask; a second one sees what the first has
   * begun.
   */
  const locked = async <Result>(
    documentId: string,
    work: (one: StoredImport) => Promise<Result>,
  ): Promise<Result> => {
    const { website } = await found(documentId);
    return withLocks(strapi, [websiteScope(website)], async () => work(await found(documentId)));
  };

  /** A part of what a check has found. */
  const findingsOf =
    <Row>(kind: FindingKind, toRow: (finding: Finding) => Row) =>
    async (documentId: string, from: number, count: number): Promise<{ rows: Row[]; total: number }> => {
      const { id } = await found(documentId);
      const findings = await store.findings(id, kind, from, count);
      return { rows: findings.map(toRow), total: await store.countFindings(id, kind) };
    };

  const summaryOf = async (one: StoredImport, campaign: ImportCampaign): Promise<PageImportSummary> => {
    const check = await jobOf(one.checkJob);
    const run = await jobOf(one.runJob);
    return {
      documentId: one.documentId,
      name: one.name,
      campaign: { documentId: campaign.documentId, name: campaign.name },
      website: { documentId: campaign.website.documentId, name: campaign.website.name },
      rowCount: one.rowCount,
      createdAt: new Date(one.createdAt).toISOString(),
      check: check && one.choices && toCheck(check, one.choices, campaign),
      run: run && one.options && toRun(run, one.options),
    };
  };

  const detailsOf = async (one: StoredImport): Promise<PageImport> => {
    const campaign = await campaignOf(one);
    const variables = await variablesOf(templates, campaign);
    return {
      ...(await summaryOf(one, campaign)),
      format: { kind: one.kind, delimiter: one.delimiter },
      remarks: one.remarks ?? [],
      columns: one.columns,
      sample: one.sample,
      variables,
      ...matchTargets(
        one.columns.map(({ name }) => name),
        variables.map(({ name }) => name),
      ),
    };
  };

  return {
    found,
    campaignOf,
    detailsOf,

    /** Lets these jobs do the work of imports. */
    registerJobHandlers(workers: Jobs): void {
      workers.handle(CHECK_JOB, createCheckHandler({ strapi, templates, pageHtml, store }));
      workers.handle(RUN_JOB, createRunHandler({ strapi, templates, store }), (job) =>
        recordEnd(strapi, job),
      );
    },

    /** @throws ImportProblem for a file that cannot be used; nothing of it stays */
    async stageFile(file: NewImport): Promise<StoredImport> {
      await sweep(isBusy);
      await jobs.sweep([CHECK_JOB, RUN_JOB]);
      return stageFile(file);
    },

    /** The latest imports into the campaigns that the user may change. */
    async list(campaign: string | undefined, isAllowed: (campaign: ImportCampaign) => boolean) {
      const campaigns = new Map<string, ImportCampaign | null>();
      const summaries: PageImportSummary[] = [];
      for (const one of await store.list(campaign === undefined ? {} : { campaign }, LISTED * 10)) {
        if (!campaigns.has(one.campaign))
          campaigns.set(one.campaign, await findCampaign(strapi, one.campaign));
        const owner = campaigns.get(one.campaign);
        if (owner && isAllowed(owner)) summaries.push(await summaryOf(one, owner));
        if (summaries.length >= LISTED) break;
      }
      return summaries;
    },

    /** Begins the dry run; a former one is forgotten. */
    check: (documentId: string, wanted: unknown): Promise<Job> =>
      locked(documentId, async (one) => {
        await refuseWhileBusy(one);
        const { choices, total } = checkedChoices(wanted, one.columns, one.rowCount);
        const payload: CheckPayload = { pageImport: documentId };
        const job = await jobs.add({ kind: CHECK_JOB, payload, website: one.website, total });
        await store.update(one.id, { choices, checkJob: job.documentId, runJob: null, options: null });
        return job;
      }),

    /** Begins to make and change pages. One import runs in a campaign at a time. */
    run: (documentId: string, options: ImportOptions, userId: number | null): Promise<Job> =>
      locked(documentId, async (one) => {
        await refuseWhileBusy(one);
        const check = await jobOf(one.checkJob);
        if (check?.state !== 'done') {
          throw new ImportProblem('Check the file first; it tells what a run would do.');
        }
        const campaign = await campaignOf(one);
        const { version, result } = check.report as CheckReport;
        if (version !== campaign.version) {
          throw new ImportProblem(
            'The templates of the campaign have changed since the check. Check again first.',
          );
        }
        if (result.faulty > 0 && !options.skipFaulty) {
          throw new ImportProblem(
            `${result.faulty === 1 ? 'One row is' : `${result.faulty} rows are`} faulty. Correct the file, or choose to leave faulty rows out.`,
          );
        }
        await refuseWhileOthersRun(one);
        const sawPages = result.update + result.same > 0;
        const total = check.total ?? one.rowCount;
        const payload: RunPayload = { pageImport: documentId, options, userId, version, sawPages, total };
        const job = await jobs.add({ kind: RUN_JOB, payload, website: one.website, total });
        await store.update(one.id, { options, runJob: job.documentId });
        await recordRun(strapi, 'started', one.website, documentId, total);
        return job;
      }),

    /** Stops what is under way; pages that were made stay. */
    async cancel(documentId: string): Promise<void> {
      const { checkJob, runJob } = await found(documentId);
      for (const job of [runJob, checkJob]) if (job !== null) await jobs.cancel(job);
    },

    /** Lets a run that failed or was cancelled go on after its last batch. */
    resume: (documentId: string): Promise<void> =>
      locked(documentId, async (one) => {
        await refuseWhileOthersRun(one);
        if (one.runJob === null || !(await jobs.resume(one.runJob))) {
          throw new ImportProblem('There is no run of this import that could go on.', 'conflict');
        }
        await recordRun(strapi, 'started', one.website, documentId, one.rowCount);
      }),

    async remove(documentId: string): Promise<void> {
      const one = await found(documentId);
      await refuseWhileBusy(one);
      await store.remove(one.id);
    },

    faulty: findingsOf('faulty', ({ line, slug, detail }): FaultyRow => ({
      line,
      slug,
      faults: detail as Fault[],
    })),
    renamed: findingsOf('renamed', ({ line, slug, detail }): RenamedPage => ({
      line,
      slug: slug ?? '',
      ...(detail as Pick<RenamedPage, 'given'>),
    })),
    slashed: findingsOf('slashed', ({ line, slug, detail }): SlashedPage => ({
      line,
      slug: slug ?? '',
      ...(detail as Pick<SlashedPage, 'variables'>),
    })),
    alike: findingsOf('alike', ({ line, slug, detail }): NearDuplicate => ({
      line,
      slug: slug ?? '',
      ...(detail as Pick<NearDuplicate, 'sibling'>),
    })),
  };
};

export type Imports = ReturnType<typeof createImports>;

const progressOf = (job: Job, perSecond: number | null): ImportProgress => {
  const total = job.total ?? 0;
  const isRunning = job.state === 'running';
  return {
    state: job.state,
    done: job.done,
    total,
    secondsLeft: isRunning && perSecond ? Math.ceil((total - job.done) / perSecond) : null,
    message: job.message,
    startedAt: job.startedAt?.toISOString() ?? null,
    finishedAt: job.finishedAt?.toISOString() ?? null,
  };
};

const toCheck = (
  job: Job,
  choices: NonNullable<StoredImport['choices']>,
  campaign: ImportCampaign,
): ImportCheck => {
  const report = job.report as CheckReport | null;
  return {
    ...progressOf(job, report?.perSecond ?? null),
    choices,
    // A check that was made before slugs were counted has no such figure.
    result: { ...NOTHING_FOUND, ...report?.result },
    notes: report?.notes ?? [],
    isOutdated: report !== null && report.version !== campaign.version,
  };
};

const toRun = (job: Job, options: ImportOptions): ImportRun => {
  const report = job.report as RunReport | null;
  return {
    ...progressOf(job, report?.perSecond ?? null),
    options,
    result: runResultOf(report),
  };
};
