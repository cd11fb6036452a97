import type { LiquidError } from 'liquidjs';
import { createKept } from './kept';
import {
  beginRendering,
  isLimitError,
  isTimeLimit,
  parseTemplate,
  testedIn,
  variablesIn,
  WHOLE_BUDGET,
  type ParsedTemplate,
  type Rendering,
  type TemplateKind,
} from './liquid';
import type { Variables } from './problem';
import type { Budget } from './work';

/** Why there is no text, in a form that can be sent to another thread. */
export type RenderFault =
  | {
      limit: string;
      /** It was the time that was over: on another machine, or another day, it need not be. */
      isLate: boolean;
    }
  | { problem: string }
  | { missing: string[] };

export type Read = { variables: string[]; tested: string[] } | RenderFault;
export type Rendered = ({ text: string } | RenderFault) & {
  /** What it took, also where there is no text. */
  steps: number;
};

/** How many missing variables an error names. */
const MAX_NAMED = 20;

/** Parses and renders templates in the thread that asks for it. */
export const createRenderer = () => {
  const parsed = createKept<ParsedTemplate>();

  /** @throws LiquidError */
  const parse = (kind: TemplateKind, template: string): ParsedTemplate => {
    const known = parsed(kind).get(template);
    if (known) return known;
    const made = parseTemplate(kind, template);
    parsed(kind).set(template, made);
    return made;
  };

  return {
    /** The names of the variables that a template uses, needed or not, and of those that it tests. */
    read(kind: TemplateKind, template: string): Read {
      try {
        const made = parse(kind, template);
        return { variables: variablesIn(made), tested: testedIn(made) };
      } catch (error) {
        return faultOf(error);
      }
    },

    render(
      kind: TemplateKind,
      template: string,
      variables: Variables,
      budget: Budget = WHOLE_BUDGET,
    ): Rendered {
      let rendering: Rendering | null = null;
      try {
        rendering = beginRendering(parse(kind, template), variables, budget);
        return { text: rendering.text(), steps: rendering.steps() };
      } catch (error) {
        const steps = rendering?.steps() ?? 0;
        const missing = undefinedVariable(error);
        return missing === null
          ? { ...faultOf(error), steps }
          : missingIn(parse(kind, template), variables, budget, missing, steps);
      }
    },
  };
};

/**
 * LiquidJS stops at the first missing variable; an editor wants to hear of all.
 * @param first the one at which it stopped
 * @param steps that it had taken by then
 */
const missingIn = (
  template: ParsedTemplate,
  variables: Variables,
  budget: Budget,
  first: string,
  steps: number,
): Rendered => {
  let given: Variables = { ...variables, [first]: '' };
  const missing = [first];
  const most = steps + 2 * budget.steps;
  while (missing.length < MAX_NAMED) {
    const rendering = beginRendering(template, given, budget);
    try {
      rendering.text();
      break;
    } catch (error) {
      const name = undefinedVariable(error);
      // Where there is more time, more may be found.
      if (name === null && isLimitError(error) && budget !== WHOLE_BUDGET)
        return { ...faultOf(error), steps };
      if (name === null || missing.includes(name)) break;
      missing.push(name);
      // Not assigned: `__proto__` would be none of its own.
      given = { ...given, [name]: '' };
    } finally {
      steps += rendering.steps();
    }
    if (steps < most) continue;
    if (budget === WHOLE_BUDGET) break;
    return { limit: 'The template needs many variables.', isLate: false, steps };
  }
  return { missing, steps };
};

/** LiquidJS wraps the error that knows the name in one or more that know the place. */
const undefinedVariable = (error: unknown): string | null => {
  for (let inner = error; inner instanceof Error; inner = (inner as LiquidError).originalError) {
    if (inner.name === 'InternalUndefinedVariableError') {
      return (inner as Error & { variableName: string }).variableName;
    }
  }
  return null;
};

const faultOf = (error: unknown): RenderFault => {
  if (error instanceof Error && isTimeLimit(error))
    return { limit: 'The template takes too long.', isLate: true };
  const message = error instanceof Error ? (error as LiquidError).message : String(error);
  const firstLine =
    message.split('\n')[0]?.replace(/^(ParseError|RenderError|TokenizationError): /, '') ?? '';
  const problem = `The template does not work: ${firstLine.replace(/, file:[^,]*/, '')}.`;
  return isLimitError(error) ? { limit: problem, isLate: false } : { problem };
};
