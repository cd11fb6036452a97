import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { contentOf } from '../fixtures/content';
import { createRandom } from '../support/random';
import { say } from '../support/say';
import { documentsOf } from '../support/documents';
import { until } from '../support/until';
import type { Cms } from '../support/e2e/cms';
import { controlAnswers } from './answers';
import { formOf } from './form';
import type { Options } from './options';
import { planRound, stepsInWords, type Round, type Step } from './plan';
import { createTyped, FIELDS, textOfHtml, type Texts } from './typed';

const POST = 'api::post.post';
const WEBSITE = 'Roasters';

/** How long the form may take to show what was typed, in milliseconds: it takes an answer in several steps. */
const MAX_WAIT = 15_000;
/** How long the last save may take, which may be refused first. */
const SAVING = 40_000;
/** How long a key for saving may take to send something. */
const SENDING = 3_000;
/** How long a click may wait for answers that are held. */
const CLICK = 1_500;
/** Between rounds that are reported. */
const REPORTED = 10;

export interface Failure {
  round: number;
  steps: string[];
  /** After which step it was seen, and where; or what kept the round from going on. */
  what: string;
  /** What the browser sent, and what became of it. */
  sent: string[];
  typed?: Texts;
  found?: Texts | null;
}

export interface Report {
  seed: number;
  seconds: number;
  rounds: number;
  keystrokes: number;
  saves: number;
  failures: Failure[];
}

/** Ends a round: what was typed is not where it should be. */
class Lost extends Error {
  constructor(
    where: string,
    readonly typed: Texts,
    readonly found: Texts | null,
  ) {
    super(where);
  }
}

const areSame = (one: Texts, other: Texts | null): boolean =>
  other !== null && FIELDS.every((field) => one[field] === other[field]);

