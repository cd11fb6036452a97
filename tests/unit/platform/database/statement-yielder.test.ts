import { createStatementYielder } from '../../../../src/plugins/content-delivery/server/src/platform/database/sqlite/statement-yielder';

/** What a statement does on SQLite: it keeps the thread, and gives back a promise that is fulfilled already. */
const statement = async (milliseconds: number): Promise<void> => {
  jest.advanceTimersByTime(milliseconds);
};

describe('turns of the event loop between statements', () => {
  // Time passes in statements only.
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] }));
  afterEach(() => jest.useRealTimers());

  /** Runs statements one after the other. @returns in which turn of the event loop each of them was */
  const run = async (chains: number, statements: number, milliseconds: number): Promise<number[]> => {
    let turn = 0;
    let isOver = false;
    const count = (): void => {
      turn += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const whenYielded = createStatementYielder();
    const seen: number[] = [];
    const chain = async (): Promise<void> => {
      for (let n = 0; n < statements; n += 1) {
        await whenYielded(() => {
          seen.push(turn);
          return statement(milliseconds);
        });
      }
    };
    await Promise.all(Array.from({ length: chains }, chain));
    isOver = true;
    return seen;
  };

  it('come after each that is long', async () => {
    expect(new Set(await run(1, 10, 3)).size).toBe(10);
  });

  it('come after each that is long of many that run side by side', async () => {
    expect(new Set(await run(10, 2, 3)).size).toBe(20);
  });

  it('come after some that are short', async () => {
    expect(await run(1, 8, 0.5)).toEqual([0, 0, 0, 0, 1, 1, 1, 1]);
  });
});
