import fc from 'fast-check';
import { cut, layOut } from '../../../../src/plugins/content-delivery/admin/src/websites/connect/try-it/body';
import { jsonTokens } from '../../../../src/plugins/content-delivery/admin/src/websites/connect/try-it/json-tokens';
import { costOf } from '../../../support/cpu-time';

const textOf = (tokens: { text: string }[]): string => tokens.map(({ text }) => text).join('');

describe('the colouring of JSON', () => {
  it('tells names, texts, numbers and words apart', () => {
    const kinds = (text: string) =>
      jsonTokens(text)
        .filter(({ kind }) => kind !== 'plain')
        .map(({ kind, text: part }) => [kind, part]);
    expect(kinds('{ "a": "b: \\"c\\"", "d" : [-1.5e+3, true, null] }')).toEqual([
      ['name', '"a"'],
      ['text', '"b: \\"c\\""'],
      ['name', '"d"'],
      ['number', '-1.5e+3'],
      ['word', 'true'],
      ['word', 'null'],
    ]);
  });

  it('takes a text that was cut off for a text', () => {
    expect(jsonTokens('["abc 12')).toEqual([
      { kind: 'plain', text: '[' },
      { kind: 'text', text: '"abc 12' },
    ]);
  });

  it('changes no character, of JSON or of anything else', () => {
    fc.assert(
      fc.property(fc.json(), fc.string({ unit: 'binary' }), fc.nat(), (json, text, at) => {
        for (const one of [json, JSON.stringify(JSON.parse(json), null, 2), text, json.slice(0, at % 40)]) {
          expect(textOf(jsonTokens(one))).toBe(one);
        }
      }),
    );
  });

  it('does not take long for what is not JSON', async () => {
    const hostile = ['"', '\\', '"\\', '" ', '-', '1e', '" :'].map((part) => part.repeat(20_000));
    expect(await costOf(() => hostile.forEach(jsonTokens))).toBeLessThan(20);
  });
});

describe('a body', () => {
  it('is laid out when it is JSON, and stays as it came when not', () => {
    expect(layOut('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
    expect(layOut('<html>')).toBe('<html>');
    expect(layOut('')).toBe('');
  });

  it('is cut when it is long, never inside of a character', () => {
    expect(cut('abc', 3)).toEqual({ shown: 'abc', total: 3, isCut: false });
    expect(cut('abcd', 3)).toEqual({ shown: 'abc', total: 4, isCut: true });
    expect(cut('ab🔑d', 3)).toEqual({ shown: 'ab', total: 5, isCut: true });
    expect(cut('ab🔑d', 4)).toEqual({ shown: 'ab🔑', total: 5, isCut: true });
  });
});
