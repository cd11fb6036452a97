import type { ScrapedSample } from './scrape';

/** What a query asks for: `name{label="value",other=~"a|b"}`. */
export interface MetricSelector {
  text: string;
  name: string;
  matchers: { label: string; operator: string; value: string }[];
}

const SELECTOR = /\b((?:content_delivery|nodejs|process)_\w+)(?:\{([^}]*)\})?/g;
const MATCHER = /(\w+)(=~|!~|!=|=)"([^"]*)"/g;

/** All that the queries of a text ask for, but what Prometheus says itself (`up`). */
export const selectorsIn = (queries: string): MetricSelector[] =>
  Array.from(queries.matchAll(SELECTOR), ([text, name = '', matchers = '']) => ({
    text,
    name,
    matchers: Array.from(matchers.matchAll(MATCHER), ([, label = '', operator = '', value = '']) => ({
      label,
      operator,
      value,
    })),
  }));

/** As Prometheus matches, to which a label that is missing is empty. */
export const isSelected = (
  { name, labels }: ScrapedSample,
  selector: Pick<MetricSelector, 'name' | 'matchers'>,
): boolean =>
  name === selector.name &&
  selector.matchers.every(({ label, operator, value }) => {
    const present = labels[label] ?? '';
    const isEqual = operator.includes('~') ? new RegExp(`^(?:${value})$`).test(present) : present === value;
    return operator.startsWith('!') ? !isEqual : isEqual;
  });
