import fc from 'fast-check';
import { takeChanges } from '../../../../src/plugins/content-delivery/admin/src/edit-view/edit-conflicts/take-changes';

describe('taking what a read has changed', () => {
  it('makes what was known the same as the answer', () => {
    const keys = fc.constantFrom('a', 'b', 'c', 'd');
    const value = fc.oneof(fc.integer({ max: 2, min: 0 }), fc.constant(null), fc.array(fc.nat(2)));
    const fields = fc.dictionary(keys, fc.oneof(value, fc.dictionary(keys, value)));
    fc.assert(
      fc.property(fields, fields, (known, answer) => {
        takeChanges(known, answer);
        expect(known).toEqual(answer);
      }),
    );
  });

  it('leaves what has not changed as it is', () => {
    const known = { data: { title: 'Old', website: { id: 1 }, tags: [{ id: 2 }] } };
    const { website, tags } = known.data;
    takeChanges(known, { data: { title: 'New', website: { id: 1 }, tags: [{ id: 2 }] } });
    expect(known.data.title).toBe('New');
    expect(known.data.website).toBe(website);
    expect(known.data.tags).toBe(tags);
  });
});
