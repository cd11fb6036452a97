import { createFigures } from '../../../../../commands/start/workers/figures';
import type { Keeper } from '../../../../../commands/start/workers/keeper';

const counter = (value: number) => [
  { name: 'requests_total', help: '', type: 'counter', values: [{ labels: {}, value }], aggregator: 'sum' },
];

describe('the figures of several processes', () => {
  it('keep what was counted by those that have ended, also when several end at once', async () => {
    const figures = createFigures();
    const places = ['1', '2', '3', '4'];
    for (const [at, place] of places.entries()) figures.set(place, counter(10 ** at));
    await Promise.all(places.map((place) => figures.ended(place)));
    const read = (await figures.read(new Map<string, Keeper>())).flat();
    expect(read).toMatchObject([{ name: 'requests_total', values: [{ value: 1_111 }] }]);
  });

  it('do not count one twice that says nothing before it ends', async () => {
    const figures = createFigures();
    figures.set('1', counter(5));
    await figures.ended('1');
    await figures.ended('1');
    expect((await figures.read(new Map<string, Keeper>())).flat()).toMatchObject([
      { values: [{ value: 5 }] },
    ]);
  });
});
