import { Liquid, type Template, Tag, type TagToken, type TopLevelToken } from 'liquidjs';
import { globalVariables } from './variables';

/** How far one template may go before it is stopped. */
const LIMITS = {
  /** Characters of a template. */
  parseLimit: 2_000_000,
  /** Milliseconds of one rendering, for which everybody else waits. */
  renderLimit: 100,
  /**
   * Objects and characters that one rendering may allocate, roughly. A single filter is not interrupted, so this
   * also bounds what one of them can take: sorting a list of a hundred million took eight seconds.
   */
  memoryLimit: 5_000_000,
};

/** Tags that would read other templates; there are none. */
const FILE_TAGS = ['include', 'render', 'layout', 'block'];

const createEngine = (escape: boolean): Liquid => {
  const engine = new Liquid({
    ...LIMITS,
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
export const renderTemplate = ({ kind, parts }: ParsedTemplate, variables: Record<string, string>): string =>
  String(engineFor(kind).renderSync(parts, variables));

/** The names of the variables that a page has to bring, or may bring; what a template sets itself is none. */
export const variablesIn = ({ parts }: ParsedTemplate): string[] => globalVariables(parts);

/** Milliseconds of processor time that one rendering may take. */
export const RENDER_LIMIT = LIMITS.renderLimit;

/** True for an error of a template that went further than it may. */
export const isLimitError = (error: unknown): boolean =>
  error instanceof Error && /(memory alloc|template render|parse length) limit exceeded/.test(error.message);
