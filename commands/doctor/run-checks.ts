import { setTimeout as pause } from 'node:timers/promises';
import { describeFailure } from '../../src/plugins/content-delivery/server/src/platform/database/loss';
import { warning, wrong, type Check, type Finding } from './finding';

/** Seconds that a check may take unless it says otherwise. */
const MAX_SECONDS = 10;

/** Runs the checks one after the other; none of them keeps the others from being run. */
export async function* findingsOf(checks: readonly Check[]): AsyncGenerator<Finding> {
  for (const check of checks) yield* await findingsInTime(check);
}

const findingsInTime = async ({ about, look, seconds = MAX_SECONDS }: Check): Promise<Finding[]> => {
  const isOver = new AbortController();
  const giveUp = async (): Promise<Finding[]> => {
    await pause(seconds * 1_000, undefined, { signal: isOver.signal });
    return [warning(about, `Not found out within ${seconds} s, and given up.`)];
  };
  try {
    return await Promise.race([look(), giveUp()]);
  } catch (error) {
    return [wrong(about, `It could not be looked at: ${describeFailure(error)}`)];
  } finally {
    isOver.abort();
  }
};
