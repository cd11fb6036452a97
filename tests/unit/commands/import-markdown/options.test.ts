import { readOptions } from '../../../../commands/import-markdown/options';

const NEEDED = ['--folder', 'posts', '--website', 'Quayside', '--from', 'https://quayside.example.com'];

describe('the options of import:markdown', () => {
  it('have defaults, and can all be given', () => {
    expect(readOptions(NEEDED)).toMatchObject({
      redirectsFile: null,
      content: {
        folder: 'posts',
        fileFolders: [],
        address: new URL('https://quayside.example.com'),
        oldPaths: null,
        otherCategories: 'drop',
        authors: false,
        linksTo: null,
      },
    });
    const more = ['--files', 'public', '--files', 'static', '--old-paths', '/:year/:month/:day/:title.html'];
    expect(
      readOptions([...NEEDED, ...more, '--other-categories', 'tags', '--authors', '--links-to', '/blog/']),
    ).toMatchObject({
      content: {
        fileFolders: ['public', 'static'],
        oldPaths: '/:year/:month/:day/:title.html',
        otherCategories: 'tags',
        authors: true,
        linksTo: '/blog/',
      },
    });
    expect(readOptions(['--help'])).toBeNull();
  });

  it.each([
    [['--website', 'x', '--from', 'https://a.example.com'], /--folder/],
    [['--folder', 'x', '--website', 'x'], /--from https/],
    [[...NEEDED, '--old-paths', 'blog/:slug'], /--old-paths takes a path/],
    [[...NEEDED, '--old-paths', '/blog/:name/'], /--old-paths takes a path/],
    [[...NEEDED, '--old-paths', '/blog/'], /--old-paths takes a path/],
    [[...NEEDED, '--old-paths', '//a.example.com/:slug'], /--old-paths takes a path/],
    [[...NEEDED, '--other-categories', 'x'], /drop or tags/],
    [[...NEEDED, '--publish'], /--publish/],
  ])('are refused with what to write: %j', (args, message) => {
    expect(() => readOptions(args)).toThrow(message);
  });
});
