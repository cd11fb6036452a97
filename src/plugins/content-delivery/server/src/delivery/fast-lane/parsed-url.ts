import { ROUTES, type Route } from '../answers';
import { apiPathOf } from '../../platform/canonical-path';

/** An address of the delivery routes. */
export interface ParsedUrl {
  path: string;
  route: Route;
  querystring: string;
}

/** @returns null for every other address */
export const parseUrl = (address: string): ParsedUrl | null => {
  const mark = address.indexOf('?');
  const end = mark === -1 ? address.length : mark;
  const written = address.slice(0, end);
  const path = ROUTES.has(written) ? written : apiPathOf(written);
  const route = ROUTES.get(path);
  return route ? { path, route, querystring: address.slice(end + 1) } : null;
};