/** Plays rounds in the browser, one after the other. */
export const playRounds = async (cms: Cms, options: Options): Promise<Report> => {
  const start = performance.now();
  const content = contentOf(cms.strapi);
  const website = await content.website({ name: WEBSITE, url: 'https://roasters.example' });
  const page = await cms.signInAsSuperAdmin();
  // The browser asks before it leaves a form with unsaved changes.
  page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setCPUThrottlingRate', { rate: options.slowdown });
  const answers = await controlAnswers(page);
  const form = formOf(page);
  let keystrokes = 0;

  const stored = async (documentId: string): Promise<Texts> => {
    const post = await documentsOf(cms.strapi as never, POST).findOne({ documentId, status: 'draft' });
    const text = (value: unknown) => (typeof value === 'string' ? value : '');
    return {
      title: text(post?.['title']),
      metaDescription: text(post?.['metaDescription']),
      content: textOfHtml(text(post?.['content'])),
    };
  };

  const play = async ({ isNew, steps }: Round, number: number): Promise<void> => {
    answers.reset();
    const begun = { title: 'Begun', metaDescription: 'Begun too', content: 'And begun' };
    let documentId: string | null = null;
    if (!isNew) {
      const data = { ...begun, slug: `round-${number}`, content: `<p>${begun.content}</p>` };
      ({ documentId } = await content.draft(website.documentId, data));
    }
    await form.open(documentId);
    if (isNew) await form.pickWebsite(WEBSITE);
    const typed = createTyped(isNew ? { title: '', metaDescription: '', content: '' } : begun);

    /** All answers are there, and the form is that of the entry. */
    const answered = async (): Promise<void> => {
      // Where there was nothing to save, nothing is sent.
      await until('saves', answers.isAllSent, { within: SENDING, every: 20 }).catch(() => undefined);
      answers.forgetPlanned();
      await answers.letAllGo();
      documentId ??= answers.created();
      if (documentId) await form.isAt(documentId);
    };
    /** A click waits while one form gives way to the next one, which may wait for keys. */
    const clicked = async (click: Promise<void>): Promise<void> => {
      const waiting = setTimeout(() => void answers.letAllGo(), CLICK);
      await click.finally(() => clearTimeout(waiting));
    };
    const compare = async (after: string): Promise<void> => {
      const end = performance.now() + MAX_WAIT;
      let found = await form.texts();
      while (!areSame(typed.texts(), found) && performance.now() < end) {
        await wait(50);
        // What is read only now waits for keys, and none come.
        await answers.letAllGo();
        found = await form.texts();
      }
      if (!areSame(typed.texts(), found)) throw new Lost(`in the form, ${after}`, typed.texts(), found);
    };
    const saveOver = async (): Promise<void> => {
      if (!(await form.hasChanges())) return;
      await form.saveOver();
      await answered();
    };

    const take = async (step: Step, after: string): Promise<void> => {
      switch (step.do) {
        case 'type':
          await clicked(form.go(step.field, step.at));
          typed.go(step.field, step.at);
          for (const key of step.keys) {
            await form.key(key);
            typed.key(key);
            keystrokes += 1;
            answers.keyPressed();
            if (step.pause > 0) await wait(step.pause);
          }
          return;
        case 'save':
          // A button waits until the save before is answered.
          if (step.how === 'button') await answered();
          answers.plan(step.answer);
          if (step.how === 'keys') await form.saveByKeys(step.publishes);
          else await form.save(step.publishes).catch(() => answers.forgetPlanned());
          return;
        case 'settle':
          await answered();
          await compare(after);
          return;
        case 'save over':
          await answered();
          await saveOver();
          await compare(after);
          return;
        case 'reload': {
          await answered();
          await form.reload();
          const kept = documentId ? await stored(documentId) : null;
          if (!areSame(typed.texts(), kept)) await form.bringBack();
          await compare(after);
        }
      }
    };
    const words = stepsInWords({ isNew, steps });
    for (const [index, step] of steps.entries()) {
      await take(step, `after step ${index + 2} (${step.do})`);
      if (options.only !== null)
        say(`${words[index + 1]}\n  ${page.url().slice(-26)} ${JSON.stringify(await form.texts())}`);
    }

    await answered();
    await compare('at the end');
    const now = async (): Promise<Texts | null> => (documentId ? stored(documentId) : null);
    const end = performance.now() + SAVING;
    // The button waits for the form to take the answer before.
    while (!areSame(typed.texts(), await now()) && performance.now() < end) {
      if (await form.hasChanges()) await saveOver();
      else await wait(100);
    }
    await compare('after the last save');
    const kept = await now();
    if (!areSame(typed.texts(), kept)) throw new Lost('in what is stored', typed.texts(), kept);
  };

  const failures: Failure[] = [];
  const numbers =
    options.only === null ? Array.from({ length: options.rounds }, (_, at) => at + 1) : [options.only];
  for (const number of numbers) {
    // Each round has chance of its own, so that it can be played alone.
    const round = planRound(createRandom(options.seed + number * 7_919));
    try {
      await play(round, number);
    } catch (error) {
      const failure: Failure = {
        round: number,
        steps: stepsInWords(round),
        sent: answers.log(),
        what: String((error as Error).message),
      };
      if (error instanceof Lost) Object.assign(failure, { typed: error.typed, found: error.found });
      failures.push(failure);
      await page.screenshot({ path: path.join(options.out, `round-${number}.png`) }).catch(() => undefined);
      say(inWords(failure));
      await answers.letAllGo();
    }
    if (number % REPORTED === 0) {
      const seconds = ((performance.now() - start) / 1_000).toFixed(0);
      say(
        `${seconds} s: round ${number}, ${keystrokes} keystrokes, ${answers.saves()} saves, ${failures.length} failures`,
      );
    }
  }
  return {
    seed: options.seed,
    seconds: Math.round((performance.now() - start) / 1_000),
    rounds: numbers.length,
    keystrokes,
    saves: answers.saves(),
    failures,
  };
};

const inWords = ({ round, steps, what, sent, typed, found }: Failure): string => {
  const lines = [`Round ${round}: ${what}`, ...steps.map((step, index) => `  ${index + 1}. ${step}`)];
  lines.push(...sent.map((one) => `  sent, ${one}`));
  for (const field of typed ? FIELDS : []) {
    if (typed?.[field] === found?.[field]) continue;
    lines.push(`  ${field}, typed: ${JSON.stringify(typed?.[field])}`);
    lines.push(`  ${field}, found: ${JSON.stringify(found?.[field] ?? null)}`);
  }
  return lines.join('\n');
};
