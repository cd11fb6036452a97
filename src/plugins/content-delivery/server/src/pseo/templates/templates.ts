import { WorkerOverrun, type WorkerThread } from '../../platform/worker-thread';
import { createKept } from './kept';
import { liquidLength } from './length';
import { WHOLE_BUDGET, type Budget, type TemplateKind } from './liquid';
import { MissingVariables, TemplateLimit, TemplateProblem, type Variables } from './problem';
import { createRenderer, type RenderFault } from './renderer';

export { lengthProblem } from './length';
export { MissingVariables, TemplateLimit, TemplateProblem, type Variables } from './problem';

type Renderer = ReturnType<typeof createRenderer>;
type RendererTasks = { readTemplate: Renderer['read']; renderTemplate: Renderer['render'] };

/** What is parsed here, where nothing has to be waited for: a few milliseconds of work. All in characters. */
const SHORT = { template: 100_000, liquid: 4_000 };
/** What is rendered here; what needs more is rendered in the thread, with all that a page may take. */
const SMALL_BUDGET: Budget = { renderLimit: 10, memoryLimit: 20_000, tries: 1 };

const STOPPED = 'The template does not work: it takes too long or too much memory.';

/** A template that can be rendered many times. */
export interface ParsedTemplate {
  kind: TemplateKind;
  template: string;
  /** The names of the variables that it uses, needed or not. */
  variables: readonly string[];
  /** It is long, or took long once: the thread renders it. */
  isHeavy: boolean;
}

/**
 * Resolves campaign templates with the variables of a page (LiquidJS, `{{ city }}`).
 * @param thread for what takes long; without one all is done here
 */
export const createTemplates = (thread: WorkerThread<RendererTasks> | null = null) => {
  const renderer = createRenderer();
  const parsed = createKept<ParsedTemplate>();

  return {
    /** @throws TemplateProblem that says where the template is wrong, an HTTP error 503 */
    async parse(kind: TemplateKind, template: string): Promise<ParsedTemplate> {
      const known = parsed(kind).get(template);
      if (known) return known;
      const isHeavy =
        template.length > SHORT.template ||
        (template.length > SHORT.liquid && liquidLength(template) > SHORT.liquid);
      const read =
        thread && isHeavy
          ? await withinBudget(thread.run('readTemplate', kind, template))
          : renderer.read(kind, template);
      if (!('variables' in read)) throw asError(read);
      const made = { kind, template, variables: read.variables, isHeavy };
      parsed(kind).set(template, made);
      return made;
    },

    /** @throws TemplateProblem, MissingVariables, TemplateLimit, an HTTP error 503 */
    async render(parsed: ParsedTemplate, variables: Variables): Promise<string> {
      const { kind, template } = parsed;
      if (!thread || !parsed.isHeavy) {
        const rendered = renderer.render(kind, template, variables, thread ? SMALL_BUDGET : WHOLE_BUDGET);
        if ('text' in rendered) return rendered.text;
        if (!thread || !('limit' in rendered)) throw asError(rendered);
        parsed.isHeavy = true;
      }
      const rendered = await withinBudget(thread.run('renderTemplate', kind, template, variables));
      if ('text' in rendered) return rendered.text;
      throw asError(rendered);
    },
  };
};

export type Templates = ReturnType<typeof createTemplates>;

const withinBudget = async <Result>(work: Promise<Result>): Promise<Result> => {
  try {
    return await work;
  } catch (error) {
    throw error instanceof WorkerOverrun ? new TemplateLimit(STOPPED) : error;
  }
};

const asError = (fault: RenderFault): TemplateProblem => {
  if ('missing' in fault) return new MissingVariables(fault.missing);
  return 'limit' in fault ? new TemplateLimit(fault.limit) : new TemplateProblem(fault.problem);
};
