import type { Core } from '@strapi/strapi';
import type { Fault, ImportCheck } from '../../../../contracts/pseo-imports';
import { JobProblem, type RunningJob } from '../../jobs';
import { TemplateProblem, type Templates } from '../templates/templates';
import { createPageTexts, PAGE_TEXTS, type PageTexts } from '../templates/page-texts';
import { withRetries } from '../../platform/database/retries';
import { createLikeness } from './alike/likeness';
import { findCampaign, type ImportCampaign } from './campaign';
import {
  candidateOf,
  createWishes,
  resolveCandidate,
  slugsOfWish,
  withStoredSlug,
  type Wish,
} from './candidate';
import { createYielder, type Pace } from '../../jobs/yielder';
import type { PageHtml } from './page-html';
import { sourceRows } from './rows';
import { isSame, slugOwners } from './stored-pages';
import type { Finding, ImportStore, StoredImport } from './store';

export const CHECK_JOB = 'pseo-import-check';

export interface CheckPayload {
  /** documentId of the import. */
  pageImport: string;
}

export interface CheckReport {
  result: ImportCheck['result'];
  /** Of the campaign that was checked against. */
  version: string;
  perSecond: number | null;
}

/** Rows that were looked at before an average says something, and milliseconds that one may take then. */
const SLOW_AFTER = 50;
const TOO_SLOW = 100;

interface Imports {
  strapi: Core.Strapi;
  templates: Templates;
  pageHtml: PageHtml;
  store: ImportStore;
}

/** What both jobs begin with. @throws JobProblem */
export const loadImport = async (
  { strapi, templates, store }: Pick<Imports, 'strapi' | 'templates' | 'store'>,
  documentId: string,
) => {
  const pageImport = await store.find(documentId);
  if (!pageImport?.choices) throw new JobProblem('This import is not there any more.');
  const campaign = await findCampaign(strapi, pageImport.campaign);
  if (!campaign) throw new JobProblem('The campaign is not there any more.');
  const pageTexts = createPageTexts(templates, campaign.templates);
  for (const text of PAGE_TEXTS) {
    try {
      await pageTexts.templateOf(text);
    } catch (error) {
      if (!(error instanceof TemplateProblem)) throw error;
      throw new JobProblem(`A template of the campaign (${text}) can not be used. ${error.message}`);
    }
  }
  return { pageImport, choices: pageImport.choices, campaign, pageTexts };
};

/** The result of a check that has looked at nothing yet. */
export const NOTHING_FOUND: ImportCheck['result'] = {
  create: 0,
  update: 0,
  same: 0,
  sameButNotLive: 0,
  faulty: 0,
  renamed: 0,
  alike: null,
};

/**
 * The dry run: what a run would do with every row, and what is wrong with it. It changes nothing but its own
 * findings, and so simply begins again after an interruption.
 */
export const createCheckHandler =
  (imports: Imports) =>
  async (job: RunningJob<CheckPayload, null>): Promise<void> => {
    const { store, strapi, pageHtml } = imports;
    const { pageImport, choices, campaign, pageTexts } = await loadImport(imports, job.payload.pageImport);
    const pace = createYielder();
    await store.clearFindings(pageImport.id);

    const check = createCheck(strapi, pageImport, choices, campaign, pageTexts, pageHtml, pace);
    const start = performance.now();
    let done = 0;
    const save = async (findings: readonly Finding[], alike: number | null): Promise<void> => {
      await withRetries(strapi, async () => {
        await store.addFindings(pageImport.id, findings);
        const perSecond = done === 0 ? null : (done / (performance.now() - start)) * 1_000;
        const report: CheckReport = {
          result: { ...check.result, alike },
          version: campaign.version,
          perSecond,
        };
        await job.save({ done, report });
      });
    };

    for await (const rows of sourceRows(store, pageImport, choices)) {
      const findings = await check.look(rows);
      done += rows.length;
      await save(findings, null);
    }
    // Long work without a row to count; the job looks now and then whether it is to end.
    let lastSaved = performance.now();
    const alike = await check.likeness.finish(async () => {
      await pace();
      if (performance.now() - lastSaved < 5_000) return;
      lastSaved = performance.now();
      await save([], null);
    });
    const findings = alike.pages.map((page, position): Finding => ({
      kind: 'alike',
      position,
      line: page.line,
      slug: page.slug,
      detail: { share: page.share, sibling: page.sibling },
    }));
    await save(findings, alike.count);
  };

