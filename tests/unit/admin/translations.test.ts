import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ADMIN = path.resolve(__dirname, '../../../src/plugins/content-delivery/admin/src');

const files = readdirSync(ADMIN, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /\.tsx?$/.test(file),
);
const sourceOf = new Map(files.map((file) => [file, readFileSync(path.join(ADMIN, file), 'utf8')]));
const texts = Object.keys(
  JSON.parse(readFileSync(path.join(ADMIN, 'translations', 'en.json'), 'utf8')) as Record<string, string>,
);

/** The texts that a source asks by: those of the nearest `text.ts`, going up. */
const textsFor = (folder: string): string =>
  sourceOf.get(path.join(folder, 'text.ts')) ?? (folder === '.' ? '' : textsFor(path.dirname(folder)));

/** What a source may put in front of each key that it asks for. */
const prefixesOf = (file: string): string[] =>
  [sourceOf.get(file) ?? '', textsFor(path.dirname(file))].flatMap((source) =>
    [...source.matchAll(/\btextId\(`([^`]+\.)\$\{key\}`\)/g)].map(([, prefix]) => prefix ?? ''),
  );

/** The keys that a source asks for, as templates: `${…}` stands for a part that it fills in. */
const keysIn = (source: string): string[] =>
  [...source.matchAll(/\b(?:text|textId|textOf)\(\s*(?:'([\w.-]+)'|`([^`]*[^`.}][^`]*)`)\s*[,)]/g)].map(
    ([, fixed, parts]) => fixed ?? parts ?? '',
  );

const exists = (template: string): boolean => {
  const pattern = new RegExp(`^${template.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '[\\w.-]+')}$`);
  return texts.some((key) => pattern.test(key));
};

it('every text that the panel asks for exists', () => {
  const asked = files.flatMap((file) =>
    keysIn(sourceOf.get(file) ?? '').map((key) => ({ key, prefixes: prefixesOf(file) })),
  );
  expect(asked.length).toBeGreaterThan(150);
  const missing = asked.filter(
    ({ key, prefixes }) => !exists(key) && !prefixes.some((prefix) => exists(prefix + key)),
  );
  expect(missing.map(({ key }) => key)).toEqual([]);
});
