import fc from 'fast-check';
import { scopedHash } from '../../../src/plugins/content-delivery/server/src/platform/scoped-hash';

describe('uniqueKey', () => {
  // Stored in every row: another result for the same input would lose all reservations.
  it('stays what it has been', () => {
    expect(scopedHash('owner', 'slug')).toBe(
      '7c3be153d39430af4261843e33992d03c3c8d4ceab3dcc58974c093a680fccd9',
    );
  });

  it('is 64 hexadecimal digits', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (owner, value) => {
        expect(scopedHash(owner, value)).toMatch(/^[0-9a-f]{64}$/);
      }),
    );
  });

  it.each([
    ['case', 'a', 'A'],
    ['a trailing space', 'a', 'a '],
    ['an accent', 'e', 'é'],
    ['normalisation', '\u00e9', 'e\u0301'],
    ['emptiness', '', ' '],
  ])('differs by %s', (_what, first, second) => {
    expect(scopedHash('owner', first)).not.toBe(scopedHash('owner', second));
  });

  it('is the same exactly for the same owner and value', () => {
    // Ids have no NUL; it is what keeps owner and value apart.
    const id = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 3 });
    fc.assert(
      fc.property(id, id, id, id, (owner, value, otherOwner, otherValue) => {
        expect(scopedHash(owner, value) === scopedHash(otherOwner, otherValue)).toBe(
          owner === otherOwner && value === otherValue,
        );
      }),
    );
  });
});
