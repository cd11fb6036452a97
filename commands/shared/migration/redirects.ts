import type { Redirect } from '../../../client/src/contract';
import { isRecord } from '../../../src/plugins/content-delivery/server/src/platform/formats';

/** What of a list is a redirect. */
export const redirectsIn = (list: readonly unknown[]): Redirect[] =>
  list.flatMap((one): Redirect[] => {
    if (!isRecord(one)) return [];
    const { type, from, to } = one;
    const isKnown = type === 'post' || type === 'pseo-page';
    return isKnown && typeof from === 'string' && typeof to === 'string' ? [{ type, from, to }] : [];
  });
