import type { Runtime } from '../../src/transport/runtime.js';

/** What the client calls its timeout in tests, so that it can be told from other waiting. */
export const TIMEOUT = 7_777;
export const NOW = Date.parse('2025-03-01T12:00:00.000Z');

/** Time that does not pass: waiting ends at once, and is written down. */
export const testRuntime = ({ isLate = false, random = 0.5 } = {}) => {
  const waits: number[] = [];
  const runtime: Runtime = {
    now: () => NOW,
    random: () => random,
    after(milliseconds, run) {
      const isTimeout = milliseconds === TIMEOUT;
      if (isTimeout && !isLate) return () => undefined;
      if (!isTimeout) waits.push(milliseconds);
      const soon = setImmediate(run);
      return () => clearImmediate(soon);
    },
  };
  return { runtime, waits };
};
