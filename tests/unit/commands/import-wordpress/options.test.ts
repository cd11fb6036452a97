import { readOptions } from '../../../../commands/import-wordpress/options';

const read = (...args: string[]) => readOptions(['--file', 'export.xml', '--website', 'Quayside', ...args]);

describe('the options of import:wordpress', () => {
  it('have defaults', () => {
    expect(read()).toEqual({
      files: ['export.xml'],
      website: { name: 'Quayside', url: null, kind: 'nextjs', account: null, mayHaveContent: false },
      images: { mode: 'copy', hosts: [], files: false },
      isDryRun: false,
      reportFiles: [],
      redirectsFile: null,
      rereads: false,
      content: {
        types: new Set(['post']),
        otherCategories: 'drop',
        authors: false,
        excerptsAsDescriptions: false,
        embeds: false,
        linkedFiles: false,
        linksTo: null,
      },
    });
  });

  it('can all be given', () => {
    const content = [
      '--types',
      'post, page',
      '--other-categories',
      'tags',
      '--excerpts-as-descriptions',
      '--authors',
    ];
    expect(read(...content, '--links-to', '/journal', '--dry-run', '--images', 'leave')).toMatchObject({
      isDryRun: true,
      images: { mode: 'leave' },
      content: {
        types: new Set(['post', 'page']),
        otherCategories: 'tags',
        authors: true,
        excerptsAsDescriptions: true,
        linksTo: '/journal/',
      },
    });
    expect(read('--links-to', '/')?.content.linksTo).toBe('/');
    expect(read('--help')).toBeNull();
    expect(read('--file', 'more.zip')?.files).toEqual(['export.xml', 'more.zip']);
  });

  it.each([
    [['--website', 'x'], /--file/],
    [['--file', 'x'], /--website/],
    [['--file', 'x', '--website', 'x', '--types', 'post,'], /--types/],
    [['--file', 'x', '--website', 'x', '--other-categories', 'x'], /drop or tags/],
    [['--file', 'x', '--website', 'x', '--links-to', 'https://a.example.com/'], /--links-to takes a path/],
    [['--file', 'x', '--website', 'x', '--links-to', '//a.example.com/'], /--links-to takes a path/],
    [['--file', 'x', '--website', 'x', '--links-to', '/"onclick='], /--links-to takes a path/],
    [['--file', 'x', '--website', 'x', '--publish'], /--publish/],
  ])('are refused with what to write: %j', (args, message) => {
    expect(() => readOptions(args)).toThrow(message);
  });
});
