import fc from 'fast-check';
import {
  createPreviewTokens,
  slugTagOf,
  type PreviewGrant,
} from '../../../../src/plugins/content-delivery/server/src/content/previews/token';

const tokens = createPreviewTokens(() => 'the key of this server');
const text = fc.string({ unit: 'binary', maxLength: 40 });
const grants: fc.Arbitrary<PreviewGrant> = fc.record({
  type: fc.constantFrom('post' as const, 'pseo-page' as const),
  website: text,
  entry: text,
  series: text,
  slugTag: text,
  end: fc.nat({ max: Number.MAX_SAFE_INTEGER }),
});
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ \0ä';

describe('a preview token', () => {
  it('says what was signed, and needs no encoding in an address', () => {
    fc.assert(
      fc.property(grants, (grant) => {
        const token = tokens.sign(grant);
        expect(tokens.read(token)).toEqual(grant);
        expect(encodeURIComponent(token)).toBe(token);
        expect(token).toMatch(/^cdp_/);
      }),
    );
  });

  it('is another one for any other website, entry, type, series, slug or end', () => {
    fc.assert(
      fc.property(grants, grants, (one, other) => {
        const differs = JSON.stringify(Object.entries(one)) !== JSON.stringify(Object.entries(other));
        expect(tokens.sign(one) !== tokens.sign(other)).toBe(differs);
      }),
    );
  });

  it('opens nothing once any character is another one, missing or added', () => {
    fc.assert(
      fc.property(
        grants,
        fc.nat(),
        fc.constantFrom(...ALPHABET),
        fc.constantFrom('replace', 'insert', 'remove'),
        (grant, position, character, way) => {
          const token = tokens.sign(grant);
          const at = position % token.length;
          const [before, after] = [token.slice(0, at), token.slice(at + 1)];
          const changed = {
            replace: before + character + after,
            insert: before + character + token.slice(at),
            remove: before + after,
          }[way];
          fc.pre(changed !== token);
          expect(tokens.read(changed)).toBeNull();
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('has no second spelling of its last character, whose bits are not all used', () => {
    const token = tokens.sign({
      type: 'post',
      website: 'w',
      entry: 'e',
      series: 's',
      slugTag: slugTagOf('a'),
      end: 1,
    });
    const others = [...ALPHABET].map((character) => token.slice(0, -1) + character);
    expect(others.filter((other) => tokens.read(other) !== null)).toEqual([token]);
  });

  it('of another server opens nothing', () => {
    const elsewhere = createPreviewTokens(() => 'the key of another server');
    fc.assert(fc.property(grants, (grant) => expect(tokens.read(elsewhere.sign(grant))).toBeNull()));
  });

  it('is not put together from parts of two', () => {
    fc.assert(
      fc.property(grants, grants, (one, other) => {
        const [first, second] = [tokens.sign(one), tokens.sign(other)];
        fc.pre(first !== second);
        const mixed = `${first.slice(0, first.indexOf('.'))}${second.slice(second.indexOf('.'))}`;
        expect(tokens.read(mixed)).toBeNull();
      }),
    );
  });

  it.each(['', 'cdp_', 'cdp_.', 'cdp_W10.', `cdp_W10.${'A'.repeat(43)}`, 'x'.repeat(100_000), 'null', '{}'])(
    'is none of this: %.40s',
    (garbage) => expect(tokens.read(garbage)).toBeNull(),
  );
});
