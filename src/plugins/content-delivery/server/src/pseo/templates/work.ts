import {
  Context,
  defaultOperators,
  TypeGuards,
  Value,
  type FilterImplOptions,
  type Liquid,
  type Operators,
  type Template,
} from 'liquidjs';
import { beforeRendering } from '../../platform/patches/liquid-rendering';
import { SafeHtml } from './html-values';

/**
 * What rendering a template takes, counted in steps: a template takes as many on each machine, however busy. A step is a tag, an
 * output, a piece of text, a value or a filter in them, and takes some 0.2 to 0.8 µs; what takes longer counts as more.
 */

/** Items of a list, and characters of a text, that a filter or a comparison looks at in a step. */
const ITEMS = 2;
const CHARACTERS = 64;
/** Characters of a template that are copied in a step. */
const COPIED = 1_000;
/** Characters of an expression that is given to a filter as text, which is evaluated for each item. */
const EXPRESSION = 2;

/** How far one rendering may go before it is stopped. */
export interface Budget {
  steps: number;
  /**
   * Objects and characters that may be allocated, roughly. A single filter is not interrupted, so this also bounds
   * what one of them can take: sorting a list of a hundred million took eight seconds.
   */
  memoryLimit: number;
  /** Milliseconds that may pass, for what steps do not measure. */
  time: number;
}

/** One rendering, of which the steps are counted. */
export class CountedContext extends Context {
  steps = 0;
  readonly #most: number;

  constructor(liquid: Liquid, variables: Record<string, string>, { steps, memoryLimit, time }: Budget) {
    super(variables, liquid.options, { sync: true, memoryLimit, renderLimit: time }, { liquid });
    this.#most = steps;
  }

  /** @throws Error when there are too many */
  spend(steps: number): void {
    this.steps += steps;
    if (this.steps > this.#most) throw new Error(`${TOO_MANY} ${this.#most.toLocaleString('en')} steps`);
  }
}

const TOO_MANY = 'it takes more than';

/** True for the error of a template that took too many steps. */
export const isWorkLimit = ({ message }: Error): boolean => message.includes(TOO_MANY);

/** Lets an engine count the steps of what it renders in a `CountedContext`. */
export const countSteps = (liquid: Liquid): void => {
  beforeRendering(liquid, (templates, context) => {
    if (context instanceof CountedContext) context.spend(stepsOf(templates));
  });
  for (const [name, filter] of Object.entries(liquid.filters)) {
    if (!AT_ONCE.has(name)) liquid.registerFilter(name, counted(name, filter));
  }
};

/** Filters that do not look through what they are given. */
const AT_ONCE = new Set(['default', 'first', 'last', 'size']);

const counted = (name: string, filter: FilterImplOptions): FilterImplOptions => {
  const { handler, raw } = typeof filter === 'function' ? { handler: filter, raw: false } : filter;
  const isForEachItem = name.endsWith('_exp');
  return {
    raw,
    handler(value: unknown, ...given: unknown[]): unknown {
      if (this.context instanceof CountedContext) {
        const expression = isForEachItem ? lengthOf(given[1]) / EXPRESSION : 0;
        this.context.spend(sizeOf(value) * (1 + expression));
      }
      return handler.call(this, value, ...given);
    },
  };
};

/** Operators that may look through lists. */
const COMPARISONS = ['==', '!=', 'contains'];

/** For the options of an engine whose steps are counted. */
export const COUNTED_OPERATORS: Operators = { ...defaultOperators };
for (const name of COMPARISONS) {
  const compare = defaultOperators[name];
  if (!compare) continue;
  COUNTED_OPERATORS[name] = (one: unknown, other: unknown, context: Context) => {
    if (context instanceof CountedContext) context.spend(sizeOf(one) + sizeOf(other));
    return compare(one, other, context);
  };
}

/** Hands on the output of an engine that does not escape it. */
export function countedOutput(this: { context?: unknown }, value: string): string {
  if (this.context instanceof CountedContext) this.context.spend(sizeOf(value));
  return value;
}

/** Steps to look through a value. */
const sizeOf = (value: unknown): number => {
  if (typeof value === 'string') return value.length / CHARACTERS;
  if (value instanceof SafeHtml) return value.size / CHARACTERS;
  return Array.isArray(value) ? value.length / ITEMS : 0;
};

const lengthOf = (value: unknown): number => (typeof value === 'string' ? value.length : 0);

const known = new WeakMap<readonly Template[], number>();

/** Of templates themselves; what is inside of them is rendered, and counted, as often as it is its turn. */
const stepsOf = (templates: readonly Template[]): number => {
  let steps = known.get(templates);
  if (steps === undefined) {
    steps = 1 + templates.length;
    for (const template of templates) {
      const { begin, end } = template.token;
      steps += (end - begin) / COPIED;
      for (const argument of template.arguments?.() ?? []) steps += partsOf(argument);
    }
    known.set(templates, steps);
  }
  return steps;
};

/** Values and filters in a value. */
const partsOf = (value: unknown): number => {
  if (value instanceof Value || TypeGuards.isFilteredValueToken(value)) {
    const filters = value.filters.flatMap(({ args }) => [
      1,
      ...args.map((argument) => partsOf(Array.isArray(argument) ? argument[1] : argument)),
    ]);
    return sum([...value.initial.postfix.map(partsOf), ...filters]);
  }
  if (TypeGuards.isRangeToken(value)) return partsOf(value.lhs) + partsOf(value.rhs);
  return TypeGuards.isPropertyAccessToken(value) ? sum(value.props.map(partsOf)) : 1;
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
