import { listed } from '../../../src/plugins/content-delivery/server/src/platform/listed';

describe('listed', () => {
  it.each([
    [[], ''],
    [['a'], 'a'],
    [['a', 'b'], 'a and b'],
    [['a', 'b', 'c'], 'a, b and c'],
    [['a', 'b', 'c', 'd'], 'a, b, c and d'],
  ])('of %j is %p', (parts, text) => expect(listed(parts)).toBe(text));
});
