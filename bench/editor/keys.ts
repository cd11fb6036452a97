import type { Page } from 'playwright-core';

/** How long keys take from being pressed to the frame that shows them, in milliseconds. */
export interface KeyTimes {
  median: number;
  p95: number;
  /** The longest that the page did not answer at all; 0 for less than 50. */
  longestTask: number;
}

const BEGIN = `(() => {
  const times = (globalThis.keyTimes = []);
  globalThis.longTasks = [];
  globalThis.taskObserver = new PerformanceObserver((list) => longTasks.push(...list.getEntries().map((one) => one.duration)));
  taskObserver.observe({ entryTypes: ['longtask'] });
  globalThis.onKey = ({ timeStamp }) => {
    // After the frame with the letter.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => times.push(performance.now() - timeStamp);
      port2.postMessage(null);
    });
  };
  addEventListener('keydown', onKey, { capture: true });
})()`;

const END = `(() => {
  removeEventListener('keydown', onKey, { capture: true });
  taskObserver.disconnect();
  return { times: keyTimes, tasks: longTasks };
})()`;

export const keyTimes = (page: Page) => ({
  begin: () => page.evaluate(BEGIN),
  async end(): Promise<KeyTimes> {
    const { times, tasks } = await page.evaluate<{ times: number[]; tasks: number[] }>(END);
    const sorted = [...times].sort((one, other) => one - other);
    const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? NaN;
    return { median: at(0.5), p95: at(0.95), longestTask: Math.max(0, ...tasks) };
  },
});
