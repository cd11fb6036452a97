import {
  MAX_IMPORT_PAGES,
  PAGE_FIELDS,
  type CampaignVariable,
  type ColumnNote,
  type ImportChoices,
  type ImportColumn,
  type ImportMode,
  type ImportTarget,
  type PageField,
} from '../../../../contracts/pseo-imports';

/** Where columns go, and how a choice among these is written as the value of an option. All pure. */

type Targets = readonly (ImportTarget | null)[];

const VARIABLE = 'variable:';
export const NOT_IMPORTED = 'none';

export const toOption = (target: ImportTarget | null): string => {
  if (target === null) return NOT_IMPORTED;
  return target.to === 'variable' ? `${VARIABLE}${target.name}` : target.to;
};

export const fromOption = (option: string): ImportTarget | null => {
  if (option.startsWith(VARIABLE)) return { to: 'variable', name: option.slice(VARIABLE.length) };
  const field = PAGE_FIELDS.find((one) => one === option);
  return field ? { to: field } : null;
};

/** Variables that the templates use and no column gives. */
export const variablesWithoutColumn = (
  variables: readonly CampaignVariable[],
  targets: Targets,
): CampaignVariable[] => {
  const given = new Set(targets.flatMap((target) => (target?.to === 'variable' ? [target.name] : [])));
  const fields = new Set(
    targets.flatMap((target) => (target && target.to !== 'variable' ? [target.to] : [])),
  );
  // A text that a column gives is not made from its template.
  return variables.filter(
    ({ name, usedIn }) => !given.has(name) && usedIn.some((field) => !fields.has(field)),
  );
};

/** What a row gives its page: variables, and texts in place of templates. Empty cells, and those that count as such, give nothing. */
export const pageOfRow = (
  cells: readonly (string | null)[],
  targets: Targets,
  empty: ImportChoices['empty'] = [],
) => {
  const variables: Record<string, string> = {};
  const texts: Partial<Record<PageField, string>> = {};
  for (const [index, target] of targets.entries()) {
    const cell = cells[index];
    if (!target || cell === null || cell === undefined || empty[index]?.includes(cell.trim())) continue;
    if (target.to === 'variable') variables[target.name] = cell;
    else texts[target.to] = cell;
  }
  return { variables, texts };
};

/** Targets that more than one column has. */
export const chosenTwice = (targets: Targets): Set<string> => {
  const options = targets.filter((target) => target !== null).map(toOption);
  return new Set(options.filter((option, index) => options.indexOf(option) !== index));
};

/** What a column that goes nowhere is likely to be; null once another column has that. */
export const suggestionFor = (index: number, suggested: Targets, targets: Targets): ImportTarget | null => {
  const suggestion = suggested[index] ?? null;
  if (suggestion === null || targets[index]) return null;
  return targets.some((target) => toOption(target) === toOption(suggestion)) ? null : suggestion;
};

/** The choices with the texts of a note counted as empty too. */
export const withEmpty = (
  choices: ImportChoices,
  columns: number,
  { index, values }: ColumnNote,
): ImportChoices => ({
  ...choices,
  empty: Array.from({ length: columns }, (_, at) => {
    const before = choices.empty?.[at] ?? null;
    return at === index ? [...new Set([...(before ?? []), ...values])] : before;
  }),
});

/**
 * How many pages a file makes at most.
 * @returns null when a column that is to be combined has too many texts for a list
 */
export const countPages = (
  mode: ImportMode,
  columns: readonly ImportColumn[],
  targets: Targets,
  rowCount: number,
): number | null => {
  if (mode === 'rows') return rowCount;
  let count = 1;
  let mapped = 0;
  for (const [index, column] of columns.entries()) {
    if (!targets[index]) continue;
    if (column.values === null) return null;
    count *= column.values;
    mapped += 1;
  }
  return mapped === 0 ? 0 : count;
};

export type ChoiceProblem =
  | { kind: 'nothing' }
  | { kind: 'twice' }
  | { kind: 'no-list' }
  | { kind: 'none-to-make' }
  | { kind: 'too-many'; count: number };

/** Why a check cannot start; null when it can. */
export const problemWith = (
  mode: ImportMode,
  columns: readonly ImportColumn[],
  targets: Targets,
  rowCount: number,
): ChoiceProblem | null => {
  if (targets.every((target) => target === null)) return { kind: 'nothing' };
  if (chosenTwice(targets).size > 0) return { kind: 'twice' };
  const count = countPages(mode, columns, targets, rowCount);
  if (count === null) return { kind: 'no-list' };
  if (count === 0) return { kind: 'none-to-make' };
  return count > MAX_IMPORT_PAGES ? { kind: 'too-many', count } : null;
};
