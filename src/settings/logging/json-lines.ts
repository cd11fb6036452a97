import { winston } from '@strapi/logger';

/** What libraries hang on their errors may be anything: statements with their values, whole requests. */
const toFields = (info: object): Record<string, unknown> => {
  if (!(info instanceof Error)) return info as Record<string, unknown>;
  const { level, code } = info as { level?: unknown; code?: unknown };
  return {
    level,
    message: info.message,
    name: info.name,
    ...(code === undefined ? {} : { code }),
    stack: info.stack,
  };
};

/** JSON has no place for some values; a line of the log must not fail for one of them. */
const toText = (fields: object): string => {
  const seen = new WeakSet();
  return JSON.stringify(fields, (_key, value: unknown) => {
    if (typeof value === 'bigint') return String(value);
    if (value instanceof Error) return value.stack ?? value.message;
    if (typeof value !== 'object' || value === null) return value;
    if (seen.has(value)) return '[seen above]';
    seen.add(value);
    return value;
  });
};

// Colours and the like mean nothing in a field.
// eslint-disable-next-line no-control-regex
const ESCAPES = /\u001b\[[0-9;]*[A-Za-z]/g;

/** One JSON object for each line: `time`, `level`, `message`, and whatever else the line has. */
export const jsonLines = () =>
  winston.format.printf((info) => {
    const { level, message, ...fields } = toFields(info);
    const time = new Date().toISOString();
    const text = message instanceof Error ? (message.stack ?? message.message) : message;
    return toText({
      time,
      level,
      message: typeof text === 'string' ? text.replace(ESCAPES, '') : text,
      ...fields,
    });
  });