const createCheck = (
  strapi: Core.Strapi,
  pageImport: StoredImport,
  choices: NonNullable<StoredImport['choices']>,
  campaign: ImportCampaign,
  pageTexts: PageTexts,
  pageHtml: PageHtml,
  pace: Pace,
) => {
  const { wishOf } = createWishes(pageTexts, pageImport.columns, choices);
  const likeness = createLikeness();
  const result = { ...NOTHING_FOUND };
  const firstLineOf = new Map<string, number>();
  let looked = 0;
  let milliseconds = 0;

  const lookAt = async (wish: Wish, owner: Awaited<ReturnType<typeof slugOwners>>): Promise<Fault[]> => {
    const { slug } = wish;
    if (wish.faults.length > 0 || slug === null) return wish.faults;
    const first = firstLineOf.get(slug);
    if (first !== undefined) {
      const message = `The slug "${slug}" is that of line ${first} already; each page needs one of its own.`;
      return [{ kind: 'duplicate', message }];
    }
    firstLineOf.set(slug, wish.line);
    const found = owner.get(slug);
    const faults: Fault[] = found?.kind === 'other' ? [{ kind: 'slug-taken', message: found.message }] : [];
    const existing = found?.kind === 'page' ? found.page : null;
    const candidate = candidateOf({ ...wish, slug }, existing);
    const { texts, faults: ofTexts } = await resolveCandidate(pageTexts, candidate);
    faults.push(...ofTexts, ...(await pageHtml.faults(texts.html)));
    if (faults.length > 0) return faults;

    if (existing === null) result.create += 1;
    else if (!isSame({ ...candidate.page, targetSlug: texts.targetSlug }, existing.draft)) result.update += 1;
    else {
      result.same += 1;
      if (existing.live === null || !isSame(existing.draft, existing.live)) result.sameButNotLive += 1;
    }
    const shingles = await pageHtml.shingles(texts.html ?? '', candidate.page.variables);
    await likeness.add(wish.line, slug, shingles, pace);
    return [];
  };

  return {
    result,
    likeness,

    async look(rows: Parameters<typeof wishOf>[0][]): Promise<Finding[]> {
      const wishes: Wish[] = [];
      for (const row of rows) {
        wishes.push(await wishOf(row));
        await pace();
      }
      const slugs = wishes.flatMap(slugsOfWish);
      await pace();
      const owners = await slugOwners(strapi, campaign, slugs, pace);
      await pace();
      const findings: Finding[] = [];
      for (const made of wishes) {
        const wish = withStoredSlug(made, owners);
        const begun = performance.now();
        const faults = await lookAt(wish, owners);
        milliseconds += performance.now() - begun;
        looked += 1;
        if (looked >= SLOW_AFTER && milliseconds / looked > TOO_SLOW) {
          throw new JobProblem(
            `Stopped at line ${wish.line}: making a page takes ${Math.round(milliseconds / looked)} ms, and at most ${TOO_SLOW} are possible. Simplify the loops of the templates.`,
          );
        }
        if (faults.length > 0) {
          result.faulty += 1;
          const { position, line, slug } = wish;
          findings.push({
            kind: 'faulty',
            position,
            line,
            slug: slug?.slice(0, 1_000) ?? null,
            detail: faults,
          });
        } else if (wish.given !== null) {
          result.renamed += 1;
          const { position, line, slug, given } = wish;
          findings.push({ kind: 'renamed', position, line, slug, detail: { given: given.slice(0, 1_000) } });
        }
        await pace();
      }
      return findings;
    },
  };
};
