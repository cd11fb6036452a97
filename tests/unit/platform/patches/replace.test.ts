import {
  replaceFunction,
  replaceShared,
} from '../../../../src/plugins/content-delivery/server/src/platform/patches/replace';
import { isRefusal } from '../../../../src/plugins/content-delivery/server/src/platform/refusal';

const readAt = 'someone 1.2.3';

const theirs = () => ({
  name: 'theirs',
  greet(whom: string): string {
    return `${this.name} greets ${whom}`;
  },
});
const louder = (owner: ReturnType<typeof theirs>) =>
  replaceFunction(owner, 'greet', { readAt, parameters: 1 }, (greet) => (whom) => greet(whom).toUpperCase());

describe('a function of someone else', () => {
  it('is replaced, and goes on as a method of its owner', () => {
    const owner = theirs();
    louder(owner);
    expect(owner.greet('you')).toBe('THEIRS GREETS YOU');
  });

  it('is replaced also where a tool for tracing has put its own around it', () => {
    const owner = theirs();
    const greet = owner.greet.bind(owner);
    const traced = (...all: unknown[]) => greet(String(all[0]));
    owner.greet = Object.assign(traced, { __original: owner.greet });
    louder(owner);
    expect(owner.greet('you')).toBe('THEIRS GREETS YOU');
  });

  it.each<[string, object]>([
    ['is missing', { name: 'theirs' }],
    ['is none', { greet: 'hello' }],
    ['takes other parameters', { greet: (_whom: string, _how: string) => '' }],
  ])('that %s refuses the start in one sentence, which says what to install', (_how, owner) => {
    const before = { ...owner };
    const refused = (() => {
      try {
        louder(owner as never);
      } catch (error) {
        return error as Error;
      }
      throw new Error('It was replaced.');
    })();
    expect(isRefusal(refused)).toBe(true);
    expect(refused.message).toMatch(/greet .*someone 1\.2\.3.*npm ci\.$/);
    expect(owner).toEqual(before);
  });

  it('which all servers of a process share is replaced by each, once', () => {
    const shared = theirs();
    for (const server of ['first', 'second']) {
      replaceShared(shared, 'greet', { readAt }, (greet) => (whom) => `${server}: ${greet(whom)}`);
    }
    expect(shared.greet('you')).toBe('second: theirs greets you');
  });
});
