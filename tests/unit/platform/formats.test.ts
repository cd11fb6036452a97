import fc from 'fast-check';
import {
  isBlank,
  linkTargetProblem,
  variablesProblem,
  webAddressProblem,
} from '../../../src/plugins/content-delivery/server/src/platform/formats';

describe('linkTargetProblem', () => {
  it.each([
    '/',
    '/a',
    '/a?b#c',
    '/a/../b',
    '/a/b/',
    '/a b',
    '/ä',
    '/a//b',
    'https://x.example/y',
    'http://x.example',
    'HTTP://X.example',
    'https://x.example:8080/a?b=c#d',
    'https://bücher.example/',
    'http://[::1]:1/',
  ])('finds none in %p', (target) => expect(linkTargetProblem(target)).toBeNull());

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\nscript:alert(1)',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/a\tb',
    '/a\nb',
    'data:text/html,x',
    'vbscript:x',
    'mailto:a@b.example',
    'ftp://x.example',
    'file:///etc/passwd',
    'blob:https://x.example/y',
    'a/b',
    './a',
    '../a',
    '?a',
    '#a',
    'www.x.example',
    '',
    ' ',
    ' /a',
    ' https://x.example',
    '\u0000/a',
    'https:/x.example',
    'https:x.example',
    'https://',
    'https:// x.example',
    'https://x y.example',
    'https://x.example/\ny',
  ])('finds one in %p', (target) => expect(linkTargetProblem(target)).toMatch(/path on the website/));

  it('passes nothing that a browser would take to another scheme or, from a path, to another host', () => {
    const base = 'https://own.example/some/page';
    const tricky = fc.array(
      fc.oneof(
        fc.constantFrom(
          '/',
          '\\',
          ':',
          '.',
          '@',
          '?',
          '#',
          '\t',
          '\n',
          '\r',
          ' ',
          'http',
          'https',
          'javascript',
        ),
        fc.string({ maxLength: 3 }),
      ),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(tricky, (parts) => {
        const target = parts.join('');
        if (linkTargetProblem(target) !== null) return;
        const url = new URL(target, base);
        expect(['http:', 'https:']).toContain(url.protocol);
        if (target.startsWith('/')) expect(url.origin).toBe('https://own.example');
      }),
      { numRuns: 2000 },
    );
  });
});

describe('webAddressProblem', () => {
  it.each(['https://x.example', 'http://localhost:3000/a.png', 'HTTPS://x.example/%20'])(
    'finds none in %p',
    (address) => expect(webAddressProblem(address)).toBeNull(),
  );
  it.each(['/a.png', '//x.example/a.png', 'javascript:x', 'x.example', 'https://', 'https://a\tb.example'])(
    'finds one in %p',
    (address) => expect(webAddressProblem(address)).toMatch(/full web address/),
  );
});

describe('variablesProblem', () => {
  it.each([[{}], [{ city: 'Berlin' }], [{ '': '' }], [JSON.parse('{"__proto__": "a"}')]])(
    'finds none in %j',
    (variables) => expect(variablesProblem(variables)).toBeNull(),
  );
  it.each([[null], [undefined], [[]], [['a']], ['a'], [1], [true]])(
    'wants names with texts, not %j',
    (variables) => expect(variablesProblem(variables)).toMatch(/names with texts/),
  );
  it.each([[{ city: 1 }], [{ city: null }], [{ city: {} }], [{ a: 'a', city: ['b'] }]])(
    'names the variable that is no text in %j',
    (variables) => expect(variablesProblem(variables)).toContain('"city"'),
  );
});

describe('isBlank', () => {
  it.each([null, undefined, '', ' ', '\t\n', '\u00a0\u3000'])('is true for %p', (value) =>
    expect(isBlank(value)).toBe(true),
  );
  it.each(['a', ' a ', 0, false, [], {}])('is false for %p', (value) => expect(isBlank(value)).toBe(false));
});
