import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { ParameterProblem, readParameters, refuseEmpty } from '../../platform/parameters';
import { apiKeyOf } from './api-key';
import { parseDeliveryQuery, type DeliveryQuery, type Route } from '../answers';

/** Beside the slug of an entry: its token opens the draft. */
const PREVIEW_PARAMETER = 'preview';

/** The API key of a request. */
export interface RequestKey {
  /** As it is stored. */
  hash: string;
  /** One address then answers for many websites. */
  isInHeader: boolean;
}

/** What the query string of a request says, and its headers of the key. */
export interface RequestQuery {
  /** Null without one. @throws ParameterProblem */
  key(): RequestKey | null;
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

  const parse = (headers: IncomingHttpHeaders, querystring: string): RequestQuery => {
    const given = new URLSearchParams(querystring);
    let key: RequestKey | null | undefined;
    return {
      key() {
        if (key === undefined) {
          const { apiKey } = readParameters(given, ['apiKey']);
          const found = apiKeyOf(apiKey, headers);
          key = found && { hash: hash(found.key), isInHeader: found.isInHeader };
        }
        return key;
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
    const query = parse(request.headers, querystring);
    parsed.set(request, { querystring, query });
    return query;
  };
};

export type RequestQueries = ReturnType<typeof createRequestQueries>;
