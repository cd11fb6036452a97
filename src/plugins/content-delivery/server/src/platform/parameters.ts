import { errors } from '@strapi/utils';

/** A parameter that cannot be used as it was given (a 400). */
export class ParameterProblem extends Error {
  constructor(
    readonly parameter: string,
    problem: string,
  ) {
    super(`The parameter "${parameter}" ${problem}.`);
  }
}

/**
 * Reads declared parameters from a query string; everything else in it is ignored.
 *
 * Strapi's own parser turns `slug[]=a`, `slug[x]=a` and `slug=a&slug=b` into lists and objects, and drops
 * some spellings altogether. Here each of these is an error, whatever its spelling.
 *
 * @param given a query string, or one that is parsed already
 * @throws ParameterProblem
 */
export const readParameters = <Name extends string>(
  given: string | URLSearchParams,
  names: readonly Name[],
): Partial<Record<Name, string>> => {
  const found: Partial<Record<Name, string>> = {};
  for (const [key, value] of typeof given === 'string' ? new URLSearchParams(given) : given) {
    const bracket = key.indexOf('[');
    const base = bracket === -1 ? key : key.slice(0, bracket);
    const name = names.find((declared) => declared === base);
    if (name === undefined) continue;
    if (bracket !== -1) throw new ParameterProblem(name, 'takes one plain value, not a list or an object');
    if (found[name] !== undefined) throw new ParameterProblem(name, 'is given more than once');
    found[name] = value;
  }
  return found;
};

/** @throws ParameterProblem when a parameter is there without a value */
export const refuseEmpty = <Name extends string>(
  parameters: Partial<Record<Name, string>>,
): Partial<Record<Name, string>> => {
  for (const [name, value] of Object.entries(parameters)) {
    if (value === '') throw new ParameterProblem(name, 'is empty; leave it out or give it a value');
  }
  return parameters;
};

/** Lets Strapi answer a parameter that is wrong with a 400. @throws ValidationError */
export const withValidationError = <Result>(read: () => Result): Result => {
  try {
    return read();
  } catch (error) {
    throw error instanceof ParameterProblem ? new errors.ValidationError(error.message) : error;
  }
};
