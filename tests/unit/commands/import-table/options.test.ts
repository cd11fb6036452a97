import { readOptions } from '../../../../commands/import-table/options';
import { refusalOf } from '../../../support/refusals';

const NEEDED = ['--file', 'posts.csv', '--website', 'Quayside', '--from', 'https://quayside.example.com'];
const FIELDS =
  'id, title, slug, url, content, date, updated, status, category, tags, author, image, imageAlt, metaTitle, description, language, scheduleDate';

describe('the options of import:table', () => {
  it('have defaults, and can all be given', () => {
    expect(readOptions(NEEDED)?.content).toMatchObject({ file: 'posts.csv', syntax: 'html', map: new Map() });
    const more = [
      '--map',
      'a=b=title',
      '--map',
      'Notes=',
      '--syntax',
      'markdown',
      '--other-categories',
      'tags',
      '--empty',
      'Notes=N/A,-',
    ];
    expect(readOptions([...NEEDED, ...more])?.content).toMatchObject({
      syntax: 'markdown',
      otherCategories: 'tags',
      empty: new Map([['Notes', ['N/A', '-']]]),
      map: new Map([
        ['a=b', 'title'],
        ['Notes', ''],
      ]),
    });
    expect(readOptions(['--help'])).toBeNull();
  });

  it('take a column for each field', () => {
    const mappings = FIELDS.split(', ').map((field) => [`The ${field}`, field] as const);
    const given = mappings.flatMap(([column, field]) => ['--map', `${column}=${field}`]);
    expect(readOptions([...NEEDED, ...given])?.content.map).toEqual(new Map(mappings));
  });

  it.each(['nonsense', 'constructor', 'Title'])('name the fields that there are: %s', (field) => {
    expect(refusalOf(() => readOptions([...NEEDED, '--map', `x=${field}`]))).toBe(
      `--map: there is no field "${field}". There are ${FIELDS}.`,
    );
  });

  it.each([
    [['--map', 'title'], '--map takes column=field'],
    [['--map', 'x=nonsense'], 'There are id, title'],
    [['--map', 'x=title', '--map', 'y=title'], '"title" is named for two columns'],
    [['--syntax', 'pdf'], '--syntax is html or markdown'],
  ])('refuse %j', (wrong, message) => {
    expect(() => readOptions([...NEEDED, ...wrong])).toThrow(message);
  });
});
