/** One line of a scrape; the name is that of its family where none is given. */
export interface Sample {
  metricName?: string;
  labels: Record<string, string | number>;
  value: number;
}

/** Seconds. A cached response takes a fraction of the first; few, as each website has them for each route. */
export const BOUNDS = [0.0005, 0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10];

/**
 * Counts durations by size: an addition to plain numbers for each, so that it fits where every microsecond counts.
 * @param bounds seconds, ascending; what takes longer than the last is counted as well
 */
export const createHistogram = (bounds: readonly number[]) => {
  const counts = new Float64Array(bounds.length + 1);
  let sum = 0;

  return {
    observe(milliseconds: number): void {
      const seconds = milliseconds / 1000;
      let bucket = 0;
      while (seconds > (bounds[bucket] ?? Infinity)) bucket += 1;
      counts[bucket] = (counts[bucket] ?? 0) + 1;
      sum += seconds;
    },

    /** In Prometheus' form: each bucket has all that is below its bound. */
    samples(name: string, labels: Sample['labels'] = {}): Sample[] {
      let total = 0;
      const buckets = [...bounds, Infinity].map((bound, index): Sample => {
        total += counts[index] ?? 0;
        const le = bound === Infinity ? '+Inf' : bound;
        return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: total };
      });
      return [
        ...buckets,
        { metricName: `${name}_sum`, labels, value: sum },
        { metricName: `${name}_count`, labels, value: total },
      ];
    },
  };
};
