import fc from 'fast-check';
import {
  checkJsonShape,
  MAX_DEPTH,
  MAX_VALUES,
} from '../../../../src/plugins/content-delivery/server/src/access/request-bodies/json-shape';

const check = (text: string): Promise<void> => checkJsonShape(Buffer.from(text));

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

describe('the shape of a JSON text', () => {
  it('is fine for whatever is nested no deeper than allowed, with brackets and quotes in texts', async () => {
    const texts = fc.constantFrom('[', '{', '"', '\\', '\\"', '[[[', '","', '😀', '\u2028');
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 5 },
        texts,
        fc.integer(),
        fc.array(tie('any')),
        fc.dictionary(texts, tie('any')),
      ),
    })).any;
    await fc.assert(
      fc.asyncProperty(value, async (any) => {
        expect(depthOf(any)).toBeLessThan(MAX_DEPTH);
        await check(JSON.stringify(any));
      }),
    );
    await check(`["${'['.repeat(5_000)}","${'\\"['.repeat(5_000)}"]`);
    await check('[]'.repeat(1_000));
    await check('{}'.repeat(1_000));
  });

  it('may have as many levels as are allowed, and not one more', async () => {
    const nested = (levels: number) => '[{"a":'.repeat(levels / 2) + '1' + '}]'.repeat(levels / 2);
    await check(nested(MAX_DEPTH));
    await expect(check(nested(MAX_DEPTH + 2))).rejects.toThrow(/levels deep/);
    await expect(check('["\\\\",'.repeat(MAX_DEPTH + 1))).rejects.toThrow(/levels deep/);
  });

  it('may have as many values as are allowed', async () => {
    await check(`[${'1,'.repeat(MAX_VALUES - 3)}1]`);
    await expect(check(`[${'1,'.repeat(MAX_VALUES)}1]`)).rejects.toThrow(/values/);
    await expect(check('[],'.repeat(MAX_VALUES))).rejects.toThrow(/values/);
  });
});
