import type { PrimaryChannel, Counted, Count } from '../../platform/processes/questions';
import type { Counter, Policy } from './counter';

interface Waiting {
  request: Counted;
  resolve(count: Count): void;
  reject(error: Error): void;
}

/** Counts in the first process, for all processes that it has started. What is counted in one tick goes there together. */
export const createPrimaryCounters = (primary: PrimaryChannel) => {
  let waiting: Waiting[] = [];

  const send = (): void => {
    const batch = waiting;
    waiting = [];
    primary
      .ask(
        'count',
        batch.map(({ request }) => request),
      )
      .then(
        (standings) =>
          batch.forEach(({ resolve, reject }, at) => {
            const standing = standings[at];
            if (standing) resolve(standing);
            else reject(new Error('The first process has not counted a request.'));
          }),
        (error: Error) => {
          for (const { reject } of batch) reject(error);
        },
      );
  };

  return {
    /** @param alone counts when the first process has gone, which this one is about to follow */
    counter:
      ({ name, quota, window }: Policy, alone: Counter): Counter =>
      (whose) =>
        new Promise<Count>((resolve, reject) => {
          if (waiting.length === 0) setImmediate(send);
          waiting.push({ request: { name, quota, window, whose }, resolve, reject });
        }).catch(() => alone(whose)),
  };
};
