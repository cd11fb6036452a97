/** Gives the turn back. */
type End = () => void;

/**
 * One turn at a time, dealt out in rotation: a caller with much to do gets every second turn while one other waits, and
 * not all of them.
 */
export const createFairTurns = () => {
  /** What waits of each owner, the owner whose turn is next first. */
  const waiting = new Map<string, (() => void)[]>();
  let isTaken = false;

  const giveNext = (): void => {
    const [next] = waiting;
    isTaken = next !== undefined;
    if (!next) return;
    const [owner, [grant, ...rest]] = next;
    waiting.delete(owner);
    if (rest.length > 0) waiting.set(owner, rest);
    grant?.();
  };

  return {
    /** Settles when it is the owner's turn; what it gives has to be called at the end of the turn. */
    take(owner: string): Promise<End> {
      return new Promise((resolve) => {
        waiting.set(owner, [...(waiting.get(owner) ?? []), () => resolve(giveNext)]);
        if (!isTaken) giveNext();
      });
    },

    /** How many wait of one owner. */
    count: (owner: string): number => waiting.get(owner)?.length ?? 0,
  };
};
