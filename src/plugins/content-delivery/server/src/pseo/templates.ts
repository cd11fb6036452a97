import type { LiquidError } from 'liquidjs';
import { LRUCache } from 'lru-cache';
import {
  isLimitError,
  parseTemplate,
  RENDER_LIMIT,
  renderTemplate,
  variablesIn,
  type ParsedTemplate,
  type TemplateKind,
} from './liquid';

export type Variables = Record<string, string>;

/** A template could not be parsed or rendered; the message is for an editor. */
export class TemplateProblem extends Error {}

/** A template takes more time or memory than a page may take; it would for others too. */
export class TemplateLimit extends TemplateProblem {}

/** Variables that a template needs and that were not given. */
export class MissingVariables extends TemplateProblem {
  constructor(readonly names: readonly string[]) {
    super(
      names.length === 1
        ? `The template needs the variable "${names[0]}", which this page does not have.`
        : `The template needs the variables ${names.map((name) => `"${name}"`).join(', ')}, which this page does not have.`,
    );
  }
}

/** How many missing variables an error names. */
const MAX_NAMED = 20;
/** Characters of a template that is saved: as many as are parsed at all. */
const MAX_TEMPLATE = 2_000_000;
/** Characters of Liquid in it. Parsing takes time for these; text between them costs next to nothing. */
const MAX_LIQUID = 100_000;
/** Characters of all templates that are kept parsed. */
const KEPT_PARSED = 500_000;
/** Tries that a rendering gets: its limit is one of time that passes, and a busy machine lets it pass by itself. */
const TRIES = 3;

/** What is wrong with the length of a new template, for an editor; null when nothing is. */
export const lengthProblem = (template: string): string | null => {
  if (template.length > MAX_TEMPLATE) return tooLong(template.length, 'characters', MAX_TEMPLATE);
  const liquid = liquidLength(template);
  return liquid > MAX_LIQUID ? tooLong(liquid, 'characters in {{ … }} and {% … %}', MAX_LIQUID) : null;
};

const tooLong = (length: number, of: string, most: number): string =>
  `The template has ${length.toLocaleString('en')} ${of}; ${most.toLocaleString('en')} are possible.`;

/** How much of a template is parsed as Liquid, in characters; what is not closed goes on to the end. */
const liquidLength = (template: string): number => {
  let length = 0;
  const opening = /\{[{%]/g;
  for (let found = opening.exec(template); found; found = opening.exec(template)) {
    const end = template.indexOf(found[0] === '{{' ? '}}' : '%}', found.index + 2);
    if (end === -1) return length + template.length - found.index;
    length += end + 2 - found.index;
    opening.lastIndex = end + 2;
  }
  return length;
};

/** Resolves campaign templates with the variables of a page (LiquidJS, `{{ city }}`). */
export const createTemplates = () => {
  // Pages of a campaign share its templates: to parse them for each takes longer than all else.
  const parsed = new LRUCache<string, ParsedTemplate>({
    maxSize: KEPT_PARSED,
    sizeCalculation: (_, key) => key.length,
  });
  return {
    /** @throws TemplateProblem that says where the template is wrong */
    parse(kind: TemplateKind, template: string): ParsedTemplate {
      const key = `${kind} ${template}`;
      const known = parsed.get(key);
      if (known) return known;
      try {
        const made = parseTemplate(kind, template);
        parsed.set(key, made);
        return made;
      } catch (error) {
        throw asProblem(error);
      }
    },

    /** The names of the variables that a template uses, needed or not. */
    variablesIn,

    /** @throws TemplateProblem, MissingVariables, TemplateLimit */
    render(template: ParsedTemplate, variables: Variables): string {
      for (let attempt = 1; ; attempt += 1) {
        const before = process.cpuUsage();
        try {
          return renderTemplate(template, variables);
        } catch (error) {
          if (undefinedVariable(error) !== null) throw new MissingVariables(missingIn(template, variables));
          const problem = asProblem(error);
          if (
            !(problem instanceof TemplateLimit) ||
            attempt === TRIES ||
            workSince(before) > RENDER_LIMIT * 0.8
          )
            throw problem;
        }
      }
    },
  };
};

/** Milliseconds of processor time since then; on a busy machine they are fewer than those that passed. */
const workSince = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

export type Templates = ReturnType<typeof createTemplates>;

/** LiquidJS stops at the first missing variable; an editor wants to hear of all. */
const missingIn = (template: ParsedTemplate, variables: Variables): string[] => {
  const given: Variables = { ...variables };
  const missing: string[] = [];
  const before = process.cpuUsage();
  while (missing.length < MAX_NAMED && workSince(before) < 2 * RENDER_LIMIT) {
    try {
      renderTemplate(template, given);
      break;
    } catch (error) {
      const name = undefinedVariable(error);
      if (name === null || missing.includes(name)) break;
      missing.push(name);
      given[name] = '';
    }
  }
  return missing;
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

const asProblem = (error: unknown): TemplateProblem => {
  const message = error instanceof Error ? (error as LiquidError).message : String(error);
  const firstLine =
    message.split('\n')[0]?.replace(/^(ParseError|RenderError|TokenizationError): /, '') ?? '';
  const problem = `The template does not work: ${firstLine.replace(/, file:[^,]*/, '')}.`;
  return isLimitError(error) ? new TemplateLimit(problem) : new TemplateProblem(problem);
};
