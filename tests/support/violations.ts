/** What an editor reads about a refused write. */
export interface Violation {
  name: string;
  message: string;
  /** The field that the admin panel shows it at; null for an error without one. */
  path: string | null;
}

interface StrapiError extends Error {
  details?: { errors?: { path: string[]; message: string; name: string }[] };
}

export const asViolation = (error: unknown): Violation => {
  const { name, message, details } = error as StrapiError;
  const first = details?.errors?.[0];
  return { name, message, path: first ? first.path.join('.') : null };
};

/** Waits for a write that must be refused. @throws when it was not */
export const violationOf = async (write: Promise<unknown>): Promise<Violation> => {
  let result: unknown;
  try {
    result = await write;
  } catch (error) {
    return asViolation(error);
  }
  throw new Error(`The write was not refused: ${JSON.stringify(result)}`);
};

/** Expects a write to be refused with an error that the admin panel shows at the field. */
export const expectRefusedAt = async (path: string, write: Promise<unknown>): Promise<Violation> => {
  const violation = await violationOf(write);
  expect(violation).toMatchObject({ name: 'ValidationError', path });
  return violation;
};

/** Runs writes side by side and sorts their outcomes. */
export const race = async <T>(
  writes: readonly (() => Promise<T>)[],
): Promise<{ done: T[]; refused: Violation[] }> => {
  const outcomes = await Promise.allSettled(writes.map((write) => write()));
  const done: T[] = [];
  const refused: Violation[] = [];
  for (const outcome of outcomes) {
    if (outcome.status === 'fulfilled') done.push(outcome.value);
    else refused.push(asViolation(outcome.reason));
  }
  return { done, refused };
};

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
