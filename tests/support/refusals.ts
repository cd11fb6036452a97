/** The message with which something is refused. @throws Error when it is taken */
export const refusalOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('It was taken.');
};

/** The message of what goes wrong; `none` where nothing does. */
export const problemOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: unknown) => (error as Error).message,
  );
