import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ADMIN = path.resolve(__dirname, '../../../src/plugins/content-delivery/admin/src');

const sources = readdirSync(ADMIN, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => readFileSync(path.join(ADMIN, file), 'utf8'));
const texts = Object.keys(
  JSON.parse(readFileSync(path.join(ADMIN, 'translations', 'en.json'), 'utf8')) as Record<string, string>,
);

/** What a source puts in front of each key that it asks for; nothing in most. */
const prefixesIn = (source: string): string[] => {
  const own = [...source.matchAll(/\btextId\(`([^`]+\.)\$\{key\}`\)/g)].map(([, prefix]) => prefix ?? '');
  return own.length > 0 ? own : [''];
};

/** The keys that a source asks for, as templates: `${…}` stands for a part that it fills in. */
const keysIn = (source: string): string[] =>
  [...source.matchAll(/\b(?:text|textId)\(\s*(?:'([\w.-]+)'|`([^`]*[^`.}][^`]*)`)\s*[,)]/g)].map(
    ([, fixed, parts]) => fixed ?? parts ?? '',
  );

const exists = (template: string): boolean => {
  const pattern = new RegExp(`^${template.replaceAll('.', '\\.').replace(/\$\{[^}]*\}/g, '[\\w.-]+')}$`);
  return texts.some((key) => pattern.test(key));
};

it('every text that the panel asks for exists', () => {
  const asked = sources.flatMap((source) =>
    keysIn(source).map((key) => ({ key, prefixes: prefixesIn(source) })),
  );
  expect(asked.length).toBeGreaterThan(150);
  const missing = asked.filter(
    ({ key, prefixes }) => !exists(key) && !prefixes.some((prefix) => exists(prefix + key)),
  );
  expect(missing.map(({ key }) => key)).toEqual([]);
});
