/** Puts the variables of this process back after each test of a file or of a `describe`. */
export const restoresEnvironment = (): void => {
  const before = { ...process.env };
  afterEach(() => {
    process.env = { ...before };
  });
};
