/**
 * How long `linkKeywords` takes, as a multiple of one parse of the same HTML with the same parser.
 *
 *   npm --prefix client run bench [-- --kilobytes 100 --keywords 1000]
 *
 * Medians of rounds that alternate between the two. The rules are made ready anew each time, unless it says so.
 */
import { Buffer } from 'node:buffer';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { parseFragment } from 'parse5';
import { linkKeywords, prepareLinks } from '../dist/esm/link-keywords/index.js';

const { values } = parseArgs({
  options: {
    kilobytes: { type: 'string', default: '100' },
    keywords: { type: 'string', default: '1000' },
  },
});
const size = Number(values.kilobytes) * 1024;
const count = Number(values.keywords);
const ROUNDS = 60;
const WARM_UP = 20;

/** The same sequence at each run. */
const random = (() => {
  let state = 42;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
})();
const pick = (list) => list[Math.floor(random() * list.length)];

const wordsFrom = (alphabet) =>
  Array.from({ length: 6_000 }, () =>
    Array.from({ length: 2 + Math.floor(random() * 8) }, () => pick(alphabet)).join(''),
  );

const range = (first, length) => Array.from({ length }, (_, index) => String.fromCodePoint(first + index));
const SCRIPTS = {
  English: { alphabet: [...'etaoinshrdlcumwfgypbvk'], between: ' ' },
  'German with entities': { alphabet: [...'enisratdhulcgmobwfkz', 'ä', 'ö', '&uuml;', 'ß'], between: ' ' },
  Ukrainian: { alphabet: [...'абвгдежзийклмнопрстуфхцчшщьюяїєі'], between: ' ' },
  Japanese: { alphabet: [...range(0x4e00, 600), ...range(0x3042, 60), ...range(0x30a2, 60)], between: '' },
};

const page = (words, between) => {
  const parts = [];
  for (let length = 0; length < size; length += Buffer.byteLength(parts.at(-1))) {
    const sentence = Array.from({ length: 40 }, () => {
      const word = pick(words);
      const dice = random();
      if (dice < 0.02) return `<strong>${word}</strong>`;
      if (dice < 0.04) return `<a href="/elsewhere">${word}</a>`;
      return word;
    })
      .map((word, index) => (index % 8 === 7 ? `${word}${between ? ',' : '、'}` : word))
      .join(between);
    parts.push(
      random() < 0.15 ? `<h2>${sentence.slice(0, 60)}</h2>\n` : `<p class="text">${sentence}.</p>\n`,
    );
  }
  return parts.join('');
};

const median = (numbers) => numbers.sort((one, other) => one - other)[Math.floor(numbers.length / 2)];
const timed = (run) => {
  const start = performance.now();
  run();
  return performance.now() - start;
};

console.log(`${values.kilobytes} KB of HTML, ${count} keywords, Node ${process.version}\n`);
console.log('text                   links     parse   linkKeywords   times a parse   with rules made ready');
for (const [name, { alphabet, between }] of Object.entries(SCRIPTS)) {
  const words = wordsFrom(alphabet);
  const html = page(words, between);
  const rules = Array.from({ length: count }, (_, index) => ({
    keyword: (random() < 0.3 ? [pick(words), pick(words)].join(between) : pick(words)).replace('&uuml;', 'ü'),
    url: `/blog/${index}`,
  }));
  const ready = prepareLinks(rules);
  const times = { parse: [], whole: [], ready: [] };
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    const parse = timed(() => parseFragment(html));
    const whole = timed(() => linkKeywords(html, rules));
    const prepared = timed(() => linkKeywords(html, ready));
    if (round < WARM_UP) continue;
    times.parse.push(parse);
    times.whole.push(whole);
    times.ready.push(prepared);
  }
  const [parse, whole, prepared] = [times.parse, times.whole, times.ready].map(median);
  const links = linkKeywords(html, ready).split('</a>').length - html.split('</a>').length;
  console.log(
    [
      name.padEnd(22),
      String(links).padStart(5),
      `${parse.toFixed(1)} ms`.padStart(10),
      `${whole.toFixed(1)} ms`.padStart(14),
      (whole / parse).toFixed(1).padStart(15),
      (prepared / parse).toFixed(1).padStart(23),
    ].join(''),
  );
}
