import { groupsByWeight } from '../../../../src/plugins/content-delivery/server/src/platform/database/statements';

it('reads together what is not too much at once, and alone what is', () => {
  const groups = (weights: number[]) => [...groupsByWeight(weights, (weight) => weight, 10)];
  expect(groups([4, 4, 4, 2, 4, 1])).toEqual([[4, 4], [4, 2, 4], [1]]);
  expect(groups([1, 30, 1])).toEqual([[1], [30], [1]]);
  expect(groups([0, 0, 0])).toEqual([[0, 0, 0]]);
  expect(groups([])).toEqual([]);
});
