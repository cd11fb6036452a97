import { linkKeywords } from '../../client/src/link-keywords';
import { wordsOfHtml } from '../../src/plugins/content-delivery/server/src/pseo/imports/page-text';
import { openFile } from '../../src/plugins/content-delivery/server/src/pseo/imports/file';
import { imagePlaces } from '../../src/plugins/content-delivery/server/src/migration/images/in-html';
import { plainText } from '../../src/plugins/content-delivery/server/src/migration/wordpress/plain-text';
import {
  findPlaces,
  TooManyPlaces,
} from '../../src/plugins/content-delivery/server/src/panel/replacements/find';
import { htmlProblem } from '../../src/plugins/content-delivery/server/src/pseo/templates/broken-html';
import { slugFromTitle } from '../../src/plugins/content-delivery/server/src/content/rules/free-slug';

/** Characters of texts that are made to take long, and milliseconds of processor time that each may take. */
const LENGTH = 400_000;
const MOST = 4_000;

const REPLACEMENT = {
  search: 'x',
  replace: '&',
  matchCase: false,
  wholeWords: false,
  fields: ['text' as const, 'addresses' as const],
};

const processorTime = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

const repeated = (piece: string, length = LENGTH): string => piece.repeat(Math.ceil(length / piece.length));
const halves = (first: string, second: string): string =>
  repeated(first, LENGTH / 2) + repeated(second, LENGTH / 2);

const NESTED: [string, string][] = [
  ['elements in each other', repeated('<div>')],
  ['different elements in each other', halves('<x>', '<pre>')],
  ['end tags that close nothing', halves('<x>', '</y>')],
  ['formatting that nothing ends', halves('<b>', 'x</p>')],
  ['formatting that differs', Array.from({ length: 20_000 }, (_, n) => `<b id=${n}>`).join('')],
  ['tags that do not end', repeated('<a ')],
  ['tags that begin', repeated('<')],
  ['comments that do not end', repeated('<!--')],
  ['quotation marks', repeated('<a href="')],
];
/** Front ends parse into a tree, by parse5's own tokenizer, which is not linear in them. */
const MANY_ATTRIBUTES: [string, string] = [
  'attributes that differ',
  `<a ${Array.from({ length: 50_000 }, (_, n) => `b${n}`).join(' ')}>`,
];

/** Each of these took minutes, or would take them at a few times the length. */
describe('texts that are made to take long take a time that grows with their length', () => {
  const linksOfFrontEnd = (html: string) => linkKeywords(html, [{ keyword: 'x', url: '/x' } as never]);
  // A text with very many places is refused; that has to be found out as quickly.
  const placesOrRefusal = (html: string) => {
    try {
      return findPlaces('content', `x${html}x`, REPLACEMENT);
    } catch (error) {
      if (error instanceof TooManyPlaces) return error;
      throw error;
    }
  };
  const readers: [string, (html: string) => unknown][] = [
    ['the check of HTML', htmlProblem],
    ['a title of WordPress', plainText],
    ['the images of a text', (html) => imagePlaces(`<img src=a>${html}`)],
    ['the words of a page', wordsOfHtml],
    ['links of a front end', linksOfFrontEnd],
    ['places of a replacement', placesOrRefusal],
  ];
  it.each(
    readers.flatMap(([reader, read]) =>
      [...NESTED, ...(read === linksOfFrontEnd ? [] : [MANY_ATTRIBUTES])].map(
        ([name, html]): [string, string, () => unknown] => [reader, name, () => read(html)],
      ),
    ),
  )('%s: %s', async (_reader, _name, read) => expect(await processorTime(read)).toBeLessThan(MOST));

  it('a slug from a title', async () => {
    const titles = [`日${repeated('!')}日`, `a${repeated('-')}b`, repeated('- ')];
    expect(await processorTime(() => titles.map(slugFromTitle))).toBeLessThan(MOST);
  });

  const read = async (text: string): Promise<string> => {
    async function* bytes() {
      const buffer = Buffer.from(text);
      for (let at = 0; at < buffer.length; at += 65_536) yield buffer.subarray(at, at + 65_536);
    }
    try {
      let rows = 0;
      for await (const row of (await openFile(bytes())).rows) rows += row.fault ? 0 : 1;
      return `${rows} rows`;
    } catch (error) {
      return error instanceof Error ? error.message : '';
    }
  };
  it.each([
    ['a JSON file in one line', `[${repeated('{"a":"b"},')}{"a":"b"}]`, /^40001 rows$/],
    ['JSON that is one text', `[{"a":"${repeated('x')}"}]`, /^1 rows$/],
    ['a CSV file in one line', repeated('a'), /rows/],
    ['a CSV header of 20,000 columns', Array.from({ length: 20_000 }, (_, n) => `c${n}`).join(), /20000 col/],
    ['a CSV row of many empty cells', `a,b\n${repeated(',')}`, /more than 50,000 cells/],
    ['quotation marks', repeated('"'), /rows|quotation|columns/],
    ['line breaks in a cell', `a,b\n"${repeated('\r\n')}",1\n`, /^1 rows$/],
    ['lists in lists', `[{"a":${repeated('[')}${repeated(']')}}]`, /Entry 1 has more than 10,000 values/],
    ['an endless list', `[{"a":[${repeated('1,')}1]}]`, /Entry 1 has more than 10,000 values/],
  ])('%s', async (_name, text, expected) => {
    let outcome = '';
    const time = await processorTime(async () => (outcome = await read(text)));
    expect(outcome).toMatch(expected);
    expect(time).toBeLessThan(MOST);
  });
});
