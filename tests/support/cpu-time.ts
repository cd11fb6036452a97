/** Milliseconds of this process's own work so far: what other work the machine has counts little. */
const spent = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/**
 * For input that must not take long however it was made: limits leave so much room that only a wrong order of growth
 * exceeds them.
 * @returns milliseconds of the processor
 */
export const cpuTimeOf = async (work: () => unknown): Promise<number> => {
  const begin = spent();
  await work();
  return spent() - begin;
};
