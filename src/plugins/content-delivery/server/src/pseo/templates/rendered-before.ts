import { AsyncLocalStorage } from 'node:async_hooks';
import { TemplateProblem, type KnownTemplate, type Templates, type Variables } from './templates';

/**
 * Characters of a text that are remembered. Under the lock texts are judged, by what is wrong with them, whether they are
 * empty and whether a slug fits; none of them is stored that is longer than a column of 255 characters.
 */
const REMEMBERED = 1_000;
/** How often what is missing under the lock is rendered ahead of it, before it is rendered under it after all. */
const ATTEMPTS = 3;

type Outcome = { text: string; steps: number } | { problem: TemplateProblem };

interface Remembered {
  outcomes: Map<KnownTemplate, Map<string, Outcome>>;
  /** Characters of a text. */
  most: number;
  /** Whether the lock is held: what is not remembered then is an error. */
  isLocked: boolean;
}

const running = new AsyncLocalStorage<Remembered>();

/** Something was to be rendered under a lock that had not been rendered ahead of it. */
class NotRendered extends Error {}

/** Templates that may have rendered ahead of a lock what is asked for under it. */
export const rememberRendered = (templates: Templates): Templates => ({
  ...templates,
  async render(parsed: KnownTemplate, variables: Variables, took = () => undefined) {
    const remembered = running.getStore();
    if (!remembered) return templates.render(parsed, variables, took);
    const ofTemplate = remembered.outcomes.get(parsed) ?? new Map<string, Outcome>();
    remembered.outcomes.set(parsed, ofTemplate);
    const key = keyOf(variables);
    let outcome = ofTemplate.get(key);
    if (!outcome) {
      if (remembered.isLocked) throw new NotRendered();
      outcome = await outcomeOf(templates, parsed, variables, remembered.most);
      ofTemplate.set(key, outcome);
    }
    if ('problem' in outcome) throw outcome.problem;
    took(outcome.steps);
    return outcome.text;
  },
});

/** PostgreSQL gives the variables that it has stored in another order. */
const keyOf = (variables: Variables): string => JSON.stringify(Object.entries(variables).sort());

const outcomeOf = async (
  templates: Templates,
  parsed: KnownTemplate,
  variables: Variables,
  most: number,
): Promise<Outcome> => {
  let steps = 0;
  try {
    const text = await templates.render(parsed, variables, (taken) => (steps = taken));
    return { text: text.slice(0, most), steps };
  } catch (error) {
    if (error instanceof TemplateProblem) return { problem: error };
    throw error;
  }
};

/**
 * Renders ahead of a lock what is needed under it, so that nobody waits for templates. Where others have changed something
 * in between, the work is taken back, and that is rendered as well.
 * @param render renders what the work will render, as far as it can be told; nothing that it returns is used
 * @param work takes the lock in a transaction of its own, which it takes back when it throws
 */
export const renderBefore = async <Result>(
  render: (attempt: number) => Promise<unknown>,
  work: () => Promise<Result>,
): Promise<Result> => {
  const remembered: Remembered = { outcomes: new Map(), most: REMEMBERED, isLocked: false };
  return running.run(remembered, async () => {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      remembered.isLocked = false;
      await render(attempt);
      remembered.isLocked = true;
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof NotRendered)) throw error;
      }
    }
    remembered.isLocked = false;
    return work();
  });
};

/**
 * The same for what cannot be taken back and made again, as it is a whole request: what is missing under the lock, because
 * others have changed something in between, is rendered there. Once is enough for work within work.
 * @param render renders what the work will render, as far as it can be told; whatever is wrong is found by the work
 */
export const renderAhead = async <Result>(
  render: () => Promise<unknown>,
  work: () => Promise<Result>,
): Promise<Result> => {
  if (running.getStore()) return work();
  // Whole texts, as something else of the request may want them.
  return running.run({ outcomes: new Map(), most: Infinity, isLocked: false }, async () => {
    await render();
    return work();
  });
};
