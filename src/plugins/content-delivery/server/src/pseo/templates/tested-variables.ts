import { TypeGuards, Value, toValueSync, type Tag, type Template } from 'liquidjs';
import { rootsOf } from './variables';

/** Operators that take one condition or two; all others compare values, which are then no conditions, unless with nothing. */
const CONDITIONS: Readonly<Record<string, number>> = { and: 2, or: 2, not: 1 };

/** `nil`, `null`, `blank`, `empty` and `""`: with these a template asks whether something is there, too. */
const isNothing = (token: unknown): boolean =>
  TypeGuards.isQuotedToken(token)
    ? token.content === ''
    : TypeGuards.isLiteralToken(token) && ['nil', 'null', 'blank', 'empty'].includes(token.literal);

/**
 * The names of the variables of which a template asks whether they are there, as in `{% if x and y == "z" %}` it does of
 * `x`: any text is, also "false" and "0".
 */
export const testedVariables = (templates: readonly Template[]): string[] => {
  const found = new Set<string>();
  /** Names that the template gives to other variables. */
  const aliases = new Map<string, readonly string[]>();

  const visit = (template: Template): void => {
    const { name } = template as Tag;
    const values = [...(template.arguments?.() ?? [])];
    if (name === 'if' || name === 'unless') {
      for (const root of values.flatMap(conditionsIn)) {
        for (const tested of aliases.get(root) ?? [root]) found.add(tested);
      }
    } else if (name === 'assign') {
      for (const { content } of (template.localScope?.() ?? []) as Iterable<{ content: string }>) {
        aliases.set(content, values.flatMap(conditionsIn));
      }
    }
    if (!template.children) return;
    for (const child of toValueSync(template.children(false, true)) as Template[]) visit(child);
  };
  for (const template of templates) visit(template);
  return [...found];
};

/** The variables in a value that are conditions by themselves, and not parts of a comparison. */
const conditionsIn = (value: unknown): string[] => {
  if (!(value instanceof Value)) return [];
  const names: string[] = [];
  /** Where in `names` those of each operand begin that waits for its operator. */
  const begins: number[] = [];
  /** Whether each of these operands is nothing. */
  const nothings: boolean[] = [];
  for (const token of value.initial.postfix) {
    if (!TypeGuards.isOperatorToken(token)) {
      begins.push(names.length);
      nothings.push(isNothing(token));
      names.push(...rootsOf(token));
      continue;
    }
    const operands = CONDITIONS[token.operator] ?? 2;
    const [begin = 0] = begins.splice(-operands);
    const isAsked = /^[!=]=$/.test(token.operator) && nothings.slice(-operands).includes(true);
    nothings.splice(-operands, operands, false);
    if (!(token.operator in CONDITIONS) && !isAsked) names.length = begin;
    begins.push(begin);
  }
  return names;
};
