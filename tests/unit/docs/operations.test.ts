import { pages, type Page } from '../../support/docs/pages';

const PATH = 'docs/operations/README.md';

const all = pages();
const page = (file: string): Page => {
  const found = all.find((one) => one.file === file);
  if (!found) throw new Error(`There is no ${file}.`);
  return found;
};
const linksOf = (file: string): string[] =>
  page(file)
    .pieces.filter(({ kind }) => kind === 'link')
    .map(({ text }) => text);

describe('the path to a first server', () => {
  it('goes from a start to what is to be watched, in the order in which it is needed', () => {
    const headings = page(PATH)
      .pieces.filter(({ kind, text }) => kind === 'heading' && /^\d/.test(text))
      .map(({ text }) => text);
    const steps = [
      /install/i,
      /configure/i,
      /start/i,
      /first user/i,
      /mail/i,
      /TLS/,
      /proxy/i,
      /backup/i,
      /upgrade/i,
      /watch/i,
    ];
    expect(headings.slice(0, steps.length)).toEqual(steps.map((step) => expect.stringMatching(step)));
    expect(headings.map((text) => Number.parseInt(text, 10))).toEqual(headings.map((_, index) => index + 1));
  });

  it('leads to every page for operators, and readers are led to it', () => {
    const others = all
      .map(({ file }) => file)
      .filter((file) => file.startsWith('docs/operations/') && file !== PATH)
      .map((file) => file.slice('docs/operations/'.length));
    const linked = linksOf(PATH).map((address) => address.replace(/#.*$/, ''));
    expect(others.length).toBeGreaterThan(8);
    expect(others.filter((file) => !linked.includes(file))).toEqual([]);
    expect(linksOf('docs/README.md')).toContain('operations/README.md');
    expect(linksOf('README.md')).toContain(PATH);
  });
});

it.each([
  'client/README.md',
  'docs/changes.md',
  'docs/freshness.md',
  'docs/webhooks.md',
  'examples/astro/README.md',
  'examples/nextjs/README.md',
])('%s says what a cache in front does to those who read again when they are told', (file) => {
  const anchor = 'in-front.md#webhooks-and-a-cache-in-front';
  expect(linksOf(file).filter((address) => address.endsWith(anchor))).not.toEqual([]);
});
