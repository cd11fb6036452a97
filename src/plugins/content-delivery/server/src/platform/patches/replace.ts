import { refusal } from '../refusal';

export type Callable = (...args: never[]) => unknown;

/** How a function was when the code that relies on it was written. */
export interface Expected {
  /** A package and its version. */
  readAt: string;
  /** How many parameters it names. */
  parameters?: number;
}

/** @throws when there is no such function any more, or it takes other parameters: what rests on it would be passed by */
export const expectFunction = (owner: object, name: string, { readAt, parameters }: Expected): void => {
  const found = unwrapped(owner[name as keyof typeof owner]);
  if (typeof found === 'function' && found.length === (parameters ?? found.length)) return;
  throw otherVersion(`The function ${name}`, readAt);
};

/** Tracing tools (OpenTelemetry, by shimmer) put functions of their own, without parameters, around others, and name what they had. */
const unwrapped = (found: unknown): unknown => {
  const inner = typeof found === 'function' && '__original' in found ? found.__original : undefined;
  return typeof inner === 'function' ? unwrapped(inner) : found;
};

/** The refusal of a server whose packages are others than this plugin was written for. */
export const otherVersion = (what: string, readAt: string): Error =>
  refusal(
    `${what} is missing or not what it is in ${readAt}, for which this server is made: install what package-lock.json names, with npm ci.`,
  );

/** What an object had before any server of this process changed it; the object outlives the plugin's own modules. */
const BEFORE = Symbol.for('content-delivery.before');

/**
 * Replaces a function of someone else's.
 * @param by is given the function as it was
 */
export const replaceFunction = <Owner extends object, Name extends keyof Owner & string>(
  owner: Owner,
  name: Name,
  expected: Expected,
  by: (original: Owner[Name] & Callable) => Owner[Name],
): void => {
  expectFunction(owner, name, expected);
  owner[name] = by((owner[name] as Callable).bind(owner) as Owner[Name] & Callable);
};

/** The same for what all servers of one process share: each puts its own in place of the first function, not of another's. */
export const replaceShared: typeof replaceFunction = (owner, name, expected, by) => {
  const shared: typeof owner & { [BEFORE]?: Record<string, (typeof owner)[typeof name]> } = owner;
  const before = (shared[BEFORE] ??= {});
  owner[name] = before[name] ??= owner[name];
  replaceFunction(owner, name, expected, by);
};
