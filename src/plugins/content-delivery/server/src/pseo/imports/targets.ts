import {
  MAX_IMPORT_PAGES,
  MAX_LIST_VALUES,
  PAGE_FIELDS,
  type ImportChoices,
  type ImportColumn,
  type ImportTarget,
} from '../../../../contracts/pseo-imports';
import { ImportProblem } from './problem';

/** A name with what does not count taken away: `Meta Title`, `meta_title` and `metaTitle` are one. */
export const plainName = (name: string): string =>
  shortened(name)
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s_-]/g, '');

/** The same with accents and all other signs taken away, by which names are only alike. */
export const normalName = (name: string): string =>
  shortened(name)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Normalizing takes a time that grows with the square of a row of marks. */
const shortened = (name: string): string => name.slice(0, 1_000);

/** What is often called so. */
const OTHER_NAMES: Record<string, (typeof PAGE_FIELDS)[number]> = {
  url: 'slug',
  path: 'slug',
  permalink: 'slug',
  content: 'html',
  body: 'html',
  seotitle: 'metaTitle',
  seodescription: 'metaDescription',
};

type Targets = (ImportTarget | null)[];

/**
 * Where columns go by their names: first to variables of the templates, then to the texts of a page. Each target is
 * given once. A likeness of another kind matches nothing: it is suggested.
 */
export const matchTargets = (
  columns: readonly string[],
  variables: readonly string[],
): { matched: Targets; suggested: Targets } => {
  const given = new Set<string>();
  const give = (target: ImportTarget | null): ImportTarget | null => {
    if (target === null || given.has(keyOf(target))) return null;
    given.add(keyOf(target));
    return target;
  };
  const variableFor = (column: string, of: (name: string) => string): ImportTarget | null => {
    const name = variables.find((variable) => of(variable) === of(column));
    return name === undefined ? null : { to: 'variable', name };
  };
  const fieldFor = (column: string, of: (name: string) => string): ImportTarget | null => {
    const field = PAGE_FIELDS.find((one) => of(one) === of(column));
    return field === undefined ? null : { to: field };
  };
  const asWritten = (name: string): string => name;
  const otherFor = (column: string): ImportTarget | null => {
    const field = OTHER_NAMES[normalName(column)];
    return field === undefined ? null : { to: field };
  };

  /** In each round the columns that have nothing yet get what nobody has yet. */
  const inRounds = (from: Targets, rounds: readonly ((column: string) => ImportTarget | null)[]): Targets =>
    rounds.reduce<Targets>(
      (targets, round) =>
        targets.map((target, at) => target ?? (columns[at] ? give(round(columns[at])) : null)),
      from,
    );
  const none = columns.map(() => null);
  const matched = inRounds(none, [
    // Exact names go first, so that `City` does not take the place of `city`.
    (column) => variableFor(column, asWritten),
    (column) => variableFor(column, plainName),
    (column) => fieldFor(column, plainName),
  ]);
  const suggested = inRounds(matched, [
    (column) => variableFor(column, normalName),
    (column) => fieldFor(column, normalName),
    otherFor,
  ]).map((target, at) => (matched[at] === null ? target : null));
  return { matched, suggested };
};

const keyOf = (target: ImportTarget): string =>
  target.to === 'variable' ? `variable ${target.name}` : target.to;

/** How a target is called, for people. */
const targetName = (target: ImportTarget): string =>
  target.to === 'variable' ? `the variable "${target.name}"` : `"${target.to}"`;

/**
 * Takes what a client sent apart, and says how many pages it asks for.
 * @throws ImportProblem
 */
export const checkedChoices = (
  value: unknown,
  columns: readonly ImportColumn[],
  rowCount: number,
): { choices: ImportChoices; total: number } => {
  const { mode, targets, empty } = (value ?? {}) as Record<'mode' | 'targets' | 'empty', unknown>;
  if (mode !== 'rows' && mode !== 'combinations') {
    throw new ImportProblem('Choose how pages are made: "rows" or "combinations".');
  }
  if (!Array.isArray(targets) || targets.length !== columns.length) {
    throw new ImportProblem(`The file has ${columns.length} columns; say for each where it goes.`);
  }
  const checked = targets.map((target, index) => checkedTarget(target, columns[index]?.name ?? ''));
  const seen = new Map<string, string>();
  checked.forEach((target, index) => {
    if (target === null) return;
    const column = columns[index]?.name ?? '';
    const other = seen.get(keyOf(target));
    if (other !== undefined) {
      throw new ImportProblem(
        `The columns "${other}" and "${column}" both go to ${targetName(target)}. Choose one of them.`,
      );
    }
    seen.set(keyOf(target), column);
  });
  if (seen.size === 0)
    throw new ImportProblem('No column is imported. Choose where at least one of them goes.');
  return {
    choices: {
      mode,
      targets: checked,
      ...(empty === undefined ? {} : { empty: checkedEmpty(empty, columns) }),
    },
    total: mode === 'rows' ? rowCount : combinationCount(columns, checked),
  };
};

/** Texts that count as empty, in one column: many more than there are ways to say nothing. */
const MAX_EMPTY = 100;

const checkedEmpty = (value: unknown, columns: readonly ImportColumn[]): (string[] | null)[] => {
  const isList = (texts: unknown): texts is string[] =>
    Array.isArray(texts) &&
    texts.length <= MAX_EMPTY &&
    texts.every((text) => typeof text === 'string' && text.length <= 1_000);
  if (
    !Array.isArray(value) ||
    value.length !== columns.length ||
    !value.every((texts) => texts === null || isList(texts))
  ) {
    throw new ImportProblem(
      `Say for each of the ${columns.length} columns which texts count as empty: a list of at most ${MAX_EMPTY}, or null.`,
    );
  }
  return value.map((texts: string[] | null) => texts && texts.map((text) => text.trim()));
};

const checkedTarget = (value: unknown, column: string): ImportTarget | null => {
  if (value === null) return null;
  const { to, name } = value as { to?: unknown; name?: unknown };
  if (to === 'variable') {
    if (typeof name === 'string' && name.trim() !== '') return { to, name: name.trim() };
    throw new ImportProblem(`Name the variable that the column "${column}" goes to.`);
  }
  const field = PAGE_FIELDS.find((one) => one === to);
  if (field === undefined) throw new ImportProblem(`The column "${column}" cannot go to "${String(to)}".`);
  return { to: field };
};

/** @throws ImportProblem when there are none, or more than can be made */
const combinationCount = (
  columns: readonly ImportColumn[],
  targets: readonly (ImportTarget | null)[],
): number => {
  let count = 1;
  targets.forEach((target, index) => {
    const column = columns[index];
    if (target === null || !column) return;
    if (column.unusable) {
      throw new ImportProblem(
        `The list "${column.name}" has cells that are no texts, or too long ones: ${column.unusable.toLocaleString('en')}. Correct the file, or leave the column out.`,
      );
    }
    if (column.values === 0) throw new ImportProblem(`The list "${column.name}" is empty.`);
    if (column.values === null) {
      throw new ImportProblem(
        `The list "${column.name}" has more than ${MAX_LIST_VALUES.toLocaleString('en')} different texts; no more can be combined.`,
      );
    }
    count *= column.values;
  });
  if (count > MAX_IMPORT_PAGES) {
    throw new ImportProblem(
      `These lists make ${count.toLocaleString('en')} combinations; ${MAX_IMPORT_PAGES.toLocaleString('en')} pages are possible in one import. Shorten the lists, or leave a column out.`,
    );
  }
  return count;
};
