/**
 * How long `linkKeywords` and `toMarkdown` take for texts that are made to take long, as a multiple of one pass of parse5 over the same
 * bytes, and of half the text.
 *
 *   npm --prefix client run bench:hard [-- --kilobytes 500 --only Han]
 */
import { Buffer } from 'node:buffer';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { parse } from 'parse5';
import { linkKeywords, prepareLinks } from '../dist/esm/link-keywords/index.js';
import { toMarkdown } from '../dist/esm/markdown/index.js';

const { values } = parseArgs({
  options: { kilobytes: { type: 'string', default: '500' }, only: { type: 'string', default: '' } },
});
const bytes = Number(values.kilobytes) * 1000;
const ROUNDS = 8;
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
  'letters between tags': '<b>a</b><i>b</i>',
  'e-mail addresses': 'tea@example.com ',
  addresses: 'https://tea.example/a ',
  'list items that nothing ends': '<li>tea',
  'cells of one table': '<tr><td>tea<td>a',
  'elements with attributes': '<p class="a b c" title="tea">tea</p>',
  comments: 'tea<!-- -->',
  templates: '<template>tea</template>tea ',
  pictures: '<svg>tea</svg>a ',
  'hidden hyphens': 'te\u00ada ',
  'signs of direction': '\u202etea\u202c ',
  'zero-width joiners': '\u200d',
  'joiners behind words': 'tea\u200d ',
  'marks on nothing': '\u0301',
  'tones of skin': '👍🏽tea ',
  'letters beyond 16 bits': '𐐀𐐁 ',
  'capitals beyond ASCII': 'ÄÖ Ü ',
  'spaces that do not break': 'tea\u00a0a\u00a0',
  'every other character a link': 'a.',
  'scripts in turn': 'ฉันtea茶aかกาแฟ',
};
/** Words of scripts without spaces, in an order that does not come again: what dictionaries have said before does not help. */
const WORDS = {
  'Chinese words':
    '咖啡 茶道 日本 文化 喜欢 我们 今天 天气 很好 学习 中文 电脑 茶 的 了 是 在 有 人 大 中国 历史 问题 时间 工作 朋友',
  'Thai words': 'กาแฟ ชา ดื่ม ฉัน ชอบ เย็น ทุก เช้า บ้าน ที่ ไป มา โรงเรียน คน ไทย ร้อน น้ำ อาหาร กา รถ',
};
/** What stands behind a name that might be an address. */
const ROWS = ['-', '.-', 'a-', 'a.', 'a.-', '-a.'];
/** For `toMarkdown`. */
const ARTICLES = {
  paragraphs: '<p>One of many texts.</p>\n',
  'paragraphs that nothing ends': '<p>tea',
  headings: '<h2>tea</h2>',
  'lists of one item': '<ul><li>tea</li></ul>',
  'bold words': '<b>a</b> ',
  links: '<a href="/tea">tea</a> ',
  digits: '1',
  ampersands: '&',
  stars: '*',
  'less-than signs': '&lt;',
  'comments that nothing ends': '<!--',
  scripts: '<script></script>',
  'elements in each other': '<div>',
  'attributes that nothing ends': '<a b="',
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

/** The least time of each, in turn, so that all are warm and share what else the machine does. */
const leastOf = (runs) => {
  const best = runs.map(() => Infinity);
  for (let round = 0; round < ROUNDS; round += 1) {
    runs.forEach((run, index) => {
      if (best[index] < Infinity && best[index] > LONG) return;
      // Of the processor, so that other work on the machine does not count.
      const before = process.cpuUsage();
      run();
      const { user, system } = process.cpuUsage(before);
      best[index] = Math.min(best[index], (user + system) / 1000);
    });
  }
  return best;
};
const repeated = (piece) => (size) => piece.repeat(Math.ceil(size / Buffer.byteLength(piece)));
const mixed = (words) => (size) => {
  let state = 42;
  let text = '';
  for (let length = 0; length < size;) {
    // The high bits: the low ones come again soon.
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const word = words[Math.floor((state / 2 ** 32) * words.length)];
    text += word;
    length += Buffer.byteLength(word);
  }
  return text;
};
const makers = [
  ...Object.entries(TEXTS).map(([name, piece]) => [name, repeated(piece)]),
  ...Object.entries(WORDS).map(([name, words]) => [name, mixed(words.split(' '))]),
  ...ROWS.map((row) => [`rows of ${row} behind a name`, (size) => `tea a.b ${repeated(row)(size)}`]),
];

console.log(
  `${values.kilobytes} kB, ${RULES.length} keywords, Node ${process.version}; the least of ${ROUNDS} rounds`,
);
const compare = (title, work, texts) => {
  console.log(`\n${'text'.padEnd(37)}parse${title.padStart(15)}   times a parse   times half the text`);
  for (const [name, make] of texts) {
    if (!name.includes(values.only)) continue;
    const [half, whole] = [make(bytes / 2), make(bytes)];
    const [once, first, second] = leastOf([() => parse(whole), () => work(half), () => work(whole)]);
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
};
compare('linkKeywords', (html) => linkKeywords(html, ready), makers);
compare(
  'toMarkdown',
  toMarkdown,
  Object.entries(ARTICLES).map(([name, piece]) => [name, repeated(piece)]),
);
