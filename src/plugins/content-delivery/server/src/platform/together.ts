/** However many ask for it while it is under way, work is done once. */
export const together = <Result>(work: () => Promise<Result>): (() => Promise<Result>) => {
  let underWay: Promise<Result> | null = null;
  return () =>
    (underWay ??= work().finally(() => {
      underWay = null;
    }));
};
