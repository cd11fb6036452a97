/** A parameter is repeated, empty or not a plain string (a 400). */
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
 * @throws ParameterProblem
 */
export const readParameters = <Name extends string>(
  querystring: string,
  names: readonly Name[],
): Partial<Record<Name, string>> => {
  const found: Partial<Record<Name, string>> = {};
  for (const [key, value] of new URLSearchParams(querystring)) {
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
