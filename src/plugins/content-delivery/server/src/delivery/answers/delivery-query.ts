import { DELIVERY_PATHS } from '../../../../contracts/delivery';
import { readParameters, refuseEmpty } from '../../platform/parameters';

/** What is asked for: a route with its declared parameters (specification 4, and redirects). */
export type DeliveryQuery =
  | { route: 'blog'; slug?: string }
  | { route: 'internal-links' }
  | { route: 'pseo-pages'; slug?: string; campaignId?: string }
  | { route: 'taxonomies' }
  | { route: 'redirects' };

export type Route = DeliveryQuery['route'];

/** The parameters of each route beside the key; all others are ignored. */
export const PARAMETERS = {
  blog: ['slug'],
  'internal-links': [],
  'pseo-pages': ['slug', 'campaignId'],
  taxonomies: [],
  redirects: [],
} as const satisfies Record<Route, readonly ('slug' | 'campaignId')[]>;

/** The route at each address, of those whose answers are kept. */
export const ROUTES: ReadonlyMap<string, Route> = new Map([
  [DELIVERY_PATHS.blog, 'blog'],
  [DELIVERY_PATHS.internalLinks, 'internal-links'],
  [DELIVERY_PATHS.pseoPages, 'pseo-pages'],
  [DELIVERY_PATHS.taxonomies, 'taxonomies'],
  [DELIVERY_PATHS.redirects, 'redirects'],
]);

/** @throws ParameterProblem for a parameter that is repeated, empty or not a string */
export const parseDeliveryQuery = (route: Route, given: string | URLSearchParams): DeliveryQuery =>
  ({ route, ...refuseEmpty(readParameters(given, PARAMETERS[route])) }) as DeliveryQuery;

/** The values of the declared parameters, in their order; null for what was not given. */
export const parametersOf = (query: DeliveryQuery): (string | null)[] => {
  const given: Partial<Record<string, string>> = query;
  return PARAMETERS[query.route].map((name) => given[name] ?? null);
};
