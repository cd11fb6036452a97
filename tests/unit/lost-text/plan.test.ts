import { createRandom } from '../../support/random';
import { planRound, type Step } from '../../lost-text/plan';
import { BACKSPACE, createTyped, textOfHtml } from '../../lost-text/typed';

const planOf = (seed: number) => planRound(createRandom(seed));
const rounds = Array.from({ length: 200 }, (_, seed) => planOf(seed));

describe('rounds of typing', () => {
  it('are the same for the same seed, and others for another', () => {
    expect(planOf(7)).toEqual(planOf(7));
    expect(new Set(rounds.map((round) => JSON.stringify(round))).size).toBe(rounds.length);
  });

  it('have all that may get in the way', () => {
    const steps = rounds.flatMap((round) => round.steps);
    const saves = steps.filter((step): step is Extract<Step, { do: 'save' }> => step.do === 'save');
    expect(new Set(steps.map((step) => step.do))).toEqual(
      new Set(['type', 'save', 'settle', 'save over', 'reload']),
    );
    expect(new Set(saves.map((step) => step.answer.outcome))).toEqual(
      new Set(['stored', 'refused', 'cut', 'answer cut']),
    );
    expect(new Set(saves.map(({ how, publishes }) => `${how} ${String(publishes)}`)).size).toBe(4);
    expect(new Set(rounds.map(({ isNew }) => isNew)).size).toBe(2);
  });

  it('go on typing only where the caret is', () => {
    for (const { steps } of rounds) {
      const typed = createTyped({ title: '', metaDescription: '', content: '' });
      for (const step of steps)
        if (step.do === 'type') expect(() => typed.go(step.field, step.at)).not.toThrow();
    }
  });
});

describe('what was typed', () => {
  it('is where the caret was, and taken back by backspace', () => {
    const typed = createTyped({ title: 'Begun', metaDescription: '', content: '' });
    typed.go('title', 'start');
    for (const key of ['a', 'b', BACKSPACE, ' ']) typed.key(key);
    typed.go('title', 'end');
    typed.key('c');
    typed.go('title', 'here');
    typed.key('d');
    expect(typed.texts().title).toBe('a Beguncd');
  });

  it('is read from stored HTML, one paragraph a line', () => {
    expect(textOfHtml('<p>One &amp; two</p>\n<p></p><p>three</p>')).toBe('One & two\n\nthree');
    expect(textOfHtml(null)).toBe('');
  });
});
