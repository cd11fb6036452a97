/** Reads once for all pages of a build; again where that has failed, as the server that makes previews goes on. */
export const once = <Given extends unknown[], Value>(
  read: (...given: Given) => Promise<Value>,
): ((...given: Given) => Promise<Value>) => {
  let reading: Promise<Value> | undefined;
  return (...given) =>
    (reading ??= read(...given).catch((error: unknown) => {
      reading = undefined;
      throw error;
    }));
};
