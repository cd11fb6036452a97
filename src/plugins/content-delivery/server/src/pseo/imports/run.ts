import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import type { Fault, ImportOptions, ImportRun } from '../../../../contracts/pseo-imports';
import { LARGE, writtenBy } from '../../freshness/changes/origin';
import { websiteScope } from '../../freshness/revisions';
import { withLocks } from '../../freshness/with-locks';
import { JobProblem, type RunningJob } from '../../jobs';
import type { Templates } from '../templates/templates';
import { findCampaign } from './campaign';
import { candidateOf, createRowMapper, slugsOfInput, targetSlugOf, type PageInput } from './candidate';
import { loadImport } from './check';
import { createYielder } from '../../platform/yielder';
import { renderBefore } from '../templates/rendered-before';
import { emitPageEvents, type PageEvent } from '../pages/page-events';
import { refuseUnknownAttributes } from '../pages/bulk';
import { createWebhookBackpressure } from '../../platform/webhook-queue';
import { planBatch, type BatchPlan } from './plan-batch';
import { sourceRows } from './rows';
import { slugOwners } from './stored-pages';
import type { ImportStore, StagedRow } from './store';
import { createPageWriter } from './write-pages';

export const RUN_JOB = 'pseo-import-run';

export interface RunPayload {
  /** documentId of the import. */
  pageImport: string;
  options: ImportOptions;
  /** The row number of the user who is named as the author; null for none. */
  userId: number | null;
  /** Of the campaign that the rows were checked against. */
  version: string;
  /** Whether the check found pages that were there already. */
  sawPages: boolean;
  /** Rows that are to become pages; absent in jobs of earlier releases. */
  total?: number;
}

interface Checkpoint {
  /** The position of the first row that nothing was done with yet. */
  next: number;
}

/** What one batch did, once it is committed. */
interface Batch {
  events: PageEvent[];
  counted: ImportRun['result'];
}

export interface RunReport {
  result: ImportRun['result'];
  perSecond: number | null;
}

const CHANGED =
  'The campaign was changed after the file was checked, so its pages could come out differently. Check the file again, then run it again: pages that are there already are left as they are.';

/**
 * Makes and changes the pages, some hundred at a time: each batch is one transaction with its progress in it, so
 * that after a crash the work goes on after the last batch that is there, and no page is made twice.
 *
 * A batch first takes the website's lock, as every write does. What depends on the file and the templates alone
 * was found by the check; what others may have changed since is checked again under the lock.
 */
export const createRunHandler = (imports: {
  strapi: Core.Strapi;
  templates: Templates;
  store: ImportStore;
}) => {
  const { strapi, store } = imports;
  const writer = createPageWriter(strapi);

  return async (job: RunningJob<RunPayload, Checkpoint>): Promise<void> => {
    const { options, version, userId, sawPages } = job.payload;
    const { pageImport, choices, campaign, pageTexts } = await loadImport(imports, job.payload.pageImport);
    if (campaign.version !== version) throw new JobProblem(CHANGED);
    refuseUnknownAttributes(strapi);
    const { inputOf } = createRowMapper(pageTexts, pageImport.columns, choices);
    const faulty = await store.faultyPositions(pageImport.id);
    const yieldTurn = createYielder();
    const waitForWebhooks = createWebhookBackpressure(strapi, job);
    const start = performance.now();
    const begunAt = job.done;
    let { done } = job;
    const result = runResultOf(job.report);

    const plan = async (inputs: readonly PageInput[]): Promise<BatchPlan> => {
      const owners = await slugOwners(strapi, campaign, inputs.flatMap(slugsOfInput), yieldTurn);
      return planBatch(inputs, owners, { pageTexts, publish: options.publish, sawPages, yieldTurn });
    };

    /** Renders what the batch will render, as far as that can be known without the lock. */
    const render = async (inputs: readonly PageInput[], attempt: number): Promise<void> => {
      if (sawPages || attempt > 1) {
        await plan(inputs);
        return;
      }
      for (const input of inputs) {
        const { slug, faults } = input;
        if (slug !== null && faults.length === 0) {
          await targetSlugOf(pageTexts, candidateOf({ ...input, slug }, null));
        }
        await yieldTurn();
      }
    };

    const write = async (
      trx: Knex.Transaction,
      rows: readonly StagedRow[],
      inputs: readonly PageInput[],
    ): Promise<Batch> => {
      await yieldTurn();
      const now = await findCampaign(strapi, campaign.documentId);
      await yieldTurn();
      if (now?.version !== version) throw new JobProblem(CHANGED);

      const { creates, updates, skipped, same } = await plan(inputs);
      const [first] = skipped;
      if (first && !options.skipFaulty) {
        throw new JobProblem(
          `Stopped at line ${first.line}, before which everything was imported: ${(first.detail as Fault[])[0]?.message}`,
        );
      }
      const next = (rows[rows.length - 1]?.position ?? 0) + 1;
      const counted: ImportRun['result'] = {
        created: result.created + creates.length,
        updated: result.updated + updates.length,
        same: result.same + same,
        skipped: result.skipped + rows.length - inputs.length + skipped.length,
      };
      const writing = { trx, campaign, publish: options.publish, userId, yieldTurn };
      const events = [...(await writer.create(writing, creates)), ...(await writer.update(writing, updates))];
      await store.addFindings(pageImport.id, skipped);
      const seconds = (performance.now() - start) / 1_000;
      const perSecond = (done + rows.length - begunAt) / seconds;
      const report: RunReport = { result: counted, perSecond };
      await job.save({ checkpoint: { next }, done: done + rows.length, report });
      return { events, counted };
    };

    const isLarge = (job.payload.total ?? Infinity) > LARGE;
    const origin = { source: 'import' as const, userId, isLarge, work: job.documentId };
    const from = job.checkpoint?.next ?? 0;
    // No more than the lock: what goes live raises the revision as it is logged, and drafts are not delivered.
    const scope = websiteScope(campaign.website.documentId);
    for await (const rows of sourceRows(store, pageImport, choices, from)) {
      await waitForWebhooks();
      const inputs: PageInput[] = [];
      for (const row of rows) {
        if (!faulty.has(row.position)) inputs.push(await inputOf(row));
        await yieldTurn();
      }
      // A batch that conflicts with another writer is rolled back as a whole, and tried again.
      const { events, counted } = await writtenBy(origin, () =>
        renderBefore(
          (attempt) => render(inputs, attempt),
          () => withLocks(strapi, [scope], ({ trx }) => write(trx, rows, inputs)),
        ),
      );
      Object.assign(result, counted);
      done += rows.length;
      await emitPageEvents(strapi, events);
    }
  };
};

/** What a run has done so far, by its report; null before the first batch. */
export const runResultOf = (report: unknown): ImportRun['result'] => ({
  created: 0,
  updated: 0,
  same: 0,
  skipped: 0,
  ...(report as RunReport | null)?.result,
});
