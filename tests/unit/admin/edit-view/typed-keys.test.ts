import {
  textWithKeys,
  type TypedKey,
} from '../../../../src/plugins/content-delivery/admin/src/edit-view/rebase/typed-keys';

const text = (typed: string): TypedKey[] => [...typed].map((one) => ({ kind: 'text', text: one }));

describe('keys that are typed while there is no form', () => {
  it.each<[string, number, number, TypedKey[], string]>([
    ['One three', 4, 4, text('two '), 'One two three'],
    ['One two', 4, 7, text('2'), 'One 2'],
    ['One two', 4, 7, [{ kind: 'backspace' }, { kind: 'backspace' }], 'One'],
    ['', 0, 0, [{ kind: 'backspace' }, ...text('a'), { kind: 'enter' }, ...text('b')], 'a\nb'],
  ])('go into “%s” from %d to %d', (before, from, to, keys, after) => {
    expect(textWithKeys(before, { from, to }, keys)).toBe(after);
  });
});
