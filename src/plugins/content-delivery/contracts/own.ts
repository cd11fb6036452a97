/**
 * Looks a name from outside up in a table. `record[name]` would find what every object inherits, such as `constructor`.
 * @returns undefined where the table does not have it itself
 */
export const ownOf = <Value>(
  record: Readonly<Record<string, Value>>,
  name: string,
): Exclude<Value, undefined> | undefined =>
  Object.hasOwn(record, name) ? (record[name] as Exclude<Value, undefined>) : undefined;
