import type { Fault, ImportChoices, ImportColumn } from '../../../../contracts/pseo-imports';
import type { Variables } from '../templates/templates';
import { isBlank, unstorableProblem } from '../../platform/formats';
import {
  MAX_STRING_LENGTH,
  missingVariables,
  NO_TEXTS,
  PAGE_TEXTS,
  type PageProblem,
  type PageSource,
  type PageText,
  type PageTexts,
  type ResolvedPage,
} from '../templates/page-texts';
import { countsAsEmpty } from './column-notes';
import { metaDescriptionProblem } from '../../content/rules/meta-description';
import { fitSlug, slugProblem } from '../../content/rules/slug';
import { JobProblem } from '../../jobs';
import type { StagedRow } from './store';
import type { SlugOwner, StoredPage } from './stored-pages';

/** What a row asks for, before anybody has looked whether its page is there already. */
export interface PageInput {
  position: number;
  line: number;
  /** The page's slug: the row's own or made from the template; null when it has none. */
  slug: string | null;
  variables: Variables;
  /** Variables whose cell is empty: a page that has them loses them. */
  emptied: string[];
  /** Texts that the file has a column for; null where the cell is empty. */
  own: Partial<Record<PageText, string | null>>;
  /** The slug as the row or the template has it, where it had to be changed to fit an address. */
  given: string | null;
  /** The same of the target slug; only of one that the row has. */
  givenTarget: string | null;
  /** Variables whose values bring more parts into the slug than its template has. */
  slashed: string[];
  faults: Fault[];
}

/** A page as it is to be stored. */
export type PageToStore = PageSource & { slug: string };

/** An input with the page that it leads to. */
interface Candidate {
  input: PageInput;
  page: PageToStore;
}

/** Turns rows into inputs. */
export const createRowMapper = (
  pageTexts: PageTexts,
  columns: readonly ImportColumn[],
  { targets, empty }: ImportChoices,
) => ({
  async inputOf({ position, line, cells, fault }: StagedRow): Promise<PageInput> {
    const input: PageInput = {
      position,
      line,
      slug: null,
      variables: {},
      emptied: [],
      own: {},
      given: null,
      givenTarget: null,
      slashed: [],
      faults: [],
    };
    if (fault !== null) {
      input.faults.push({ kind: 'unreadable-row', message: fault });
      return input;
    }
    targets.forEach((target, index) => {
      if (target === null) return;
      const given = cells[index] ?? null;
      if (given !== null && typeof given === 'object') {
        input.faults.push({ kind: 'unreadable-row', message: given.fault });
        return;
      }
      const cell = given !== null && countsAsEmpty(empty, index, given) ? null : given;
      const problem = cell === null ? null : unstorableProblem(cell);
      if (problem) {
        const message = `In the column "${columns[index]?.name}": ${problem}`;
        input.faults.push({ kind: 'unstorable-text', message });
      } else if (target.to === 'variable') {
        if (cell === null || isBlank(cell)) input.emptied.push(target.name);
        else define(input.variables, target.name, cell);
      } else input.own[target.to] = ownText(target.to, cell);
    });
    if (input.faults.length > 0) return input;
    for (const field of ['slug', 'targetSlug'] as const) fitOwn(input, field);
    if (input.faults.length > 0) return input;
    const source = { ...NO_TEXTS, slug: input.own.slug ?? null, variables: input.variables };
    const { texts, problems, unfit } = await resolveWithin(pageTexts, source, ['slug'], line);
    input.faults.push(...faultsOf(problems));
    input.slug = texts.slug;
    if (unfit.slug !== undefined && isAddress(unfit.slug))
      input.faults.push(addressFault('slug', unfit.slug));
    input.given ??= unfit.slug ?? null;
    if (texts.slug !== null) input.slashed = await slashesOfValues(pageTexts, source, texts.slug);
    if (input.faults.length === 0 && input.slug === null) {
      input.faults.push({
        kind: 'empty-result',
        message:
          'The row makes no slug. Match a column to "slug", or give the campaign a slug template with variables that this row has.',
      });
    }
    return input;
  },
});

/** A variable may be named as something that every object has. */
const define = (variables: Variables, name: string, value: string): void => {
  Object.defineProperty(variables, name, { value, enumerable: true, configurable: true, writable: true });
};

/** Spaces around an address are never meant. */
const ownText = (field: PageText, cell: string | null): string | null => {
  if (cell === null || isBlank(cell)) return null;
  return field === 'slug' || field === 'targetSlug' ? cell.trim() : cell;
};

/**
 * The variables by whose values the slug has more parts than its template makes of others. What the template does with a `/`,
 * such as `slugify`, is its own.
 */
const slashesOfValues = async (pageTexts: PageTexts, source: PageSource, slug: string): Promise<string[]> => {
  if (source.slug !== null || !slug.includes('/')) return [];
  const template = await pageTexts.templateOf('slug');
  const names = (template?.variables ?? []).filter(
    (name) => Object.hasOwn(source.variables, name) && source.variables[name]?.includes('/'),
  );
  if (names.length === 0) return [];
  const without = async (some: readonly string[]): Promise<number> => {
    const variables: Variables = {};
    for (const [name, value] of Object.entries(source.variables)) {
      define(variables, name, some.includes(name) ? value.replaceAll('/', 'x') : value);
    }
    const { texts } = await pageTexts.resolve({ ...source, variables }, ['slug']);
    return slashesIn(texts.slug ?? '');
  };
  const all = slashesIn(slug);
  const slashed: string[] = [];
  for (const name of names) if ((await without([name])) < all) slashed.push(name);
  return slashed;
};

