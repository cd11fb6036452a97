import { isRecord } from '../../../src/plugins/content-delivery/server/src/platform/formats';
import type { Fields } from '../../../src/plugins/content-delivery/server/src/migration/fields';
import { dateFrom } from '../../../src/plugins/content-delivery/server/src/migration/source-dates';

/** Reads the fields of an entry that may break the specification, and remembers what was wrong with it. */
export const createFields = (entry: Fields) => {
  const faults: string[] = [];
  const isMissing = (value: unknown): value is null | undefined => value === null || value === undefined;
  const wrong = (name: string, shouldBe: string): void =>
    void faults.push(`"${name}" is ${describe(entry[name])} and not ${shouldBe}.`);

  return {
    faults,

    /** An empty text for what is none. */
    text(name: string): string {
      const value = entry[name];
      if (typeof value === 'string') return value;
      wrong(name, 'a text');
      return '';
    },

    /** Null for what is empty, missing or none. */
    optionalText(name: string): string | null {
      const value = entry[name];
      if (typeof value === 'string') return value === '' ? null : value;
      if (!isMissing(value)) wrong(name, 'a text');
      return null;
    },

    /** An id may be a number where it should be a text; null for what is none. */
    id(name: string): string | null {
      const value = entry[name];
      if (typeof value === 'number') return String(value);
      return typeof value === 'string' && value !== '' ? value : null;
    },

    texts(name: string): string[] {
      const value = entry[name];
      if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value as string[];
      if (!isMissing(value)) wrong(name, 'a list of texts');
      else faults.push(`"${name}" is missing.`);
      return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
    },

    date(name: string): Date | null {
      const value = entry[name];
      const date = typeof value === 'string' ? dateFrom(value) : null;
      if (date === null) wrong(name, 'a date');
      return date;
    },

    /** For what would go live under another date than its own, as one of these is none: it comes as a draft, and is named. */
    isDatedWrong(...names: readonly string[]): boolean {
      const isUnread = (value: unknown): boolean =>
        !isMissing(value) && value !== '' && dateFrom(value) === null;
      if (!names.some((name) => isUnread(entry[name]))) return false;
      faults.push('Its date cannot be read. It is a draft here: give it a date and publish it.');
      return true;
    },

    optionalDate(name: string): Date | null {
      const value = entry[name];
      return isMissing(value) || value === '' ? null : this.date(name);
    },

    /** Numbers become texts. */
    variables(name: string): Record<string, string> {
      const value = entry[name];
      if (!isRecord(value)) {
        wrong(name, 'an object of texts');
        return {};
      }
      const kept: [string, string][] = [];
      for (const [key, text] of Object.entries(value)) {
        if (typeof text === 'string') kept.push([key, text]);
        else {
          faults.push(`The variable "${key}" is ${describe(text)} and not a text.`);
          if (typeof text === 'number' || typeof text === 'boolean') kept.push([key, String(text)]);
        }
      }
      // Not by assignment: a variable may be named as something that every object has.
      return Object.fromEntries(kept);
    },
  };
};

const describe = (value: unknown): string => {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'string' ? `"${value.slice(0, 40)}"` : `a ${typeof value}`;
};
