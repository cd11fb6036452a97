import type { Core } from '@strapi/strapi';
import type { NearDuplicate, Fault, ImportCheck } from '../../../../contracts/pseo-imports';
import { JobProblem, type RunningJob } from '../../jobs';
import { TemplateProblem, type Templates } from '../templates/templates';
import { createPageTexts, PAGE_TEXTS, type PageTexts } from '../templates/page-texts';
import { withRetries } from '../../platform/database/retries';
import { createColumnNotes } from './column-notes';
import { findCampaign, variablesOf, type ImportCampaign } from './campaign';
import {
  candidateOf,
  createRowMapper,
  resolveCandidate,
  slugsOfInput,
  withStoredSlug,
  type PageInput,
} from './candidate';
import { createYielder, type Yielder } from '../../platform/yielder';
import type { PageHtml } from './page-html';
import { sourceRows } from './rows';
import { isSame, slugOwners } from './stored-pages';
import type { Finding, FindingKind, ImportStore, StoredImport } from './store';

export const CHECK_JOB = 'pseo-import-check';

export interface CheckPayload {
  /** documentId of the import. */
  pageImport: string;
}

export interface CheckReport {
  result: ImportCheck['result'];
  /** Absent in reports of earlier releases. */
  notes?: ImportCheck['notes'];
  /** Of the campaign that was checked against. */
  version: string;
  perSecond: number | null;
}

/** Rows of which an average says something, and steps that one may take then: some 100 to 300 ms. */
const ROWS_OF_AVERAGE = 50;
const MAX_STEPS_PER_ROW = 600_000;
/** Pages that are named for reading like another one; a file may have a hundred thousand. */
const ALIKE_NAMED = 1_000;

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
      throw new JobProblem(`A template of the campaign (${text}) cannot be used. ${error.message}`);
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
  alike: 0,
  slashed: 0,
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
    const yieldTurn = createYielder();
    await store.clearFindings(pageImport.id);

    const notes = createColumnNotes(
      pageImport.columns,
      choices,
      await variablesOf(imports.templates, campaign),
    );
    const checker = createRowChecker({
      strapi,
      pageImport,
      choices,
      campaign,
      pageTexts,
      pageHtml,
      yieldTurn,
    });
    const start = performance.now();
    let done = 0;
    for await (const rows of sourceRows(store, pageImport, choices)) {
      for (const { cells } of rows) notes.add(cells);
      const findings = await checker.checkRows(rows);
      done += rows.length;
      await withRetries(strapi, async () => {
        await store.addFindings(pageImport.id, findings);
        const perSecond = (done / (performance.now() - start)) * 1_000;
        const report: CheckReport = {
          result: checker.result,
          notes: notes.notes(),
          version: campaign.version,
          perSecond,
        };
        await job.save({ done, report });
      });
    }
  };

interface CheckedRow {
  faults: Fault[];
  sibling?: NearDuplicate['sibling'] | undefined;
}

interface CheckerParts {
  strapi: Core.Strapi;
  pageImport: StoredImport;
  choices: NonNullable<StoredImport['choices']>;
  campaign: ImportCampaign;
  pageTexts: PageTexts;
  pageHtml: PageHtml;
  yieldTurn: Yielder;
}

const createRowChecker = ({
  strapi,
  pageImport,
  choices,
  campaign,
  pageTexts,
  pageHtml,
  yieldTurn,
}: CheckerParts) => {
  const { inputOf } = createRowMapper(pageTexts, pageImport.columns, choices);
  const result = { ...NOTHING_FOUND };
  const firstLineOf = new Map<string, number>();
  /** The first page with each text, by its hash. */
  const firstOfText = new Map<string, NearDuplicate['sibling']>();
  /** Includes the whole current batch from its start, so that the average is never overestimated. */
  let begun = 0;
  /** Of HTML, which take about a step each to read. */
  let characters = 0;

  /** @returns what is wrong with the row, or the page before it that reads alike */
  const checkRow = async (
    input: PageInput,
    owners: Awaited<ReturnType<typeof slugOwners>>,
  ): Promise<CheckedRow> => {
    const { slug } = input;
    if (input.faults.length > 0 || slug === null) return { faults: input.faults };
    const first = firstLineOf.get(slug);
    if (first !== undefined) {
      const message = `The slug "${slug}" is that of line ${first} already; each page needs a different one.`;
      return { faults: [{ kind: 'duplicate', message }] };
    }
    const found = owners.get(slug);
    const faults: Fault[] = found?.kind === 'other' ? [{ kind: 'slug-taken', message: found.message }] : [];
    const existing = found?.kind === 'page' ? found.page : null;
    const candidate = candidateOf({ ...input, slug }, existing);
    const { texts, faults: ofTexts } = await resolveCandidate(pageTexts, candidate);
    characters += texts.html?.length ?? 0;
    faults.push(...ofTexts, ...(await pageHtml.faults(texts.html)));
    if (faults.length > 0) return { faults };
    // A row that makes no page takes no slug: its twin may be the good one.
    firstLineOf.set(slug, input.line);

    if (existing === null) result.create += 1;
    else if (!isSame({ ...candidate.page, targetSlug: texts.targetSlug }, existing.draft)) result.update += 1;
    else {
      result.same += 1;
      if (existing.live === null || !isSame(existing.draft, existing.live)) result.sameButNotLive += 1;
    }
    const hash = await pageHtml.textHash(texts.html ?? '', candidate.page.variables);
    const sibling = firstOfText.get(hash);
    if (!sibling) firstOfText.set(hash, { line: input.line, slug });
    return { faults: [], sibling };
  };

  return {
    result,

    async checkRows(rows: Parameters<typeof inputOf>[0][]): Promise<Finding[]> {
      begun += rows.length;
      const inputs: PageInput[] = [];
      for (const row of rows) {
        inputs.push(await inputOf(row));
        await yieldTurn();
      }
      const slugs = inputs.flatMap(slugsOfInput);
      await yieldTurn();
      const owners = await slugOwners(strapi, campaign, slugs, yieldTurn);
      await yieldTurn();
      const findings: Finding[] = [];
      for (const made of inputs) {
        const input = withStoredSlug(made, owners);
        const { faults, sibling } = await checkRow(input, owners);
        if (begun >= ROWS_OF_AVERAGE && pageTexts.steps() + characters > MAX_STEPS_PER_ROW * begun) {
          throw new JobProblem(
            `Stopped at line ${input.line}: making a page takes more than ${MAX_STEPS_PER_ROW.toLocaleString('en')} steps on average, which are the most that are possible. Simplify the loops of the templates.`,
          );
        }
        const { position, line, slug, given } = input;
        const find = (kind: FindingKind, detail: unknown) =>
          findings.push({ kind, position, line, slug: slug?.slice(0, 1_000) ?? null, detail });
        if (faults.length > 0) {
          result.faulty += 1;
          find('faulty', faults);
        } else if (given !== null) {
          result.renamed += 1;
          find('renamed', { given: given.slice(0, 1_000) });
        }
        if (faults.length === 0 && input.slashed.length > 0) {
          result.slashed += 1;
          find('slashed', { variables: input.slashed });
        }
        if (sibling) {
          result.alike += 1;
          if (result.alike <= ALIKE_NAMED) find('alike', { sibling });
        }
        await yieldTurn();
      }
      return findings;
    },
  };
};
