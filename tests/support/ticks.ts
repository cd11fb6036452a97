/** @returns in how many ticks of the event loop others could have been answered while something was done */
export const ticksDuring = async (work: () => Promise<unknown>): Promise<number> => {
  let ticks = 0;
  let isOver = false;
  const count = (): void => {
    if (isOver) return;
    ticks += 1;
    setImmediate(count);
  };
  setImmediate(count);
  await work();
  isOver = true;
  return ticks;
};
