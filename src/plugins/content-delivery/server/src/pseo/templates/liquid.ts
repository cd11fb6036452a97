import { Liquid, type Template, Tag, type TagToken, type TopLevelToken } from 'liquidjs';
import { globalVariables } from './variables';

/** Characters of a template that are parsed; no longer one is saved. */
export const PARSE_LIMIT = 2_000_000;

/** How far one rendering may go before it is stopped. */
export interface Budget {
  /** Milliseconds that may pass. */
  renderLimit: number;
  /**
   * Objects and characters that may be allocated, roughly. A single filter is not interrupted, so this also bounds
   * what one of them can take: sorting a list of a hundred million took eight seconds.
   */
  memoryLimit: number;
  /** Times that it is tried: time passes by itself on a busy machine. */
  tries: number;
}

/** What a page may take. The longest templates take a tenth of the time, on a machine with nothing else to do. */
export const WHOLE_BUDGET: Budget = { renderLimit: 500, memoryLimit: 5_000_000, tries: 3 };

/** Tags that would read other templates; there are none. */
const FILE_TAGS = ['include', 'render', 'layout', 'block'];

const createEngine = (escape: boolean): Liquid => {
  const engine = new Liquid({
    parseLimit: PARSE_LIMIT,
    ...(escape ? { outputEscape: 'escape' as const } : {}),
    strictVariables: true,
    strictFilters: true,
    // `{% if city %}` and `| default:` ask whether a variable is there; they do not need it.
    lenientIf: true,
    ownPropertyOnly: true,
    templates: {},
  });
  for (const name of FILE_TAGS) engine.registerTag(name, refusedTag(name));
  return engine;
};

const refusedTag = (name: string) =>
  class extends Tag {
    constructor(token: TagToken, remaining: TopLevelToken[], liquid: Liquid) {
      super(token, remaining, liquid);
      throw new Error(`the tag "${name}" is not available here`);
    }
    override *render(): Generator<unknown, void, unknown> {}
  };

export type TemplateKind = 'html' | 'text';

const engines: Partial<Record<TemplateKind, Liquid>> = {};

/**
 * In HTML values are escaped, unless the template says `| raw`; in slugs and meta fields they are left alone. Made
 * when first needed, as a start of the server waits for what is made before it.
 */
const engineFor = (kind: TemplateKind): Liquid => (engines[kind] ??= createEngine(kind === 'html'));

/** A template that can be rendered many times. */
export interface ParsedTemplate {
  kind: TemplateKind;
  parts: Template[];
}

/** @throws LiquidError with line and column */
export const parseTemplate = (kind: TemplateKind, template: string): ParsedTemplate => ({
  kind,
  parts: engineFor(kind).parse(template),
});

/** @throws LiquidError, among them one for a variable that is needed and missing */
export const renderTemplate = (
  { kind, parts }: ParsedTemplate,
  variables: Record<string, string>,
  { renderLimit, memoryLimit }: Budget,
): string => String(engineFor(kind).renderSync(parts, variables, { renderLimit, memoryLimit }));

/** The names of the variables that a page has to bring, or may bring; what a template sets itself is none. */
export const variablesIn = ({ parts }: ParsedTemplate): string[] => globalVariables(parts);

/** True for an error of a template that went further than it may. */
export const isLimitError = (error: unknown): boolean =>
  error instanceof Error && /(memory alloc|template render|parse length) limit exceeded/.test(error.message);

/** True for one that took too long. */
export const isTimeLimit = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('template render limit exceeded');
