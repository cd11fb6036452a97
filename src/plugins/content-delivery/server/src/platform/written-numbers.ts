/**
 * For `JSON.parse`: a number whose digits JavaScript would change, such as `4.50` or an id of twenty digits, becomes a text
 * as it is written. All others stay numbers.
 */
export const withWrittenNumbers = (_name: string, value: unknown, context?: { source?: string }): unknown => {
  const source = typeof value === 'number' ? context?.source : undefined;
  return source === undefined || String(value) === source ? value : source;
};
