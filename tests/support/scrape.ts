/** A line of a scrape. */
export interface ScrapedSample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

const LINE = /^([a-z_:][\w:]*)(?:\{(.*)\})? (\S+)$/i;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** Reads Prometheus' text format. @throws Error for a line that is none of it */
export const parseScrape = (text: string): ScrapedSample[] =>
  text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name, labels = '', value] = LINE.exec(line) ?? [];
      if (name === undefined) throw new Error(`This is no sample: ${line}`);
      return {
        name,
        labels: Object.fromEntries([...labels.matchAll(LABEL)].map(([, label, text]) => [label, text])),
        value: value === '+Inf' ? Infinity : Number(value),
      };
    });

/** The sum of the samples of this name that have these labels. */
export const sumOf = (samples: ScrapedSample[], name: string, labels: Record<string, string> = {}): number =>
  samples
    .filter((sample) => sample.name === name)
    .filter((sample) => Object.entries(labels).every(([label, text]) => sample.labels[label] === text))
    .reduce((sum, { value }) => sum + value, 0);
