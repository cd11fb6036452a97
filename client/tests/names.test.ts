import fc from 'fast-check';
import path from 'node:path';
import { fileNameFromName, pathSegmentFromName, slugFromName } from '../src/index.js';

/** Names that the panel took for categories once, and others of their kind. */
const HOSTILE = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc
    .array(
      fc.constantFrom(
        ...[
          '.',
          '..',
          '/',
          '\\',
          ' ',
          '\t',
          '\0',
          '\u0001',
          ':',
          '%2e',
          '%2f',
          '?',
          '#',
          '\ud800',
          'a',
          'É',
          'ſ',
        ],
        ...['con', 'NUL', 'lpt1', 'e\u0301', 'ß', 'Σ', 'ς', '界', '👩‍🚀', '~', '-'],
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
);

describe('pathSegmentFromName', () => {
  it.each([
    ['Web Dev', 'web-dev'],
    ['C#', 'c%23'],
    ['CI/CD', 'ci%2Fcd'],
    ['100% wool', '100%25-wool'],
    ['.NET', '.net'],
    ['..', '~..'],
    ['../../escaped', '~..%2F~..%2Fescaped'],
    ['', '~'],
  ])('of %j is %j', (name, segment) => expect(pathSegmentFromName(name)).toBe(segment));

  it('is one segment in every browser and server, also once it is decoded, and as many as there are slugs', () => {
    fc.assert(
      fc.property(HOSTILE, (name) => {
        const segment = pathSegmentFromName(name);
        expect(new URL(`/blog/tag/${segment}`, 'https://www.example.org').pathname).toBe(
          `/blog/tag/${segment}`,
        );
        const decoded = decodeURIComponent(segment);
        expect(decoded.split(/[/\\]/).filter((part) => /^\.{1,2}$/.test(part))).toEqual([]);
        expect(encodeURIComponent(decoded)).toBe(segment);
        expect(decoded.replace(/(?<=^|[/\\])~(?=\.{1,2}(?:[/\\]|$))/g, '')).toBe(
          slugFromName(name).replace(/\p{Surrogate}/gu, '\ufffd') || '~',
        );
      }),
    );
  });
});

describe('fileNameFromName', () => {
  it.each(['Web Dev', 'Straße', 'ışık', 'Ελληνικός', '北京', 'v1.2'])('of %j is its slug', (name) =>
    expect(fileNameFromName(name)).toBe(slugFromName(name)),
  );

  it.each([
    ['C++', /^c~[\da-z]{1,13}$/],
    ['Q&A', /^q-a~[\da-z]{1,13}$/],
    ['C#', /^c~[\da-z]{1,13}$/],
    ['100% wool', /^100-wool~[\da-z]{1,13}$/],
    ['CI/CD', /^ci-cd~[\da-z]{1,13}$/],
    ['../../../../escaped', /^escaped~[\da-z]{1,13}$/],
    ['..', /^~[\da-z]{1,13}$/],
    ['.NET', /^net~[\da-z]{1,13}$/],
    ['Con', /^con~[\da-z]{1,13}$/],
    ['nul.txt', /^nul-txt~[\da-z]{1,13}$/],
    ['a:b', /^a-b~[\da-z]{1,13}$/],
    ['界'.repeat(80), /^界{40}~[\da-z]{1,13}$/],
  ])('of %j has a checksum', (name, expected) => expect(fileNameFromName(name)).toMatch(expected));

  it('is one name in one folder on every system', () => {
    fc.assert(
      fc.property(HOSTILE, (name) => {
        const file = fileNameFromName(name);
        for (const system of [path.posix, path.win32]) {
          const folder = system.resolve('dist', 'blog', 'category');
          expect(system.relative(folder, system.resolve(folder, file, 'index.html'))).toBe(
            `${file}${system.sep}index.html`,
          );
        }
        expect(Buffer.byteLength(file)).toBeLessThanOrEqual(136);
        expect(file).not.toMatch(/[<>:"/\\|?*#%\p{Cc}\p{Surrogate}]|^\.|[. ]$/u);
        expect(file).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i);
        expect(file.normalize('NFC')).toBe(file);
      }),
    );
  });

  it('is another one for another slug, also where capital letters do not count', () => {
    const onDisk = (name: string) => fileNameFromName(name).normalize('NFC').toUpperCase().toLowerCase();
    fc.assert(
      fc.property(HOSTILE, HOSTILE, (one, other) => {
        fc.pre(slugFromName(one) !== slugFromName(other) && !/[ßı]/.test(slugFromName(one + other)));
        expect(onDisk(one)).not.toBe(onDisk(other));
      }),
      { numRuns: 1000 },
    );
    for (const [one, other] of [
      ['CI/CD', 'CI-CD'],
      ['caf\u00e9', 'cafe\u0301'],
      ['ſun', 'sun'],
      ['µ', 'μ'],
      ['..', '.'],
    ] as const) {
      expect(onDisk(one)).not.toBe(onDisk(other));
    }
  });
});
