import { DELIVERY_PATHS } from '../../../../contracts/delivery';
import {
  DELIVERY_PARAMETERS,
  type ParameterDeclaration,
  type ParametersOf,
} from '../../../../contracts/delivery-parameters';
import { ParameterProblem, readParameters, refuseEmpty } from '../../platform/parameters';

export type Route = keyof typeof DELIVERY_PARAMETERS;

/** What is asked for: a route with its declared parameters (specification 4, redirects, and more on request). */
export type DeliveryQuery = { [R in Route]: { route: R } & ParametersOf<R> }[Route];

/** What is asked of the routes that answer a list, or one of its entries. */
export type EntriesQuery = Extract<DeliveryQuery, { route: 'blog' | 'pseo-pages' }>;

/** The route at each address, of those whose answers are kept. */
export const ROUTES: ReadonlyMap<string, Route> = new Map([
  [DELIVERY_PATHS.blog, 'blog'],
  [DELIVERY_PATHS.internalLinks, 'internal-links'],
  [DELIVERY_PATHS.pseoPages, 'pseo-pages'],
  [DELIVERY_PATHS.taxonomies, 'taxonomies'],
  [DELIVERY_PATHS.website, 'website'],
  [DELIVERY_PATHS.redirects, 'redirects'],
]);

type Value = string | number | readonly string[];
type Values = Record<string, Value>;

/** The declared parameters of a route in one order, by which equal questions have equal cache keys. */
const DECLARED = Object.fromEntries(
  Object.entries(DELIVERY_PARAMETERS).map(([route, declared]) => [
    route,
    Object.entries(declared as Record<string, ParameterDeclaration>).sort(([a], [b]) => (a < b ? -1 : 1)),
  ]),
) as Record<Route, [name: string, ParameterDeclaration][]>;
const NAMES = Object.fromEntries(
  Object.entries(DECLARED).map(([route, declared]) => [route, declared.map(([name]) => name)]),
) as Record<Route, string[]>;

/** @throws ParameterProblem for a parameter that is repeated, empty, or has no value that it can have */
export const parseDeliveryQuery = (route: Route, given: string | URLSearchParams): DeliveryQuery => {
  const texts = readParameters(given, NAMES[route]);
  const isOne = texts['slug'] !== undefined;
  const values: Values = {};
  for (const [name, declared] of DECLARED[route]) {
    const text = texts[name];
    if (text === undefined || (text === '' && declared.mayBeEmpty)) continue;
    const value = valueOf(name, declared, text);
    if (!isOne) values[name] = value;
    else if (!declared.ofLists) {
      const own = Array.isArray(value) ? value.filter((item) => !declared.implied?.includes(item)) : value;
      if (!Array.isArray(own) || own.length > 0) values[name] = own;
    }
  }
  if ('cursor' in values && !('limit' in values)) {
    throw new ParameterProblem('cursor', 'is given without "limit"');
  }
  return { route, ...values } as DeliveryQuery;
};

const valueOf = (name: string, { schema }: ParameterDeclaration, text: string): Value => {
  switch (schema.type) {
    case 'string':
      refuseEmpty({ [name]: text });
      return text;
    case 'integer': {
      const { minimum, maximum } = schema;
      const number = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
      if (number >= minimum && number <= maximum) return number;
      throw new ParameterProblem(name, `takes a whole number from ${minimum} to ${maximum}`);
    }
    case 'array': {
      const known = schema.items.enum;
      const wanted = new Set(text.split(','));
      for (const one of wanted) {
        if (!known.includes(one)) {
          throw new ParameterProblem(name, `takes some of ${known.join(', ')}, separated by commas`);
        }
      }
      return known.filter((one) => wanted.has(one));
    }
  }
};

/** The values of the declared parameters as they can be sent, in one order; null for what was not given. */
export const parametersOf = (query: DeliveryQuery): (string | null)[] => {
  const given: Partial<Values> = query;
  return NAMES[query.route].map((name) => {
    const value = given[name];
    return value === undefined ? null : typeof value === 'object' ? value.join(',') : String(value);
  });
};

/** The query string that asks the same of the next part of a list. */
export const nextPartOf = (query: DeliveryQuery, cursor: string): string => {
  const values = parametersOf({ ...query, cursor } as DeliveryQuery);
  const given = new URLSearchParams();
  NAMES[query.route].forEach((name, at) => {
    const value = values[at];
    if (typeof value === 'string') given.set(name, value);
  });
  return given.toString();
};
