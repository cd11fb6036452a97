import type { IncomingMessage } from 'node:http';
import { ParameterProblem, readParameters, refuseEmpty } from '../../platform/parameters';
import { parseDeliveryQuery, type DeliveryQuery, type Route } from '../answers';

/** Beside the slug of an entry: its token opens the draft. */
const PREVIEW_PARAMETER = 'preview';

/** What the query string of a request says. */
export interface RequestQuery {
  /** The hash of its API key; null without one. @throws ParameterProblem */
  keyHash(): string | null;
  /** @throws ParameterProblem */
  deliveryQuery(route: Route): DeliveryQuery;
  /**
   * The preview token that comes with a query for one entry; null without one, as where it is empty. It is no part of
   * the query, so that it gets into no cache key.
   * @throws ParameterProblem
   */
  previewToken(query: DeliveryQuery): string | null;
  /** After which change to begin; null for the present. @throws ParameterProblem */
  since(): string | null;
  /** False only where it cannot be a preview. */
  mayBePreview(): boolean;
}

/**
 * The query of a request, parsed and its key hashed once, whichever lane asks first.
 * @param hash of an API key, as it is stored
 */
export const createRequestQueries = (hash: (apiKey: string) => string) => {
  const parsed = new WeakMap<IncomingMessage, { querystring: string; query: RequestQuery }>();

  const parse = (querystring: string): RequestQuery => {
    const given = new URLSearchParams(querystring);
    let keyHash: string | null | undefined;
    return {
      keyHash() {
        if (keyHash === undefined) {
          const { apiKey } = readParameters(given, ['apiKey']);
          keyHash = apiKey ? hash(apiKey) : null;
        }
        return keyHash;
      },
      deliveryQuery: (route) => parseDeliveryQuery(route, given),
      previewToken(query) {
        if (query.route !== 'blog' && query.route !== 'pseo-pages') return null;
        const { preview } = readParameters(given, [PREVIEW_PARAMETER]);
        if (!preview) return null;
        if (query.slug !== undefined) return preview;
        throw new ParameterProblem(PREVIEW_PARAMETER, 'shows one entry; send its slug with it');
      },
      since: () => refuseEmpty(readParameters(given, ['since'])).since ?? null,
      mayBePreview() {
        const [first, second] = [...given].filter(([name]) => /^preview(\[|$)/.test(name));
        const isEmpty = first?.[0] === PREVIEW_PARAMETER && first[1] === '' && second === undefined;
        return first !== undefined && !isEmpty;
      },
    };
  };

  /** @param querystring without the question mark */
  return (request: IncomingMessage, querystring: string): RequestQuery => {
    const known = parsed.get(request);
    if (known?.querystring === querystring) return known.query;
    const query = parse(querystring);
    parsed.set(request, { querystring, query });
    return query;
  };
};

export type RequestQueries = ReturnType<typeof createRequestQueries>;
