import { readFileSync } from 'node:fs';
import path from 'node:path';
import german from '../../../src/plugins/content-delivery/admin/src/translations/de.json';
import english from '../../../src/plugins/content-delivery/admin/src/translations/en.json';
import { postLayout } from '../../../src/plugins/content-delivery/server/src/panel/layouts/types/post';

const SCHEMA = path.resolve(__dirname, '../../../src/api/post/content-types/post/schema.json');
/** A copy cannot be made without the first two, and gets new values for the others. */
const NEVER_LEFT_OUT = ['title', 'website', 'slug', 'scheduleDate', 'publishDate'];

const { attributes } = JSON.parse(readFileSync(SCHEMA, 'utf8')) as {
  attributes: Record<string, { private?: boolean }>;
};
const fields = Object.keys(attributes).filter(
  (name) => !attributes[name]?.private && !NEVER_LEFT_OUT.includes(name),
);

it.each([
  ['English', english as Record<string, string>],
  ['German', german as Record<string, string>],
])('what a copy goes without is called as in the form, in %s', (_language, texts) => {
  const named = fields.map((name) => [name, texts[`post-copy.field.${name}`]]);
  expect(named).toEqual(fields.map((name) => [name, texts[`field.${postLayout.fields[name]?.label}`]]));
  expect(named).toContainEqual(['language', expect.any(String)]);
});
