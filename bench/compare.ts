import type { Bench } from './bench';
import type { Measured, Target } from './load';

/** The middle one; of an even number the lower of the two in the middle. */
export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? NaN;

export interface Comparison {
  ours: Measured[];
  theirs: Measured[];
  /** Ours by theirs, of the two rounds that followed each other. */
  speed: number[];
  p99: number[];
}

/** From here on the load generator may be slower than the server. */
const BUSY = 0.9;

/** Warms both sides, then lets them take turns. */
export const compare = async (bench: Bench, ours: Target, theirs: Target): Promise<Comparison> => {
  const { connections, rounds, roundTime, warmUpTime } = bench.options;
  const measure = (target: Target, time: number): Promise<Measured> =>
    bench.run({ ...target, connections, time });
  await measure(ours, warmUpTime);
  await measure(theirs, warmUpTime);
  const result: Comparison = { ours: [], theirs: [], speed: [], p99: [] };
  for (let round = 0; round < rounds; round += 1) {
    const a = await measure(ours, roundTime);
    const b = await measure(theirs, roundTime);
    result.ours.push(a);
    result.theirs.push(b);
    result.speed.push(a.requestsPerSecond / b.requestsPerSecond);
    result.p99.push(a.p99 / b.p99);
  }
  return result;
};

const medianSpeed = (rounds: readonly Measured[]): number =>
  median(rounds.map((round) => round.requestsPerSecond));
export const medianP99 = (rounds: readonly Measured[]): number => median(rounds.map((round) => round.p99));

/** Requests per second of both sides, and a word when the load generator was too busy to be trusted. */
export const describeSpeed = ({ ours, theirs }: Comparison): string => {
  const busy = Math.max(...[...ours, ...theirs].map((round) => round.busy));
  const limit = busy > BUSY ? `, load generator ${(busy * 100).toFixed(0)} % busy` : '';
  return `${medianSpeed(ours).toFixed(0)}/s to ${medianSpeed(theirs).toFixed(0)}/s${limit}`;
};
