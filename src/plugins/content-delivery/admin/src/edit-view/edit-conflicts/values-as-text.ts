/** How much of a text is shown. */
const MAX_LENGTH = 240;

interface Picked {
  connect?: unknown[];
  disconnect?: unknown[];
  /** The whole list, in place of what there was. */
  set?: unknown[];
}

/** A form value in words, for comparing two of them; empty for nothing. */
export const valueAsText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return String(value);
  if ('name' in value && typeof value.name === 'string') return value.name;
  if (isPicked(value)) {
    const names = (entries: unknown[] | undefined, sign: string) =>
      (entries ?? []).map((entry) => `${sign} ${nameOf(entry)}`);
    return [
      ...(value.set ?? []).map(nameOf),
      ...names(value.connect, '+'),
      ...names(value.disconnect, '−'),
    ].join('\n');
  }
  return JSON.stringify(value, (name, part: unknown) => (name === '__temp_key__' ? undefined : part), 1);
};

/** Where two texts begin to differ is what matters of long ones. */
export const shortened = (text: string, other: string): string => {
  if (text.length <= MAX_LENGTH) return text;
  let same = 0;
  while (same < text.length && text[same] === other[same]) same += 1;
  const start = Math.max(0, Math.min(same - 40, text.length - MAX_LENGTH));
  const end = start + MAX_LENGTH;
  return `${start > 0 ? '… ' : ''}${text.slice(start, end)}${end < text.length ? ' …' : ''}`;
};

const isPicked = (value: object): value is Picked =>
  'connect' in value || 'disconnect' in value || 'set' in value;

const nameOf = (entry: unknown): string => {
  const { label, name, title, documentId } = entry as Record<string, unknown>;
  return String(label ?? name ?? title ?? documentId ?? '');
};
