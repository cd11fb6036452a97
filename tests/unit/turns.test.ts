import { createTurns } from '../../src/plugins/content-delivery/server/src/answers/turns';

/** Everything that is ready to run has run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('createTurns', () => {
  it('lets so many pass, the others in their order', async () => {
    const turns = createTurns(2);
    const passed: number[] = [];
    const back: (() => void)[] = [];
    for (const n of [0, 1, 2, 3]) {
      void turns.take().then((giveBack) => {
        passed.push(n);
        back[n] = giveBack;
      });
    }
    await settled();
    expect(passed).toEqual([0, 1]);
    back[1]?.();
    await settled();
    expect(passed).toEqual([0, 1, 2]);
    back[0]?.();
    back[2]?.();
    await settled();
    expect(passed).toEqual([0, 1, 2, 3]);
  });

  it('takes a turn back once only', async () => {
    const turns = createTurns(1);
    const giveBack = await turns.take();
    giveBack();
    giveBack();
    await turns.take();
    const third = jest.fn();
    void turns.take().then(third);
    await settled();
    expect(third).not.toHaveBeenCalled();
  });
});
