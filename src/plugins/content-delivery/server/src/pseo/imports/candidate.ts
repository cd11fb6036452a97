import type { Fault, ImportChoices, ImportColumn } from '../../../../contracts/pseo-imports';
import type { Variables } from '../templates/templates';
import { isBlank, unstorableProblem } from '../../platform/formats';
import {
  LONGEST_STRING,
  missingVariables,
  PAGE_TEXTS,
  type PageProblem,
  type PageSource,
  type PageText,
  type PageTexts,
  type ResolvedPage,
} from '../templates/page-texts';
import { fitSlug, slugProblem } from '../../content/rules/slug';
import { JobProblem } from '../../jobs';
import type { SourceRow } from './rows';
import type { SlugOwner, StoredPage } from './stored-pages';

/** What a row asks for, before anybody has looked whether its page is there already. */
export interface Wish {
  position: number;
  line: number;
  /** The page's slug: the row's own or made from the template; null when it has none. */
  slug: string | null;
  variables: Variables;
  /** Variables whose cell is empty: a page that has them loses them. */
  emptied: string[];
  /** Texts that the file has a column for; null where the cell is empty. */
  own: Partial<Record<PageText, string | null>>;
  /** The slug as the row or the template has it, where it had to become another to stand in an address. */
  given: string | null;
  /** The same of the target slug; only of one that the row has. */
  givenTarget: string | null;
  faults: Fault[];
}

/** A page as it is to be stored. */
export interface Candidate {
  wish: Wish;
  existing: StoredPage | null;
  page: PageSource & { slug: string };
}

/** Turns rows into wishes. */
export const createWishes = (
  pageTexts: PageTexts,
  columns: readonly ImportColumn[],
  { targets }: ImportChoices,
) => ({
  async wishOf({ position, line, cells, fault }: SourceRow): Promise<Wish> {
    const wish: Wish = {
      position,
      line,
      slug: null,
      variables: {},
      emptied: [],
      own: {},
      given: null,
      givenTarget: null,
      faults: [],
    };
    if (fault !== null) {
      wish.faults.push({ kind: 'unreadable-row', message: fault });
      return wish;
    }
    targets.forEach((target, index) => {
      if (target === null) return;
      const cell = cells[index] ?? null;
      const problem = cell === null ? null : unstorableProblem(cell);
      if (problem) {
        const message = `In the column "${columns[index]?.name}": ${problem}`;
        wish.faults.push({ kind: 'unstorable-text', message });
      } else if (target.to === 'variable') {
        if (cell === null || isBlank(cell)) wish.emptied.push(target.name);
        else define(wish.variables, target.name, cell);
      } else wish.own[target.to] = ownText(target.to, cell);
    });
    if (wish.faults.length > 0) return wish;
    for (const field of ['slug', 'targetSlug'] as const) fitOwn(wish, field);
    if (wish.faults.length > 0) return wish;
    const source = { ...EMPTY, slug: wish.own.slug ?? null, variables: wish.variables };
    const { texts, problems, unfit } = await resolveWithin(pageTexts, source, ['slug'], line);
    wish.faults.push(...faultsOf(problems));
    wish.slug = texts.slug;
    wish.given ??= unfit.slug ?? null;
    if (wish.faults.length === 0 && wish.slug === null) {
      wish.faults.push({
        kind: 'empty-result',
        message:
          'The row makes no slug. Match a column to "slug", or give the campaign a slug template with variables that this row has.',
      });
    }
    return wish;
  },
});

const EMPTY: PageSource = {
  slug: null,
  targetSlug: null,
  html: null,
  metaTitle: null,
  metaDescription: null,
  variables: {},
};

/** A variable may be named as something that every object has. */
const define = (variables: Variables, name: string, value: string): void => {
  Object.defineProperty(variables, name, { value, enumerable: true, configurable: true, writable: true });
};

/** Spaces around an address are never meant. */
const ownText = (field: PageText, cell: string | null): string | null => {
  if (cell === null || isBlank(cell)) return null;
  return field === 'slug' || field === 'targetSlug' ? cell.trim() : cell;
};

/** A slug of the row's own becomes one that stands in an address as it is. */
const fitOwn = (wish: Wish, field: 'slug' | 'targetSlug'): void => {
  const own = wish.own[field] ?? null;
  if (own === null || slugProblem('page', own) === null) return;
  const fitting = fitSlug('page', own);
  if (fitting === '') {
    const message = `${NAMES[field]}: ${slugProblem('page', own) ?? ''}`;
    wish.faults.push({ kind: 'empty-result', message });
    return;
  }
  wish.own[field] = fitting;
  if (field === 'slug') wish.given = own;
  else wish.givenTarget = own;
};

