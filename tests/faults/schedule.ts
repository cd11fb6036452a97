import type { Random } from '../support/random';

/** One fault, played while so many instances run. */
export interface Step {
  instances: number;
  fault: string;
}

/**
 * All faults in an order of chance, spread over every number of instances from the most to one. Later rounds move on, so that
 * after as many rounds as there are numbers each fault has met each of them.
 * @param least the smallest number of instances
 */
export const planRound = (
  random: Random,
  faults: readonly string[],
  mostInstances: number,
  round: number,
  least = 1,
): Step[] => {
  const sizes = Array.from({ length: mostInstances - least + 1 }, (_, index) => mostInstances - index);
  // By name, so that the number of instances a fault meets does not hang on the order.
  const sizeOf = (fault: string): number =>
    sizes[([...faults].sort().indexOf(fault) + round) % sizes.length] as number;
  const shuffled = random.shuffle(faults);
  return sizes.flatMap((instances) =>
    shuffled.filter((fault) => sizeOf(fault) === instances).map((fault) => ({ instances, fault })),
  );
};
