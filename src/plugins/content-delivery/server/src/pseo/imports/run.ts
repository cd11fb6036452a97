import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import type { Fault, ImportOptions, ImportRun } from '../../../../contracts/pseo-imports';
import { LARGE, writtenBy } from '../../freshness/changes/origin';
import { websiteScope } from '../../freshness/revisions';
import { withLocks } from '../../freshness/with-locks';
import { JobProblem, type RunningJob } from '../../jobs';
import type { Templates } from '../templates/templates';
import { findCampaign } from './campaign';
import {
  candidateOf,
  createRowMapper,
  resolveCandidate,
  slugsOfInput,
  targetSlugOf,
  withStoredSlug,
  type PageInput,
} from './candidate';
import { loadImport } from './check';
import { createYielder } from '../../platform/yielder';
import { renderBefore } from '../templates/rendered-before';
import { emitPageEvents, type PageEvent } from '../pages/page-events';
import { refuseUnknownAttributes } from '../pages/bulk';
import { createWebhookBackpressure } from '../../platform/webhook-queue';
import { sourceRows, type SourceRow } from './rows';
import { isSame, slugOwners } from './stored-pages';
import type { Finding, ImportStore } from './store';
import { createPageWriter, type PageUpdate } from './write-pages';

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
 * that after a crash the work goes on behind the last batch that is there, and no page is made twice.
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
    const { options, version, userId } = job.payload;
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
    const result = resultOf(job.report);

    /** What is to be done for each row, by what is there now. */
    const sort = async (inputs: readonly PageInput[], { publish }: ImportOptions) => {
      const slugs = inputs.flatMap(slugsOfInput);
      const owners = await slugOwners(strapi, campaign, slugs, yieldTurn);
      await yieldTurn();
      const creates: PageUpdate['page'][] = [];
      const updates: PageUpdate[] = [];
      const left: Finding[] = [];
      let same = 0;
      const leave = ({ position, line, slug }: PageInput, detail: Fault[]): void => {
        left.push({ kind: 'faulty', position, line, slug, detail });
      };
      for (const made of inputs) {
        await yieldTurn();
        const input = withStoredSlug(made, owners);
        const { slug, faults } = input;
        if (slug === null || faults.length > 0) {
          leave(input, faults);
          continue;
        }
        const owner = owners.get(slug);
        if (owner?.kind === 'other') {
          leave(input, [{ kind: 'slug-taken', message: owner.message }]);
          continue;
        }
        const existing = owner?.page ?? null;
        const candidate = candidateOf({ ...input, slug }, existing);
        if (existing === null) {
          // The check has made all its texts from the same row and the same templates, unless it saw a page
          // that has gone since, and with it variables that the row does not have.
          if (!job.payload.sawPages) {
            creates.push({ ...candidate.page, targetSlug: await targetSlugOf(pageTexts, candidate) });
            continue;
          }
          const { texts, faults: found } = await resolveCandidate(pageTexts, candidate);
          if (found.length > 0) leave(input, found);
          else creates.push({ ...candidate.page, targetSlug: texts.targetSlug });
          continue;
        }
        const { texts, faults: found } = await resolveCandidate(pageTexts, candidate);
        if (found.length > 0) {
          leave(input, found);
          continue;
        }
        const page = { ...candidate.page, targetSlug: texts.targetSlug };
        const changesDraft = !isSame(page, existing.draft);
        const isBehind = existing.live === null || changesDraft || !isSame(page, existing.live);
        if (changesDraft || (publish && isBehind)) updates.push({ existing, page, changesDraft });
        else same += 1;
      }
      return { creates, updates, left, same };
    };

    /** Renders what the batch will render, as far as that can be known without the lock. */
    const render = async (inputs: readonly PageInput[], attempt: number): Promise<void> => {
      if (job.payload.sawPages || attempt > 1) {
        await sort(inputs, options);
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
      rows: readonly SourceRow[],
      inputs: readonly PageInput[],
    ): Promise<Batch> => {
      await yieldTurn();
      const now = await findCampaign(strapi, campaign.documentId);
      await yieldTurn();
      if (now?.version !== version) throw new JobProblem(CHANGED);

      const { creates, updates, left, same } = await sort(inputs, options);
      const [refused] = left;
      if (refused && !options.skipFaulty) {
        throw new JobProblem(
          `Stopped at line ${refused.line}, before which everything was imported: ${(refused.detail as Fault[])[0]?.message}`,
        );
      }
      const next = (rows[rows.length - 1]?.position ?? 0) + 1;
      const counted: ImportRun['result'] = {
        created: result.created + creates.length,
        updated: result.updated + updates.length,
        same: result.same + same,
        skipped: result.skipped + rows.length - inputs.length + left.length,
      };
      const writing = { trx, campaign, publish: options.publish, userId, yieldTurn };
      const events = [...(await writer.create(writing, creates)), ...(await writer.update(writing, updates))];
      await store.addFindings(pageImport.id, left);
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

const resultOf = (report: unknown): ImportRun['result'] => ({
  created: 0,
  updated: 0,
  same: 0,
  skipped: 0,
  ...(report as RunReport | null)?.result,
});
