import { ROUTES, type Route } from '../answers';
import { apiPathOf } from '../../platform/canonical-path';

/** An address of the four routes. */
export interface ParsedUrl {
  path: string;
  route: Route;
  querystring: string;
}

/** @returns null for every other address, and for one without parameters */
export const parseUrl = (address: string): ParsedUrl | null => {
  const mark = address.indexOf('?');
  if (mark === -1) return null;
  const written = address.slice(0, mark);
  const path = ROUTES.has(written) ? written : apiPathOf(written);
  const route = ROUTES.get(path);
  return route ? { path, route, querystring: address.slice(mark + 1) } : null;
};
