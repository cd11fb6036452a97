/**
 * How long `linkKeywords` takes for texts that are made to take long, as a multiple of one pass of parse5 over the same bytes, and of
 * half the text.
 *
 *   npm --prefix client run bench:hard [-- --kilobytes 500]
 */
import { Buffer } from 'node:buffer';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { parse } from 'parse5';
import { linkKeywords, prepareLinks } from '../dist/esm/link-keywords/index.js';

const { values } = parseArgs({ options: { kilobytes: { type: 'string', default: '500' } } });
const bytes = Number(values.kilobytes) * 1000;
const ROUNDS = 5;
/** Milliseconds after which once is enough: parse5 itself takes minutes for elements that lie in each other. */
const LONG = 2_000;

const TEXTS = {
  'Han without punctuation': '漢字日本語茶道文化',
  'Hiragana without punctuation': 'おちゃをのみますから',
  'Katakana without punctuation': 'コーヒーメーカー',
  'Thai without spaces': 'ฉันชอบดื่มกาแฟเย็นทุกเช้าที่บ้าน',
  'Khmer without spaces': 'ខ្ញុំចូលចិត្តកាហ្វេ',
  'Burmese without spaces': 'ကျွန်တော်ကော်ဖီကြိုက်တယ်',
  'Lao without spaces': 'ຂ້ອຍມັກກາເຟເຢັນ',
  'Hangul without spaces': '나는커피를좋아합니다',
  'one long token': 'tea',
  'one token of many parts': 'tea-a',
  'names of hosts': 'tea.com ',
  'an address without end': 'tea.com/a',
  'at signs': 'tea@',
  dots: 'tea.',
  'elements with a hidden hyphen': '<b>&shy;</b>',
  'elements around letters': '<b>t</b>',
  'empty elements': '<b></b>',
  'elements around Han': '<b>茶</b>',
  'word breaks': 'tea<wbr>',
  paragraphs: '<p>tea</p>',
  nesting: '<div>tea',
  'nesting of spans': '<span>tea',
  'formatting that nothing ends': '<b>tea<p>',
  tables: 'tea<table></table>',
  references: '&amp;tea;',
  'references without end': '&amptea',
  marks: 'e\u0301\u0323',
  'family emoji': '👨‍👩‍👧‍👦tea',
  flags: '🇩🇪🇫🇷',
  'one letter that is a keyword': 'a ',
  'keywords in each other': 'a a b ',
  'quotation marks': '"tea" ',
};
const RULES = [
  ...[
    'tea',
    'a',
    'a a',
    'a a a',
    'a a b',
    'a-a',
    't',
    '茶',
    '茶道',
    '日本',
    'コーヒー',
    'กาแฟ',
    'กา',
    'កាហ្វេ',
    'ကော်ဖီ',
    'ກາເຟ',
    '커피',
    'é',
    '👨‍👩‍👧‍👦',
    '🇩🇪',
    'おちゃ',
  ],
].map((keyword, at) => ({ keyword, url: `/${at}` }));
const ready = prepareLinks(RULES);

const least = (run) => {
  let best = Infinity;
  for (let round = 0; round < ROUNDS && (round === 0 || best < LONG); round += 1) {
    // Of the processor, so that other work on the machine does not count.
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
};
const textOf = (piece, size) => piece.repeat(Math.ceil(size / Buffer.byteLength(piece)));

console.log(
  `${values.kilobytes} kB, ${RULES.length} keywords, Node ${process.version}; the least of ${ROUNDS} rounds\n`,
);
console.log(
  'text                                 parse   linkKeywords   times a parse   times half the text',
);
for (const [name, piece] of Object.entries(TEXTS)) {
  const [half, whole] = [textOf(piece, bytes / 2), textOf(piece, bytes)];
  const [once, first, second] = [
    () => parse(whole),
    () => linkKeywords(half, ready),
    () => linkKeywords(whole, ready),
  ].map(least);
  console.log(
    [
      name.padEnd(32),
      `${once.toFixed(1)} ms`.padStart(10),
      `${second.toFixed(1)} ms`.padStart(14),
      (second / once).toFixed(1).padStart(16),
      (second / first).toFixed(2).padStart(20),
    ].join(''),
  );
}
