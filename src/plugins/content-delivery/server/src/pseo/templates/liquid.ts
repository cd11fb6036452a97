import { Liquid, type Template, Tag, type TagToken, type TopLevelToken } from 'liquidjs';
import { htmlOutput, outputScripts, registerHtml } from './html-filters';
import { testedVariables } from './tested-variables';
import { globalVariables } from './variables';
import {
  COUNTED_OPERATORS,
  CountedContext,
  countedOutput,
  countSteps,
  isWorkLimit,
  type Budget,
} from './work';

/** Characters of a template that are parsed; no longer one is saved. */
export const PARSE_LIMIT = 2_000_000;

/** What a page may take: half a second, at most one and a half, on a machine with nothing else to do. */
export const WHOLE_BUDGET: Budget = { steps: 3_000_000, memoryLimit: 5_000_000, time: 8_000 };

/** Tags that would read other templates; there are none. */
const FILE_TAGS = ['include', 'render', 'layout', 'block'];

/** What becomes of values where they go out. */
const OUTPUT = { html: htmlOutput, 'legacy-html': 'escape', text: countedOutput } as const;

const createEngine = (kind: TemplateKind): Liquid => {
  const engine = new Liquid({
    parseLimit: PARSE_LIMIT,
    outputEscape: OUTPUT[kind],
    strictVariables: true,
    strictFilters: true,
    // `{% if city %}` and `| default:` ask whether a variable is there; they do not need it.
    lenientIf: true,
    ownPropertyOnly: true,
    templates: {},
    operators: COUNTED_OPERATORS,
  });
  if (kind === 'html') registerHtml(engine);
  countSteps(engine);
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

/**
 * In `legacy-html`, of campaigns that were made before `html` was what it is, values are escaped after their last filter, so
 * that filters that make HTML show tags.
 */
export type TemplateKind = 'html' | 'legacy-html' | 'text';

const engines: Partial<Record<TemplateKind, Liquid>> = {};

/**
 * In HTML values are escaped, unless the template says `| raw`; in slugs and meta fields they are left alone. Made
 * when first needed, as a start of the server waits for what is made before it.
 */
const engineFor = (kind: TemplateKind): Liquid => (engines[kind] ??= createEngine(kind));

/** A template that can be rendered many times. */
export interface ParsedTemplate {
  kind: TemplateKind;
  parts: Template[];
}

/** @throws LiquidError with line and column */
export const parseTemplate = (kind: TemplateKind, template: string): ParsedTemplate => {
  const engine = engineFor(kind);
  const parts = engine.parse(template);
  if (kind === 'html') outputScripts(template, parts, engine);
  return { kind, parts };
};

export interface Rendering {
  /** @throws LiquidError, among them one for a variable that is needed and missing */
  text(): string;
  /** What it has taken, also where it failed. */
  steps(): number;
}

export const beginRendering = (
  { kind, parts }: ParsedTemplate,
  variables: Record<string, string>,
  budget: Budget,
): Rendering => {
  const engine = engineFor(kind);
  const context = new CountedContext(engine, variables, budget);
  return {
    text: () => String(engine.renderSync(parts, context)),
    steps: () => Math.ceil(context.steps),
  };
};

/** The names of the variables that a page has to bring, or may bring; what a template sets itself is none. */
export const variablesIn = ({ parts }: ParsedTemplate): string[] => globalVariables(parts);

/** The names of those of which a template asks whether they are there. */
export const testedIn = ({ parts }: ParsedTemplate): string[] => testedVariables(parts);

/** True for an error of a template that went further than it may. */
export const isLimitError = (error: unknown): error is Error =>
  error instanceof Error &&
  (isWorkLimit(error) ||
    isTimeLimit(error) ||
    /(memory alloc|parse length) limit exceeded/.test(error.message));

/** True for one that took long though its steps were not many. */
export const isTimeLimit = ({ message }: Error): boolean =>
  message.includes('template render limit exceeded');
