import fc from 'fast-check';
import { slugFromName } from '../../../src/plugins/content-delivery/contracts/delivery';
import { fitName, hasSafeAddress } from '../../../src/plugins/content-delivery/contracts/term-names';

const HOSTILE = fc
  .array(fc.constantFrom('.', '..', '/', '\\', ' ', '\t', '\u0001', '\u0085', 'a', 'É', '#', '%2e'), {
    maxLength: 12,
  })
  .map((parts) => parts.join(''));

/** What every resolver of paths does, with both kinds of slashes. */
const leavesItsFolder = (slug: string): boolean =>
  slug.split(/[/\\]/).some((part) => part === '.' || part === '..');

describe('a name of a category or tag', () => {
  it.each([
    'C#',
    'CI/CD',
    'A/B tests',
    '100% wool',
    '.NET',
    '...',
    'a..b',
    'Über uns',
    '北京',
    ' ..',
    'a\tb',
  ])('may be %j, which stays as it is', (name) => {
    expect(hasSafeAddress(name)).toBe(true);
    expect(fitName(name, 'category')).toBe(name);
  });

  it.each([
    ['..', 'Category'],
    ['.', 'Category'],
    ['../..', 'Category'],
    ['../../../../escaped', 'escaped'],
    ['..\\..\\Windows', 'Windows'],
    ['A/../B', 'A/B'],
    ['A/..', 'A'],
    ['./', 'Category'],
    ['.\u0001.', 'Category'],
    ['Ne\u0007ws', 'News'],
    ['../ ..', 'Category'],
  ])('is not %j, for which %j would do', (name, instead) => {
    expect(hasSafeAddress(name)).toBe(false);
    expect(fitName(name, 'category')).toBe(instead);
  });

  it('has a safe address exactly when its slug stays in its folder and has no control characters', () => {
    fc.assert(
      fc.property(HOSTILE, (name) => {
        const slug = slugFromName(name);
        expect(hasSafeAddress(name)).toBe(slug !== '' && !leavesItsFolder(slug) && !/\p{Cc}/u.test(slug));
        expect(hasSafeAddress(fitName(name, 'category'))).toBe(true);
      }),
    );
  });
});
