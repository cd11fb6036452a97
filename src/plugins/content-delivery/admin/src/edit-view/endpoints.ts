import { adminApi } from '@strapi/strapi/admin';
import type { Failure, Tags } from './unsaved-work/failure';

/** What a mutation of the edit view is asked. */
export interface Save extends Record<string, unknown> {
  model: string;
  /** Missing for a new entry. */
  documentId?: string;
}

export interface Running {
  requestId: string;
  dispatch: (action: unknown) => unknown;
  /** Rejected when the mutation fails. */
  queryFulfilled: Promise<{ data?: { data?: object } }>;
}

/** The parts of an endpoint of Strapi's store that are changed here. */
export interface Endpoint {
  /** The request that it makes. */
  query?: (save: Save) => unknown;
  invalidatesTags?: Tags;
  transformErrorResponse?: (failure: Failure) => Failure;
  onQueryStarted?: (save: Save, running: Running) => Promise<void> | void;
  /** Brings what the store has of an entry up to what a query has answered now. */
  merge?: (known: Read, answer: Read, more: { arg: ReadArguments }) => void;
}

/** What a query for one entry answers. */
export interface Read extends Record<string, unknown> {
  data?: object;
}

export interface ReadArguments {
  model: string;
  documentId?: string;
  params?: { status?: string };
}

/** Changes endpoints of Strapi's store that save entries; each change keeps what earlier ones have done. */
export const changeEndpoints = (
  names: readonly string[],
  change: (endpoint: Endpoint) => Partial<Endpoint>,
): void => {
  adminApi.enhanceEndpoints({
    endpoints: Object.fromEntries(
      names.map((name) => [
        name,
        (endpoint: Endpoint | undefined) => {
          if (endpoint) Object.assign(endpoint, change(endpoint));
        },
      ]),
    ),
  } as Parameters<typeof adminApi.enhanceEndpoints>[0]);
};

/**
 * Calls `start` when one of these requests is sent: once, though Strapi's store has the same middleware twice, once more
 * for its i18n plugin, and starts each request as often.
 */
export const whenSent = (names: readonly string[], start: (save: Save, running: Running) => void): void => {
  const underWay = new Set<string>();
  changeEndpoints(names, ({ onQueryStarted }) => ({
    onQueryStarted: async (save, running) => {
      const { requestId, queryFulfilled } = running;
      if (!underWay.has(requestId)) {
        underWay.add(requestId);
        const end = () => underWay.delete(requestId);
        queryFulfilled.then(end, end);
        start(save, running);
      }
      await onQueryStarted?.(save, running);
    },
  }));
};
