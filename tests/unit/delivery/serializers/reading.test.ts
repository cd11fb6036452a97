import fc from 'fast-check';
import { excerptOf } from '../../../../src/plugins/content-delivery/server/src/delivery/serializers/reading';

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });
const charactersOf = (text: string): string[] =>
  Array.from(characters.segment(text), ({ segment }) => segment);

describe('an excerpt', () => {
  it('of a text without spaces ends after a character as readers see it', () => {
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

  it.each([
    ['はじめに ', 'コーヒーは、世界中で最も広く飲まれている飲み物の一つです。', 'ja'],
    ['iPhone 15 ', '的使用方法，如何在手机上拍摄一杯咖啡。', 'zh'],
    ['กาแฟ ', 'วิธีชงกาแฟที่บ้านให้อร่อยเหมือนร้านกาแฟ', 'th'],
  ])(
    'of a script without spaces ends after a word near its end, not at the last space: %s',
    (head, body, locale) => {
      const text = head + body.repeat(20);
      const excerpt = excerptOf(text);
      expect(excerpt.length).toBeGreaterThan(160);
      expect(excerpt.length).toBeLessThanOrEqual(200);
      const words = new Intl.Segmenter(locale, { granularity: 'word' });
      const ends = Array.from(words.segment(text), ({ index, segment }) => index + segment.length);
      expect(ends).toContain(excerpt.length - 1);
    },
  );

  it('ends after a word where the next one is very long', () => {
    expect(excerptOf(`${'word '.repeat(20)}https://example.com/${'a'.repeat(300)}`)).toBe(
      `${'word '.repeat(20).trim()}…`,
    );
  });

  it('of a character that is longer than an excerpt has a part of it', () => {
    expect(excerptOf(`e${'\u0301'.repeat(300)}`)).toHaveLength(200);
  });
});
