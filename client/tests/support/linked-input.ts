import fc from 'fast-check';
import type { LinkRule } from '../../src/keywords/rules';

/** HTML, rules and options that nobody has thought of. */

const word = fc.constantFrom(
  'tea', 'Tea', 'cold', 'brew', 'cold brew', 'teapot', 'AT&amp;T', 'AT&T', 'caf&eacute;', 'café', 'cafe\u0301', '緑茶', 'コーヒー',
  'กาแฟ', '&shy;', '&nbsp;', '&#32;', '&Tab;', '&NewLine;', '&amp', '&notit;', '&fjlig;', '&', '&#x0;', '\0', '\r\n', '\n', ' ', ' ', ' ', '\u200d', '𐐀', '\ud800', '.',
  'ß', 'İ', 'ﬁ', '🇩', '🇪', '👍', '🏽', '👩‍🍳', 'https://tea.example/', 'tea@', '<', '>', '</', '&lt;', '’',
); // prettier-ignore
const name = fc.constantFrom(
  'p', 'b', 'i', 'em', 'a', 'a href="/x"', 'h2', 'div', 'span', 'table', 'tr', 'td', 'ul', 'li', 'code', 'pre', 'script', 'style', 'textarea', 'button',
  'svg', 'math', 'title', 'select', 'option', 'template', 'noscript', 'br', 'nobr', 'font', 'sup', 'caption', 'colgroup', 'body', 'html', 'head', 'form', 'frameset',
  'p title="tea"', 'img alt="tea"', 'my-tea', 'plaintext', 'foreignObject', 'dd', 'ruby', 'rt', 'applet', 'marquee', 'dialog', 'summary', 'details', 'hr', 'input', 'label',
); // prettier-ignore
const tag = fc.oneof(
  name.map((text) => `<${text}>`),
  name.map((text) => `</${text.split(' ')[0]}>`),
  fc.constantFrom(
    '<!-- tea -->',
    '<!--',
    '-->',
    '<!tea>',
    '</>',
    '<![CDATA[tea]]>',
    '<p title="',
    '<tea',
    '<?tea?>',
    '<!doctype html>',
  ),
);
/** Of any kind: broken, hostile, in every script. */
export const anyHtml = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .array(fc.oneof({ weight: 3, arbitrary: word }, { weight: 2, arbitrary: tag }), {
        maxLength: 40,
        size: 'max',
      })
      .map((parts) => parts.join('')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
);
export const anyRules = fc
  .uniqueArray(
    fc.constantFrom(
      'tea',
      'cold brew',
      'brew',
      'cold',
      'AT&T',
      'café',
      '緑茶',
      'コーヒー',
      'กาแฟ',
      'it',
      'j',
      'f',
      'fi',
      'ss',
      '<',
      '&',
      'tea tea',
      '.',
    ),
    { minLength: 6 },
  )
  .map((keywords) => keywords.map((keyword, index): LinkRule => ({ keyword, url: `/new?${index}&"` })));
export const anyOptions = fc.record(
  { headings: fc.boolean(), maxLinks: fc.nat(5), maxPerKeyword: fc.nat(3), maxPerTarget: fc.nat(3) },
  { requiredKeys: [] },
);
