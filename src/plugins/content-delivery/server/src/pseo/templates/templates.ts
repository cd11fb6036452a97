import { WorkerOverrun, type TaskWorker } from '../../platform/task-worker';
import { createKept } from './kept';
import { liquidLength } from './length';
import type { TemplateKind } from './liquid';
import { MissingVariables, TemplateLimit, TemplateProblem, type Variables } from './problem';
import { createRenderer, type Rendered, type RenderFault } from './renderer';
import type { Budget } from './work';

export { lengthProblem } from './length';
export { MissingVariables, TemplateLimit, TemplateProblem, type Variables } from './problem';

type Renderer = ReturnType<typeof createRenderer>;
type RendererTasks = { readTemplate: Renderer['read']; renderTemplate: Renderer['render'] };

/** What is parsed here, where nothing has to be waited for: a few milliseconds of work. All in characters. */
const SHORT = { template: 100_000, liquid: 4_000 };
/**
 * What is rendered here, in some 10 ms at most; what needs more is rendered in the worker, with all that a page may take. So is, this
 * once, what takes long because the machine is busy.
 */
const SMALL_BUDGET: Budget = { steps: 20_000, memoryLimit: 20_000, time: 50 };

const STOPPED = 'The template does not work: it takes too long or too much memory.';

/** A template that can be rendered many times. */
export interface KnownTemplate {
  kind: TemplateKind;
  template: string;
  /** The names of the variables that it uses, needed or not. */
  variables: readonly string[];
  /** Those among them of which it asks whether they are there. */
  tested: readonly string[];
  /** It is long, or took much once: the worker renders it. */
  isHeavy: boolean;
}

/**
 * Resolves campaign templates with the variables of a page (LiquidJS, `{{ city }}`).
 * @param worker for what takes long; without one all is done here
 */
export const createTemplates = (worker: TaskWorker<RendererTasks> | null = null) => {
  const renderer = createRenderer();
  const parsed = createKept<KnownTemplate>();

  return {
    /** @throws TemplateProblem that says where the template is wrong, an HTTP error 503 */
    async parse(kind: TemplateKind, template: string): Promise<KnownTemplate> {
      const known = parsed(kind).get(template);
      if (known) return known;
      const isHeavy =
        template.length > SHORT.template ||
        (template.length > SHORT.liquid && liquidLength(template) > SHORT.liquid);
      const read =
        worker && isHeavy
          ? await withinBudget(worker.run('readTemplate', kind, template))
          : renderer.read(kind, template);
      if (!('variables' in read)) throw asError(read);
      const made = { kind, template, variables: read.variables, tested: read.tested, isHeavy };
      parsed(kind).set(template, made);
      return made;
    },

    /**
     * @param took is told the steps of the rendering, also where it fails for want of variables
     * @throws TemplateProblem, MissingVariables, TemplateLimit, an HTTP error 503
     */
    async render(
      parsed: KnownTemplate,
      variables: Variables,
      took: (steps: number) => void = () => undefined,
    ): Promise<string> {
      const { kind, template } = parsed;
      const settle = (rendered: Rendered): string => {
        took(rendered.steps);
        if ('text' in rendered) return rendered.text;
        throw asError(rendered);
      };
      if (!worker) return settle(renderer.render(kind, template, variables));
      if (!parsed.isHeavy) {
        const rendered = renderer.render(kind, template, variables, SMALL_BUDGET);
        if (!('limit' in rendered)) return settle(rendered);
        parsed.isHeavy = !rendered.isLate;
      }
      const rendered = await withinBudget(worker.run('renderTemplate', kind, template, variables));
      parsed.isHeavy ||= rendered.steps > SMALL_BUDGET.steps;
      return settle(rendered);
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
