import {
  MAX_IMPORT_PAGES,
  MAX_LIST_VALUES,
  PAGE_FIELDS,
  type ImportChoices,
  type ImportColumn,
  type ImportTarget,
} from '../../../../contracts/pseo-imports';
import { ImportProblem } from './problem';

/** A name with all that people write differently taken away: `Meta Title`, `meta_title` and `metaTitle` are one. */
export const normalName = (name: string): string =>
  name
    // Normalizing takes a time that grows with the square of a row of marks.
    .slice(0, 1_000)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

const OTHER_NAMES: Record<string, (typeof PAGE_FIELDS)[number]> = {
  url: 'slug',
  path: 'slug',
  content: 'html',
  body: 'html',
  seotitle: 'metaTitle',
  seodescription: 'metaDescription',
};

/**
 * Columns matched by their names: first to variables of the templates, then to the texts of a page. Each target
 * is given once.
 */
export const suggestTargets = (
  columns: readonly string[],
  variables: readonly string[],
): (ImportTarget | null)[] => {
  const given = new Set<string>();
  const give = (target: ImportTarget | null): ImportTarget | null => {
    if (target === null) return null;
    const key = keyOf(target);
    if (given.has(key)) return null;
    given.add(key);
    return target;
  };
  const variableFor = (column: string): ImportTarget | null => {
    if (column === '') return null;
    const name =
      variables.find((variable) => variable === column) ??
      variables.find((variable) => normalName(variable) === normalName(column));
    return name === undefined ? null : { to: 'variable', name };
  };
  const fieldFor = (column: string): ImportTarget | null => {
    const normal = normalName(column);
    const field = PAGE_FIELDS.find((one) => normalName(one) === normal) ?? OTHER_NAMES[normal];
    return field === undefined ? null : { to: field };
  };
  // Exact names go first, so that `City` does not take the place of `city`.
  const exact = columns.map((column) =>
    variables.includes(column) ? give({ to: 'variable', name: column }) : null,
  );
  const named = columns.map((column, index) => exact[index] ?? give(variableFor(column)));
  return columns.map((column, index) => named[index] ?? give(fieldFor(column)));
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
  const { mode, targets } = (value ?? {}) as { mode?: unknown; targets?: unknown };
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
    choices: { mode, targets: checked },
    total: mode === 'rows' ? rowCount : combinationCount(columns, checked),
  };
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
