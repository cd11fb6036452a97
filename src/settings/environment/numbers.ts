import { textIn } from './texts';
import type { Env, Variable } from './variables';

/**
 * A number from the environment. Strapi's own `env.int` and `env.float` take "10m" for 10.
 * @returns the usual one for a variable that is not set or empty
 * @throws Error that names the variable
 */
export const numberIn = (env: Env, name: Variable, usual: number): number => {
  const text = textIn(env, name, '');
  if (text === '') return usual;
  const number = Number(text);
  if (Number.isNaN(number)) throw new Error(`${name} is "${text}"; it must be a number, without a unit.`);
  return number;
};

/** A whole number from the environment. @throws Error that names the variable and what it may be */
export const wholeNumber = (
  env: Env,
  name: Variable,
  usual: number,
  { min, max }: { min: number; max: number },
): number => {
  const text = textIn(env, name, '');
  const value = text === '' ? usual : Number(text);
  if (text === '' || (Number.isInteger(value) && value >= min && value <= max)) return value;
  throw new Error(`${name} is "${text}"; it must be a whole number from ${min} to ${max}.`);
};

/** Milliseconds of a variable in seconds. @throws Error when it is none of the numbers that it may be */
export const milliseconds = (env: Env, name: Variable, usualSeconds: number): number => {
  const seconds = numberIn(env, name, usualSeconds);
  if (!(seconds > 0 && seconds <= 86_400)) {
    throw new Error(`${name} is ${seconds}; it must be a number of seconds, more than 0 and at most 86400.`);
  }
  return seconds * 1000;
};

const BYTES_OF = { kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 };

/** Bytes of a size such as "32mb". @throws Error that names the variable: else there were no limit */
export const bytesIn = (env: Env, name: Variable, usual: string): number => {
  const text = textIn(env, name, usual);
  const [, number, unit] = /^(\d+(?:\.\d+)?)(kb|mb|gb)$/i.exec(text) ?? [];
  if (number && unit)
    return Math.floor(Number(number) * BYTES_OF[unit.toLowerCase() as keyof typeof BYTES_OF]);
  throw new Error(`${name} is "${text}"; it must be a size such as ${usual}.`);
};