/** The slugs by which the page of a wish may be there already: its own, and the one that it was given. */
export const slugsOfWish = ({ slug, given }: Wish): string[] => [slug, given].flatMap((one) => one ?? []);

/** The wish with the slug that it was given, where a page has it that is there since before slugs had to fit. */
export const withStoredSlug = (wish: Wish, owners: ReadonlyMap<string, SlugOwner>): Wish =>
  wish.given !== null && owners.get(wish.given)?.kind === 'page'
    ? { ...wish, slug: wish.given, given: null }
    : wish;

/** The page that a wish leads to: the one that is there with what differs, or a new one. */
export const candidateOf = (wish: Wish & { slug: string }, existing: StoredPage | null): Candidate => {
  const variables: Variables = {};
  for (const [name, value] of Object.entries(existing?.draft.variables ?? {})) {
    if (!wish.emptied.includes(name)) define(variables, name, value);
  }
  for (const [name, value] of Object.entries(wish.variables)) define(variables, name, value);
  return {
    wish,
    existing,
    page: {
      ...EMPTY,
      ...existing?.draft,
      ...wish.own,
      ...(wish.givenTarget !== null &&
        wish.givenTarget === existing?.draft.targetSlug && { targetSlug: wish.givenTarget }),
      slug: wish.slug,
      variables,
    },
  };
};

/**
 * All texts of a page as readers will get them, and what is wrong with them.
 * @throws JobProblem for a template that takes too long: it would for every other page too
 */
export const resolveCandidate = async (pageTexts: PageTexts, { wish, page }: Candidate) => {
  const { texts, problems } = await resolveWithin(pageTexts, page, PAGE_TEXTS, wish.line);
  const faults = faultsOf(problems);
  if (page.metaTitle !== null && page.metaTitle.length > LONGEST_STRING) {
    faults.push({
      kind: 'too-long',
      message: `The meta title has ${page.metaTitle.length} characters; ${LONGEST_STRING} are possible.`,
    });
  }
  const failed = new Set(problems.map(({ field }) => field));
  for (const field of PAGE_TEXTS) {
    if (texts[field] !== null || failed.has(field)) continue;
    // Without a template nobody expects a text; a page without content is never meant.
    if (field !== 'html' && (await pageTexts.templateOf(field)) === null) continue;
    faults.push({ kind: 'empty-result', message: `${NAMES[field]} would be empty.` });
  }
  return { texts, faults };
};

/** The target slug of a new page whose other texts the check has made from the same row. */
export const targetSlugOf = async (pageTexts: PageTexts, { wish, page }: Candidate): Promise<string | null> =>
  (await resolveWithin(pageTexts, page, ['targetSlug'], wish.line)).texts.targetSlug;

const NAMES: Record<PageText, string> = {
  slug: 'The slug',
  targetSlug: 'The target slug',
  html: 'The HTML',
  metaTitle: 'The meta title',
  metaDescription: 'The meta description',
};

/** Tries that a template gets: the limit is one of time that passes, and a busy machine lets it pass by itself. */
const TRIES = 3;

/** @throws JobProblem for a template that goes further than it may at each try */
const resolveWithin = async (
  pageTexts: PageTexts,
  page: PageSource,
  fields: readonly PageText[],
  line: number,
): Promise<ResolvedPage> => {
  for (let attempt = 1; ; attempt += 1) {
    const resolved = await pageTexts.resolve(page, fields);
    const limit = resolved.problems.find(({ kind }) => kind === 'template-limit');
    if (!limit) return resolved;
    if (attempt < TRIES) continue;
    throw new JobProblem(
      `Stopped at line ${line}: ${NAMES[limit.field]} takes more time or memory to make than a page may take. ${limit.message} Simplify the loops of this template.`,
    );
  }
};

const faultsOf = (problems: readonly PageProblem[]): Fault[] => {
  const missing = missingVariables(problems);
  const faults: Fault[] = missing ? [{ kind: 'missing-variable', message: missing.message }] : [];
  for (const { kind, field, message } of problems) {
    if (kind === 'too-long') faults.push({ kind, message: `${NAMES[field]}: ${message}` });
    if (kind === 'template-error') faults.push({ kind, message: `${NAMES[field]}: ${message}` });
  }
  return faults;
};
