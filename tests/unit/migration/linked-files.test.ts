import { withLinks } from '../../../src/plugins/content-delivery/server/src/migration/html/links';

const linked = (html: string) =>
  withLinks(
    html,
    {
      base: 'https://old.example.com/',
      hosts: new Set(['old.example.com']),
      fileHosts: new Set(),
      slugAt: () => null,
    },
    null,
  );

describe('files of the old website in a text', () => {
  it.each(['a.csv', 'a.txt', 'a.m4v', 'a.mov', 'a.pdf'])(
    'are no pages, and %s is copied with --linked-files',
    (name) => {
      const { toOthers, toFiles, notTaken } = linked(`<a href="/f/${name}">a</a>`);
      expect([toOthers, [...toFiles], [...notTaken]]).toEqual([[], [`/f/${name}`], []]);
    },
  );

  it.each([
    '<a href="/a.doc">a</a>',
    '<a href="/a.svg">a</a>',
    '<a href="/wp-content/plugins/x">a</a>',
    '<p style="background: url(/a.png)">a</p>',
  ])('are named where they stay there even then: %s', (html) => {
    const { toFiles, notTaken } = linked(html);
    expect(toFiles.size).toBe(1);
    expect([...notTaken]).toEqual([...toFiles]);
  });
});
