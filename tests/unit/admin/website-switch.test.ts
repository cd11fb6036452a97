import fc from 'fast-check';
import { initialsOf } from '../../../src/plugins/content-delivery/admin/src/website-switch/initials';

describe('the initials of a website', () => {
  it.each([
    ['Harbour Roasters', 'HR'],
    ['harbour', 'HA'],
    ['The Long Name of It', 'TL'],
    ['  (Éclair) & co', 'ÉC'],
    ['東京 カフェ', '東カ'],
    ['x', 'X'],
    ['—', '—'],
    ['', ''],
  ])('of %j are %j', (name, initials) => expect(initialsOf(name)).toBe(initials));

  it('never break a character in two', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        // It throws for half of a pair of surrogates.
        expect(() => encodeURIComponent(initialsOf(name))).not.toThrow();
      }),
    );
  });
});
