import { createHash } from 'node:crypto';
import {
  SLUG_EXAMPLES,
  SLUG_REFUSALS,
  type NewSlugsJob,
  type SelectedPages,
  type SlugsPreview,
  type SlugsQuestion,
} from '../../../../../contracts/pseo-pages';
import type { Job } from '../../../jobs';
import type { Templates } from '../../templates/templates';
import type { BulkServices } from '../bulk';
import { SLUGS_JOB } from '../page-jobs';
import { websiteIn } from '../selection-resolver';
import type { Row } from '../rows';
import type { Narrowing } from '../selection';
import { createSlugsHandler, once, type SlugsPayload } from './job';
import { createSlugDiff, type RegenerationOptions } from './diff';
import { templateVersionOf } from './make';
import { createSlugsPlanner, type PlannedChange } from './plan';
import { recordSlugs } from './record';
import { createSlugSteps } from './step';

export interface SlugServices extends Omit<BulkServices, 'steps'> {
  templates: Templates;
}

/** Regenerating the slugs of many pages: the preview, and the job that does it. */
export const createSlugs = (services: SlugServices) => {
  const { strapi, jobs, pageJobs, templates, queue, selections, resolver, events } = services;
  const diffSlugs = createSlugDiff(strapi, templates);
  const planFor = createSlugsPlanner(strapi, diffSlugs);
  const steps = createSlugSteps(strapi, queue, diffSlugs, events);
  jobs.handle(SLUGS_JOB, createSlugsHandler({ strapi, queue, resolver, events, planFor, steps }), (job) =>
    recordSlugs(strapi, job),
  );
  const { sql, tables } = selections;

  /** The slug templates that are used for some pages, each with its version. */
  const versionsFor = async (selected: SelectedPages): Promise<RegenerationOptions['versions']> => {
    const campaigns = sql(`${tables.campaigns} as c`).select(
      'c.document_id',
      'c.slug_template',
      'c.target_slug_template',
    );
    if ('filter' in selected) {
      const { website, ...filter } = selected.filter;
      const ids = await selections.campaignIds({
        ...filter,
        website: { id: await resolver.websiteNumber(website) },
      });
      void campaigns.whereIn('c.id', ids);
    } else {
      const { pageCampaign: link, pages } = tables;
      void campaigns.whereIn(
        'c.id',
        sql(`${link.table} as pc`)
          .join(`${pages} as p`, 'p.id', `pc.${link.from}`)
          .whereIn('p.document_id', selected.pages)
          .select(`pc.${link.to}`),
      );
    }
    const rows: Row[] = await campaigns;
    return Object.fromEntries(rows.map((row) => [row['document_id'] as string, templateVersionOf(row)]));
  };

  return {
    /**
     * What a job would do. Changes nothing.
     * @param narrowing which pages the user may do this to
     * @param onward called every few hundred pages; what it throws ends the work
     * @throws JobProblem when there is no preview
     */
    async preview(
      question: SlugsQuestion,
      narrowing: Narrowing,
      onward: () => Promise<void>,
    ): Promise<SlugsPreview> {
      const versions = await versionsFor(question);
      const website = websiteIn(question);
      const named = 'filter' in question ? null : await resolver.named(question, narrowing);
      const pages = 'filter' in question ? resolver.walk(question, narrowing) : once(named?.found ?? []);
      const plan = await planFor({ website, publish: question.publish, versions }, pages, onward);
      return {
        version: digestOf(versions),
        total: plan.changes.length + plan.unchanged + plan.refused.length,
        changed: plan.changes.length,
        unchanged: plan.unchanged,
        refused: plan.refused.length,
        notFound: named?.notFound ?? 0,
        live: count(plan.changes, (change) => change.isLiveElsewhere),
        liveWithChanges: count(plan.changes, (change) => change.isLiveElsewhere && change.hasChanges),
        examples: plan.changes
          .slice(0, SLUG_EXAMPLES)
          .map(({ page, from, to, liveSlug }) => ({ page, from, to, liveSlug })),
        refusals: plan.refused.slice(0, SLUG_REFUSALS),
      };
    },

    /**
     * @param narrowing which pages the user may do this to
     * @returns null when a slug template has changed since the preview
     */
    async start(request: NewSlugsJob, narrowing: Narrowing, userId: number | null): Promise<Job | null> {
      const versions = await versionsFor(request);
      if (digestOf(versions) !== request.version) return null;
      await pageJobs.sweep();
      const website = websiteIn(request);
      const payload = { action: 'slugs' as const, publish: request.publish, versions, userId };
      if ('filter' in request) {
        const total = await resolver.count(await resolver.selectionOf(request, narrowing));
        const ofFilter: SlugsPayload = { ...payload, filter: request.filter, narrowing, notFound: 0 };
        return jobs.add({ kind: SLUGS_JOB, website, payload: ofFilter, total });
      }
      const { found, notFound } = await resolver.named(request, narrowing);
      const ofNames: SlugsPayload = { ...payload, filter: null, narrowing: null, notFound };
      return strapi.db.transaction(async () => {
        const job = await jobs.add({ kind: SLUGS_JOB, website, payload: ofNames, total: found.length });
        await queue.add(
          job.documentId,
          found.map((page) => ({ page })),
        );
        return job;
      });
    },
  };
};

/** One text for the versions of several campaigns. */
const digestOf = (versions: RegenerationOptions['versions']): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(versions).sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('hex');

const count = (changes: readonly PlannedChange[], isMeant: (change: PlannedChange) => boolean): number =>
  changes.reduce((sum, change) => sum + (isMeant(change) ? 1 : 0), 0);
