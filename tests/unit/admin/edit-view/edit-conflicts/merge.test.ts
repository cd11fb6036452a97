import fc from 'fast-check';
import {
  changedFields,
  mergeValues,
  type Values,
} from '../../../../../src/plugins/content-delivery/admin/src/edit-view/edit-conflicts/merge';

const FIELDS = ['title', 'slug', 'content', 'openedVersion'];
const value = fc.oneof(
  fc.string(),
  fc.constant(null),
  fc.constant(undefined),
  fc.boolean(),
  fc.array(fc.record({ id: fc.nat(5), keyword: fc.string(), __temp_key__: fc.string() })),
);
const values: fc.Arbitrary<Values> = fc.record(
  Object.fromEntries(FIELDS.map((field) => [field, value])) as Record<string, typeof value>,
  { requiredKeys: [] },
);
const shown = (of: Values, field: string) =>
  JSON.stringify(of[field] ?? null, (name, part: unknown) => (name === 'id' ? undefined : part));

describe('changedFields', () => {
  it('knows no difference between empty and absent, nor what the form adds to values', () => {
    const before = { title: null, tags: [{ id: 1, keyword: 'a', __temp_key__: 'a0' }], openedVersion: '1' };
    const after = {
      slug: undefined,
      tags: [{ id: 2, keyword: 'a', __temp_key__: 'a1' }],
      openedVersion: '2',
    };
    expect(changedFields(before, after)).toEqual([]);
    expect(changedFields(before, { ...after, title: '' })).toEqual(['title']);
  });
});

describe('mergeValues', () => {
  it('takes own changes, and the newer version in all else', () => {
    const opened = { title: 'a', slug: 'a', content: 'a', openedVersion: '1' };
    const mine = { ...opened, title: 'mine', content: null };
    const newer = { title: 'newer', slug: 'newer', content: 'newer', openedVersion: '2' };
    expect(mergeValues(opened, mine, newer)).toEqual({
      title: 'mine',
      slug: 'newer',
      content: null,
      openedVersion: '2',
    });
  });

  it('makes rows anew that the newer version has no longer', () => {
    const row = (id: number, keyword: string) => ({ id, keyword });
    const opened = { links: [row(1, 'a'), row(2, 'b')] };
    const mine = { links: [row(1, 'mine'), row(2, 'b')] };
    expect(mergeValues(opened, mine, { links: [row(2, 'b')] })).toEqual({
      links: [{ keyword: 'mine' }, row(2, 'b')],
    });
  });

  it('loses nothing that was typed, and nothing of others elsewhere', () => {
    fc.assert(
      fc.property(values, values, values, (opened, mine, newer) => {
        const merged = mergeValues(opened, mine, newer);
        const own = changedFields(opened, mine);
        for (const field of own) expect(shown(merged, field)).toBe(shown(mine, field));
        for (const field of FIELDS.filter((name) => !own.includes(name))) {
          expect(merged[field]).toEqual(newer[field]);
        }
      }),
    );
  });
});
