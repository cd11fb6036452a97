import { isMainThread } from 'node:worker_threads';
import type { LiquidError } from 'liquidjs';
import { createKept } from './kept';
import {
  isLimitError,
  isTimeLimit,
  parseTemplate,
  renderTemplate,
  variablesIn,
  WHOLE_BUDGET,
  type Budget,
  type ParsedTemplate,
  type TemplateKind,
} from './liquid';
import type { Variables } from './problem';

/** Why there is no text, in a form that can be sent to another thread. */
export type RenderFault = { limit: string } | { problem: string } | { missing: string[] };

export type Read = { variables: string[] } | RenderFault;
export type Rendered = { text: string } | RenderFault;

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
    /** The names of the variables that a template uses, needed or not. */
    read(kind: TemplateKind, template: string): Read {
      try {
        return { variables: variablesIn(parse(kind, template)) };
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
      for (let attempt = 1; ; attempt += 1) {
        const spent = stopwatch();
        try {
          return { text: renderTemplate(parse(kind, template), variables, budget) };
        } catch (error) {
          const missing = undefinedVariable(error);
          if (missing !== null) return missingIn(parse(kind, template), variables, budget, missing);
          const mayBeBusy = isTimeLimit(error) && spent() < budget.renderLimit * 0.8;
          if (!mayBeBusy || attempt >= budget.tries) return faultOf(error);
        }
      }
    },
  };
};

/** Milliseconds that this thread has worked since then; on a busy machine they are fewer than those that passed. */
const stopwatch = (): (() => number) => {
  // Before Node 23.9 a thread only knows what all of them took together; then it tries again in any case.
  const ofThread = (process as { threadCpuUsage?: typeof process.cpuUsage }).threadCpuUsage;
  const usage = ofThread ?? (isMainThread ? process.cpuUsage : null);
  if (usage === null) return () => 0;
  const before = usage();
  return () => {
    const { user, system } = usage(before);
    return (user + system) / 1_000;
  };
};

/**
 * LiquidJS stops at the first missing variable; an editor wants to hear of all.
 * @param first the one at which it stopped
 */
const missingIn = (
  template: ParsedTemplate,
  variables: Variables,
  budget: Budget,
  first: string,
): RenderFault => {
  const given: Variables = { ...variables, [first]: '' };
  const missing = [first];
  const begun = performance.now();
  while (missing.length < MAX_NAMED) {
    try {
      renderTemplate(template, given, budget);
      break;
    } catch (error) {
      const name = undefinedVariable(error);
      // Where there is more time, more may be found.
      if (name === null && isLimitError(error) && budget !== WHOLE_BUDGET) return faultOf(error);
      if (name === null || missing.includes(name)) break;
      missing.push(name);
      given[name] = '';
    }
    if (performance.now() - begun < 2 * budget.renderLimit) continue;
    return budget === WHOLE_BUDGET ? { missing } : { limit: 'The template needs many variables.' };
  }
  return { missing };
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
  const message = error instanceof Error ? (error as LiquidError).message : String(error);
  const firstLine =
    message.split('\n')[0]?.replace(/^(ParseError|RenderError|TokenizationError): /, '') ?? '';
  const problem = `The template does not work: ${firstLine.replace(/, file:[^,]*/, '')}.`;
  return isLimitError(error) ? { limit: problem } : { problem };
};
