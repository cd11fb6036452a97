/**
 * Does something for each item, some at a time, and gives the results in the order of the items. It does not run
 * further ahead than their consumer.
 */
export async function* inOrder<Item, Result>(
  items: Iterable<Item>,
  concurrency: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  for (const item of items) {
    const one = work(item);
    // Its failure is met when its turn comes.
    one.catch(() => undefined);
    running.push(one);
    if (running.length < concurrency) continue;
    const next = running.shift();
    if (next) yield await next;
  }
  for (const one of running) yield await one;
}
