import type { VersionValue } from '../../../../contracts/history';
import { inWords } from '../history/differences';

interface Picked {
  connect?: unknown[];
  disconnect?: unknown[];
  /** The whole list, in place of what there was. */
  set?: unknown[];
}

/** A form value in words, for comparing two of them; empty for nothing. */
export const valueAsText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value);
  if (isPicked(value)) {
    const names = (entries: unknown[] | undefined, sign: string) =>
      (entries ?? []).map((entry) => `${sign} ${nameOf(entry)}`);
    return [
      ...(value.set ?? []).map(nameOf),
      ...names(value.connect, '+'),
      ...names(value.disconnect, '−'),
    ].join('\n');
  }
  return inWords(withoutMarks(value) as VersionValue);
};

const isPicked = (value: object): value is Picked =>
  'connect' in value || 'disconnect' in value || 'set' in value;

/** Without what the form adds to rows of lists. */
const withoutMarks = (value: object): unknown =>
  JSON.parse(
    JSON.stringify(value, (name, part: unknown) =>
      ['__temp_key__', '__component', 'id'].includes(name) ? undefined : part,
    ),
  );

const nameOf = (entry: unknown): string => {
  const { label, name, title, documentId } = entry as Record<string, unknown>;
  return String(label ?? name ?? title ?? documentId ?? '');
};