const slashesIn = (slug: string): number => slug.split('/').length - 1;

/** A whole address says where a page is elsewhere; made to fit, it would be no slug that anybody meant. */
const isAddress = (slug: string): boolean => /^\s*(?:[a-z][a-z0-9+.-]{0,20}:)?\/\//i.test(slug);

const addressFault = (field: 'slug' | 'targetSlug', given: string): Fault => ({
  kind: 'address',
  message: `${NAMES[field]} would be made of an address: "${given.slice(0, 100)}". Give the part of it that is the page's, or another column.`,
});

/** The row's slug becomes one that needs no encoding in an address. */
const fitOwn = (input: PageInput, field: 'slug' | 'targetSlug'): void => {
  const own = input.own[field] ?? null;
  if (own === null || slugProblem('page', own) === null) return;
  if (isAddress(own)) {
    input.faults.push(addressFault(field, own));
    return;
  }
  const fitting = fitSlug('page', own);
  if (fitting === '') {
    const message = `${NAMES[field]}: ${slugProblem('page', own) ?? ''}`;
    input.faults.push({ kind: 'empty-result', message });
    return;
  }
  input.own[field] = fitting;
  if (field === 'slug') input.given = own;
  else input.givenTarget = own;
};

/** The slugs by which the page of an input may be there already: its own, and the one that it was given. */
export const slugsOfInput = ({ slug, given }: PageInput): string[] =>
  [slug, given].flatMap((one) => one ?? []);

/** The input with the slug that it was given, where a page has it that is there since before slugs had to fit. */
export const withStoredSlug = (input: PageInput, owners: ReadonlyMap<string, SlugOwner>): PageInput =>
  input.given !== null && owners.get(input.given)?.kind === 'page'
    ? { ...input, slug: input.given, given: null }
    : input;

/** The page that an input leads to: the one that is there with what differs, or a new one. */
export const candidateOf = (input: PageInput & { slug: string }, existing: StoredPage | null): Candidate => {
  const variables: Variables = {};
  for (const [name, value] of Object.entries(existing?.draft.variables ?? {})) {
    if (!input.emptied.includes(name)) define(variables, name, value);
  }
  for (const [name, value] of Object.entries(input.variables)) define(variables, name, value);
  return {
    input,
    page: {
      ...NO_TEXTS,
      ...existing?.draft,
      ...input.own,
      ...(input.givenTarget !== null &&
        input.givenTarget === existing?.draft.targetSlug && { targetSlug: input.givenTarget }),
      slug: input.slug,
      variables,
    },
  };
};

/**
 * All texts of a page as readers will get them, and what is wrong with them.
 * @throws JobProblem for a template that takes too long: it would for every other page too
 */
export const resolveCandidate = async (pageTexts: PageTexts, { input, page }: Candidate) => {
  const { texts, problems, unfit } = await resolveWithin(pageTexts, page, PAGE_TEXTS, input.line);
  const faults = faultsOf(problems);
  if (unfit.targetSlug !== undefined && isAddress(unfit.targetSlug)) {
    faults.push(addressFault('targetSlug', unfit.targetSlug));
  }
  if (page.metaTitle !== null && page.metaTitle.length > MAX_STRING_LENGTH) {
    faults.push({
      kind: 'too-long',
      message: `The meta title has ${page.metaTitle.length} characters; ${MAX_STRING_LENGTH} are possible.`,
    });
  }
  const tooLong = metaDescriptionProblem(input.own.metaDescription ?? '');
  if (tooLong !== null) faults.push({ kind: 'too-long', message: tooLong });
  const failed = new Set(problems.map(({ field }) => field));
  for (const field of PAGE_TEXTS) {
    if (texts[field] !== null || failed.has(field)) continue;
    // Without a template no text is expected; a page without content is never meant.
    if (field !== 'html' && (await pageTexts.templateOf(field)) === null) continue;
    faults.push({ kind: 'empty-result', message: `${NAMES[field]} would be empty.` });
  }
  return { texts, faults };
};

/** The target slug of a new page whose other texts the check has made from the same row. */
export const targetSlugOf = async (
  pageTexts: PageTexts,
  { input, page }: Candidate,
): Promise<string | null> =>
  (await resolveWithin(pageTexts, page, ['targetSlug'], input.line)).texts.targetSlug;

const NAMES: Record<PageText, string> = {
  slug: 'The slug',
  targetSlug: 'The target slug',
  html: 'The HTML',
  metaTitle: 'The meta title',
  metaDescription: 'The meta description',
};

/** @throws JobProblem for a template that goes further than it may */
const resolveWithin = async (
  pageTexts: PageTexts,
  page: PageSource,
  fields: readonly PageText[],
  line: number,
): Promise<ResolvedPage> => {
  const resolved = await pageTexts.resolve(page, fields);
  const limit = resolved.problems.find(({ kind }) => kind === 'template-limit');
  if (!limit) return resolved;
  throw new JobProblem(
    `Stopped at line ${line}: ${NAMES[limit.field]} takes more time or memory to make than a page may take. ${limit.message} Simplify the loops of this template.`,
  );
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
