import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  isPluralElement,
  isPoundElement,
  isLiteralElement,
  isSelectElement,
  isTagElement,
  parse,
  TYPE,
  type MessageFormatElement,
} from '@formatjs/icu-messageformat-parser';
import { PHRASES } from '../../../src/plugins/content-delivery/admin/src/inputs/code-phrases';
import { messagesIn } from '../../../src/plugins/content-delivery/admin/src/shared/messages';
import { LAYOUTS } from '../../../src/plugins/content-delivery/server/src/panel/layouts';
import { COMMON_FIELDS } from '../../../src/plugins/content-delivery/server/src/panel/layouts/layout';

const ROOT = path.resolve(__dirname, '../../..');
const FOLDER = path.join(ROOT, 'src/plugins/content-delivery/admin/src/translations');

type Texts = Record<string, string>;

const languages = readdirSync(FOLDER).flatMap((file) => /^([\w-]+)\.json$/.exec(file)?.[1] ?? []);
const textsIn = (language: string) =>
  JSON.parse(readFileSync(path.join(FOLDER, `${language}.json`), 'utf8')) as Texts;
const english = textsIn('en');

/** What a message is given, and how it writes it: `number count`, `plural count`. */
const argumentsOf = (elements: readonly MessageFormatElement[]): string[] =>
  elements.flatMap((element) => {
    if (isLiteralElement(element) || isPoundElement(element)) return [];
    const inside =
      isPluralElement(element) || isSelectElement(element)
        ? Object.values(element.options).flatMap(({ value }) => argumentsOf(value))
        : isTagElement(element)
          ? argumentsOf(element.children)
          : [];
    return [`${TYPE[element.type]} ${element.value}`, ...inside];
  });
const shapeOf = (message: string): string => {
  try {
    return [...new Set(argumentsOf(parse(message)))].sort().join(', ');
  } catch (error) {
    return `cannot be read: ${String(error)}`;
  }
};

/** Names and help of fields are words of the server, not messages. */
const messages = (texts: Texts): string[] => Object.keys(texts).filter((key) => !key.startsWith('field.'));

// A language that has one text.
jest.mock(
  '../../../src/plugins/content-delivery/admin/src/translations/xx.json',
  () => ({ 'bin.title': 'Xx' }),
  { virtual: true },
);

describe.each(languages)('the catalogue %s', (language) => {
  const texts = textsIn(language);

  it('has no text that English has not', () => {
    expect(Object.keys(texts).filter((key) => !Object.hasOwn(english, key))).toEqual([]);
  });

  it('has texts that can be shown, with what the English ones are given', () => {
    const shapes = (of: Texts) =>
      Object.fromEntries(messages(texts).map((key) => [key, shapeOf(of[key] ?? '')]));
    expect(shapes(texts)).toEqual(shapes(english));
    expect(Object.values(shapes(texts)).filter((shape) => shape.startsWith('cannot'))).toEqual([]);
  });

  it('has no text that is empty, or begins or ends with other spaces than the English one', () => {
    const ends = (text = '') => [text === '', /^\s*/.exec(text)?.[0], /\s*$/.exec(text)?.[0]];
    expect(Object.keys(texts).map((key) => [key, ...ends(texts[key])])).toEqual(
      Object.keys(texts).map((key) => [key, ...ends(english[key])]),
    );
  });
});

it('German says du, as Strapi’s own pages do', () => {
  // Where no sentence begins, these words speak to the reader; where one does, they may be about others.
  const formal = /(?<!^|[.:!?] )\b(?:Sie|Ihr(?:e[nmrs]?)?|Ihnen)\b/;
  const texts = Object.entries(textsIn('de'));
  expect(texts.filter(([, text]) => formal.test(text))).toEqual([]);
  expect(texts.some(([, text]) => /\bdu\b/.test(text))).toBe(true);
});

it('German has every text', () => {
  const german = textsIn('de');
  expect(Object.keys(english).filter((key) => !Object.hasOwn(german, key))).toEqual([]);
});

describe('the messages for Strapi', () => {
  it('are those of the catalogue, and the same in place of Strapi’s own', async () => {
    const german = textsIn('de');
    const messages = await messagesIn('de');
    expect(messages['content-delivery.bin.title']).toBe(german['bin.title']);
    expect(messages['global.prompt.unsaved']).toBe(german['unsaved-work.leave']);
    expect(messages.Post).toBe(german['type.Post']);
  });

  it('are English where a catalogue lacks one', async () => {
    const messages = await messagesIn('xx');
    expect(messages['content-delivery.bin.title']).toBe('Xx');
    expect(messages['content-delivery.bin.empty']).toBe(english['bin.empty']);
    // Strapi’s own text in that language would not be true.
    expect(messages['global.prompt.unsaved']).toBe(english['unsaved-work.leave']);
  });

  it('are none for a language without a catalogue', async () => {
    expect(await messagesIn('yy')).toEqual({});
  });
});

describe('what others say in the panel is in the catalogue', () => {
  it('names and help of fields, as the server stores them', () => {
    const stored = [COMMON_FIELDS, ...LAYOUTS.map(({ fields }) => fields)].flatMap((fields) =>
      Object.values(fields).flatMap(({ label, description }) => [
        label,
        ...(description ? [description] : []),
      ]),
    );
    const known = Object.entries(english).filter(([key]) => key.startsWith('field.'));
    expect(known.map(([key]) => key.slice('field.'.length)).sort()).toEqual([...new Set(stored)].sort());
    expect(known.filter(([key, text]) => key !== `field.${text}`)).toEqual([]);
  });

  it('names of content types', () => {
    const api = path.join(ROOT, 'src/api');
    const names = readdirSync(api).map((name) => {
      const file = path.join(api, name, 'content-types', name, 'schema.json');
      return (JSON.parse(readFileSync(file, 'utf8')) as { info: { displayName: string } }).info.displayName;
    });
    expect(names.map((name) => english[`type.${name}`])).toEqual(names);
  });

  it('phrases of CodeMirror', () => {
    const asked = ['search', 'language', 'commands'].flatMap((name) => {
      const source = readFileSync(path.join(ROOT, 'node_modules/@codemirror', name, 'dist/index.js'), 'utf8');
      const calls = [...source.matchAll(/\bphrase\((?:view, )?([^()]*"[^()]*)\)?/g)].map(
        ([, given]) => given ?? '',
      );
      return calls.flatMap((given) => [...given.matchAll(/"([^"]+)"/g)].map(([, phrase]) => phrase ?? ''));
    });
    expect(asked.length).toBeGreaterThan(15);
    expect(asked.filter((phrase) => !(PHRASES as readonly string[]).includes(phrase))).toEqual([]);
    expect(PHRASES.map((phrase) => english[`code-editor.${phrase}`])).toEqual([...PHRASES]);
  });
});
