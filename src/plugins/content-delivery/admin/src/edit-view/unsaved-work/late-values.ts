/** What was typed into a field and is not in the form yet. */
export interface LateValue {
  field: string;
  /** What the form has of it. */
  from: unknown;
  to: unknown;
}

const inputs = new Set<() => LateValue | null>();
const listeners = new Set<() => void>();

/** For inputs that give the form what is typed at a pause. @returns ends it */
export const holdBack = (late: () => LateValue | null): (() => void) => {
  inputs.add(late);
  return () => inputs.delete(late);
};

/** Something was typed that the form does not have. */
export const announceLate = (): void => listeners.forEach((listener) => listener());

/** @returns ends the listening */
export const listenToLate = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The values of a form with what is typed by now. */
export const withLateValues = <Values extends Record<string, unknown>>(values: Values): Values => {
  const late = [...inputs]
    .map((read) => read())
    .filter((one): one is LateValue => one !== null)
    // Another form that is open beside it may have a field of that name.
    .filter(({ field, from }) => field in values && (values[field] ?? null) === (from ?? null));
  return late.length === 0
    ? values
    : { ...values, ...Object.fromEntries(late.map(({ field, to }) => [field, to])) };
};
