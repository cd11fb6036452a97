/** What came back from a delivery route, as a browser saw it. */
export interface RouteAnswer {
  status: number;
  statusText: string;
  /** Milliseconds until the last byte had come. */
  time: number;
  /** Bytes of the body, and on the way, compressed; null where the browser does not say. */
  size: number;
  transferred: number | null;
  headers: [name: string, value: string][];
  body: string;
}

/**
 * Calls a route as a front end does: without cookies, and without the browser's own cache.
 * @throws a TypeError when there is no answer at all
 */
export const callRoute = async (address: string, signal: AbortSignal): Promise<RouteAnswer> => {
  const start = performance.now();
  const response = await fetch(address, { credentials: 'omit', cache: 'no-store', signal });
  const bytes = await response.arrayBuffer();
  const time = performance.now() - start;
  const [timing] = performance.getEntriesByName(new URL(address, location.href).href).slice(-1);
  const transferred = (timing as PerformanceResourceTiming | undefined)?.encodedBodySize;
  return {
    status: response.status,
    statusText: response.statusText,
    time,
    size: bytes.byteLength,
    transferred: transferred || null,
    headers: [...response.headers].sort(([a], [b]) => (a < b ? -1 : 1)),
    body: new TextDecoder().decode(bytes),
  };
};
