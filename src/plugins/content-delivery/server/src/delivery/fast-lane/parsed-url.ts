import { parseDeliveryQuery, ROUTES, type DeliveryQuery } from '../answers';
import { apiPathOf } from '../../platform/canonical-path';
import { readApiKey } from '../authentication/strategy';

/** What an address of the four routes asks for, and with which key. */
export interface ParsedUrl {
  path: string;
  question: DeliveryQuery;
  apiKey: string;
}

/** @returns null for every other address, and for one that has something wrong with it */
export const parseUrl = (address: string): ParsedUrl | null => {
  const mark = address.indexOf('?');
  if (mark === -1) return null;
  const written = address.slice(0, mark);
  const path = ROUTES.has(written) ? written : apiPathOf(written);
  const route = ROUTES.get(path);
  if (!route) return null;
  const querystring = address.slice(mark + 1);
  try {
    const apiKey = readApiKey(querystring);
    return apiKey ? { path, question: parseDeliveryQuery(route, querystring), apiKey } : null;
  } catch {
    return null;
  }
};
