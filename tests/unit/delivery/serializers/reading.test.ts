import fc from 'fast-check';
import { excerptOf } from '../../../../src/plugins/content-delivery/server/src/delivery/serializers/reading';

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });
const charactersOf = (text: string): string[] =>
  Array.from(characters.segment(text), ({ segment }) => segment);

describe('an excerpt', () => {
  it('of a text without spaces ends behind a character as readers see it', () => {
    const character = fc.constantFrom('👨‍👩‍👧‍👦', '👍🏽', '🇩🇪', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'e\u0301\u0323', '각', '字', 'क्षि', '😀', 'a');
    fc.assert(
      fc.property(fc.array(character, { minLength: 201, maxLength: 220 }), (parts) => {
        const excerpt = excerptOf(parts.join(''));
        expect(excerpt.length).toBeLessThanOrEqual(200);
        const shown = charactersOf(excerpt.slice(0, -1));
        expect(excerpt.at(-1)).toBe('…');
        expect(shown).toEqual(charactersOf(parts.join('')).slice(0, shown.length));
        expect(shown.join('').length).toBeGreaterThan(160);
      }),
    );
  });

  it('of a character that is longer than an excerpt has a part of it', () => {
    expect(excerptOf(`e${'\u0301'.repeat(300)}`)).toHaveLength(200);
  });
});
