/** Reads once for all pages of a build. */
export const once = <Given extends unknown[], Value>(
  read: (...given: Given) => Promise<Value>,
): ((...given: Given) => Promise<Value>) => {
  let reading: Promise<Value> | undefined;
  return (...given) => (reading ??= read(...given));
};
