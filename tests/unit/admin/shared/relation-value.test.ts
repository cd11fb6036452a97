import fc from 'fast-check';
import {
  foreignTo,
  moved,
  picksOf,
  UNCHANGED,
  valueFor,
} from '../../../../src/plugins/content-delivery/admin/src/shared/relation-value';

const pick = (number: number, website?: string) => ({
  id: number,
  documentId: `document-${number}`,
  name: `Name ${number}`,
  ...(website ? { website } : {}),
});
const saved = [pick(1), pick(2), pick(3)];
const ids = (picks: { id: number | string }[]) => picks.map(({ id }) => id);

describe('what is picked', () => {
  it('is what is saved while the form has changed nothing', () => {
    expect([picksOf(saved, undefined), picksOf(saved, null), picksOf(saved, UNCHANGED)]).toEqual([
      saved,
      saved,
      saved,
    ]);
  });

  it('follows the changes that an input of Strapi makes', () => {
    const connected = { id: 4, apiData: { id: 4, documentId: 'document-4' }, label: 'Name 4' };
    const picks = picksOf([pick(1)], { connect: [connected as never], disconnect: [pick(1)] });
    expect(picks).toEqual([{ ...connected, documentId: 'document-4', name: 'Name 4' }]);
  });

  it('is the same again after it went through the form', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 9 })), (numbers) => {
        const picks = numbers.map((number) => pick(number));
        expect(ids(picksOf(saved, valueFor(saved, picks)))).toEqual(numbers);
      }),
    );
  });
});

describe('the value of the form', () => {
  it('counts as unchanged when the picks are those that are saved', () => {
    expect(valueFor(saved, saved)).toEqual(UNCHANGED);
    expect(valueFor([], [])).toEqual(UNCHANGED);
  });

  it('counts another order as a change', () => {
    expect(valueFor(saved, [...saved].reverse()).set?.map(({ apiData }) => apiData)).toEqual([
      { id: 3, documentId: 'document-3' },
      { id: 2, documentId: 'document-2' },
      { id: 1, documentId: 'document-1' },
    ]);
  });

  it('says that nothing is left', () => {
    expect(valueFor(saved, [])).toEqual({ ...UNCHANGED, set: [] });
  });
});

describe('a moved entry', () => {
  it.each([
    [0, 1, ['b', 'a', 'c']],
    [2, 0, ['c', 'a', 'b']],
    [1, 9, ['a', 'c', 'b']],
    [1, -9, ['b', 'a', 'c']],
    [7, 0, ['a', 'b', 'c']],
  ])('from %i to %i gives %j', (from, to, order) => {
    expect(moved(['a', 'b', 'c'], from, to)).toEqual(order);
  });
});

describe('picks of another website', () => {
  it('are the saved ones once the website is another, and those picked for an earlier choice', () => {
    const picks = [...saved, pick(4, 'old'), pick(5, 'new')];
    expect(ids(foreignTo('new', 'old', saved, picks))).toEqual([1, 2, 3, 4]);
    expect(ids(foreignTo('old', 'old', saved, picks))).toEqual([5]);
  });

  it('are all when the post has no website any more', () => {
    expect(ids(foreignTo(undefined, 'old', saved, [...saved, pick(4, 'old')]))).toEqual([1, 2, 3, 4]);
  });
});
