import { linkKeywords } from '../../client/src/link-keywords';
import { wordsOfHtml } from '../../src/plugins/content-delivery/server/src/pseo/imports/page-text';
import { openFile } from '../../src/plugins/content-delivery/server/src/pseo/imports/file';
import { imagePlaces } from '../../src/plugins/content-delivery/server/src/migration/images/in-html';
import { plainText } from '../../src/plugins/content-delivery/server/src/migration/wordpress/plain-text';
import {
  findPlaces,
  TooManyPlaces,
} from '../../src/plugins/content-delivery/server/src/panel/replacements/find';
import { createMatcher } from '../../src/plugins/content-delivery/server/src/panel/replacements/matcher';
import { createKeywordHint } from '../../src/plugins/content-delivery/server/src/panel/links/keyword-hint';
import { normalName } from '../../src/plugins/content-delivery/server/src/pseo/imports/targets';
import { enteredKeyProblem } from '../../src/plugins/content-delivery/server/src/content/api-keys/format';
import { htmlProblem } from '../../src/plugins/content-delivery/server/src/pseo/templates/broken-html';
import { slugFromTitle } from '../../src/plugins/content-delivery/server/src/content/rules/free-slug';
import { mergeTexts } from '../../src/plugins/content-delivery/admin/src/edit-view/edit-conflicts/merge-texts';
import { costOf } from '../support/cpu-time';
import { inPieces } from '../support/pieces';

/** Characters of texts that are made to take long, and what each may cost (`costOf`). */
const LENGTH = 400_000;
const MOST = 200;

const REPLACEMENT = {
  search: 'x',
  replace: '&',
  matchCase: false,
  wholeWords: false,
  fields: ['text' as const, 'addresses' as const],
};

const repeated = (piece: string, length = LENGTH): string => piece.repeat(Math.ceil(length / piece.length));
const halves = (first: string, second: string): string =>
  repeated(first, LENGTH / 2) + repeated(second, LENGTH / 2);

/** Of two kinds in turn, which the normal form of Unicode sorts. */
const MARKS = `e${repeated('\u0301\u0323')}`;

const HTML: [string, string][] = [
  ['elements in each other', repeated('<div>')],
  ['different elements in each other', halves('<x>', '<pre>')],
  ['end tags that close nothing', halves('<x>', '</y>')],
  ['formatting that nothing ends', halves('<b>', 'x</p>')],
  ['formatting that differs', Array.from({ length: 20_000 }, (_, n) => `<b id=${n}>`).join('')],
  ['tags that do not end', repeated('<a ')],
  ['tags that begin', repeated('<')],
  ['comments that do not end', repeated('<!--')],
  ['quotation marks', repeated('<a href="')],
  ['attributes that differ', `<a ${Array.from({ length: 50_000 }, (_, n) => `b${n}`).join(' ')}>`],
  ['marks on one letter', MARKS],
];

/** Each of these took minutes, or would take them at a few times the length. */
describe('texts that are made to take long take a time that grows with their length', () => {
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
    ['links of a front end', (html) => linkKeywords(html, [{ keyword: 'x', url: '/x' }])],
    ['places of a replacement', placesOrRefusal],
    ['two changes of a text', (html) => mergeTexts(html, `${html}<p>mine</p>`, `<p>newer</p>${html}`)],
  ];
  it.each(
    readers.flatMap(([reader, read]) =>
      HTML.map(([name, html]): [string, string, () => unknown] => [reader, name, () => read(html)]),
    ),
  )('%s: %s', async (_reader, _name, read) => expect(await costOf(read)).toBeLessThan(MOST));

  it('a slug from a title', async () => {
    const titles = [`日${repeated('!')}日`, `a${repeated('-')}b`, repeated('- '), MARKS];
    expect(await costOf(() => titles.map((title) => slugFromTitle(title)))).toBeLessThan(MOST);
  });

  it.each<[string, (text: string) => unknown]>([
    ['an API key', enteredKeyProblem],
    ['the name of a column', normalName],
    ['a keyword', createKeywordHint],
    [
      'a text to replace',
      (text) =>
        createMatcher({ search: text.slice(0, 100), matchCase: false, wholeWords: false }).in(text, 10),
    ],
  ])('%s of many marks', async (_name, work) => {
    expect(await costOf(() => work(MARKS))).toBeLessThan(MOST);
  });

  const read = async (text: string): Promise<string> => {
    try {
      let rows = 0;
      for await (const row of (await openFile(inPieces(text))).rows) rows += row.fault ? 0 : 1;
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
    const cost = await costOf(async () => (outcome = await read(text)));
    expect(outcome).toMatch(expected);
    expect(cost).toBeLessThan(MOST);
  });
});
