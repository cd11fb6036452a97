import { readOptions } from '../../../../commands/import-ghost/options';

const NEEDED = [
  '--file',
  'export.json',
  '--website',
  'Quayside',
  '--from',
  'https://quayside.example.com/journal/',
];

describe('the options of import:ghost', () => {
  it('have defaults, and can all be given', () => {
    expect(readOptions(NEEDED)).toMatchObject({
      files: ['export.json'],
      redirectsFile: null,
      content: {
        address: new URL('https://quayside.example.com/journal/'),
        types: new Set(['post']),
        isFirstTagCategory: false,
        authors: false,
        excerptsAsDescriptions: false,
        linksTo: null,
      },
    });
    const more = ['--types', 'post,page', '--first-tag-as-category', '--authors', '--redirects', 'r.csv'];
    expect(
      readOptions([...NEEDED, ...more, '--excerpts-as-descriptions', '--links-to', '/blog']),
    ).toMatchObject({
      redirectsFile: 'r.csv',
      content: {
        types: new Set(['post', 'page']),
        isFirstTagCategory: true,
        authors: true,
        excerptsAsDescriptions: true,
        linksTo: '/blog/',
      },
    });
    expect(readOptions(['--help'])).toBeNull();
  });

  it.each([
    [['--website', 'x', '--from', 'https://a.example.com'], /--file/],
    [['--file', 'x', '--from', 'https://a.example.com'], /--website/],
    [['--file', 'x', '--website', 'x'], /--from https/],
    [['--file', 'x', '--website', 'x', '--from', 'a.example.com'], /--from https/],
    [['--file', 'x', '--website', 'x', '--from', 'ftp://a.example.com'], /--from https/],
    [[...NEEDED, '--types', 'post,product'], /--types takes post, page/],
    [[...NEEDED, '--links-to', '//a.example.com/'], /--links-to takes a path/],
    [[...NEEDED, '--publish'], /--publish/],
  ])('are refused with what to write: %j', (args, message) => {
    expect(() => readOptions(args)).toThrow(message);
  });
});
