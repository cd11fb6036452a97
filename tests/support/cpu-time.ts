/** Milliseconds of this process's own work so far: what other work the machine has counts little. */
const spent = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** @returns milliseconds of the processor */
export const cpuTimeOf = async (work: () => unknown): Promise<number> => {
  const begin = spent();
  await work();
  return spent() - begin;
};

const ROWS = Array.from({ length: 2_000 }, (_, id) => ({ id, title: `Title ${id}`, tags: ['one', 'two'] }));

/** Some 50 ms on a quick machine. */
const reference = (): void => {
  for (let round = 0; round < 30; round += 1) JSON.parse(JSON.stringify(ROWS));
};

/**
 * For input that must not take long however it was made. Machines differ and are shared, so it is compared with work
 * done right before; bounds leave so much room that only a wrong order of growth exceeds them.
 * @returns processor time as a multiple of that of the reference
 */
export const costOf = async (work: () => unknown): Promise<number> => {
  const unit = await cpuTimeOf(reference);
  return (await cpuTimeOf(work)) / unit;
};
