/** Lets so many pass at a time; the others wait in the order in which they came. */
export const createTurns = (most: number) => {
  let taken = 0;
  const waiting: (() => void)[] = [];
  return {
    /** @returns gives the turn back; once is enough, more does no harm */
    async take(): Promise<() => void> {
      if (taken < most) taken += 1;
      else await new Promise<void>((pass) => waiting.push(pass));
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        const next = waiting.shift();
        if (next) next();
        else taken -= 1;
      };
    },
  };
};
