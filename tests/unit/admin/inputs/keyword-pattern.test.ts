import { patternCharacters } from '../../../../src/plugins/content-delivery/admin/src/inputs/pattern-characters';

describe('what of a keyword a regular expression stumbles over', () => {
  it.each([
    ['cold brew', []],
    ['Київ', []],
    ['it’s', []],
    ['A&B', []],
    ['C++', ['+']],
    ['C#', ['#']],
    ['.NET', ['.']],
    ['what? (now)', ['?', '(', ')']],
    [' espresso ', []],
    ['', []],
  ])('%j: %j', (keyword, characters) => expect(patternCharacters(keyword)).toEqual(characters));
});
