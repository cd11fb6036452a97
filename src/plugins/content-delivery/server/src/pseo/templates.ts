import type { LiquidError } from 'liquidjs';
import {
  isLimitError,
  parseTemplate,
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

/** Resolves campaign templates with the variables of a page (LiquidJS, `{{ city }}`). */
export const createTemplates = () => ({
  /** @throws TemplateProblem that says where the template is wrong */
  parse(kind: TemplateKind, template: string): ParsedTemplate {
    try {
      return parseTemplate(kind, template);
    } catch (error) {
      throw asProblem(error);
    }
  },

  /** The names of the variables that a template uses, needed or not. */
  variablesIn,

  /** @throws TemplateProblem, MissingVariables, TemplateLimit */
  render(template: ParsedTemplate, variables: Variables): string {
    try {
      return renderTemplate(template, variables);
    } catch (error) {
      if (undefinedVariable(error) === null) throw asProblem(error);
      throw new MissingVariables(missingIn(template, variables));
    }
  },
});

export type Templates = ReturnType<typeof createTemplates>;

/** LiquidJS stops at the first missing variable; an editor wants to hear of all. */
const missingIn = (template: ParsedTemplate, variables: Variables): string[] => {
  const given: Variables = { ...variables };
  const missing: string[] = [];
  while (missing.length < MAX_NAMED) {
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
