import { adminApi } from '@strapi/strapi/admin';
import type { Failure, Tags } from './unsaved-work/failure';

/** What a mutation of the edit view is asked. */
export interface Save extends Record<string, unknown> {
  model: string;
  /** Missing for a new entry. */
  documentId?: string;
}

export interface Running {
  dispatch: (action: unknown) => unknown;
  /** Rejected when the mutation fails. */
  queryFulfilled: Promise<{ data?: { data?: object } }>;
}

/** The parts of an endpoint of Strapi's store that are changed here. */
export interface Endpoint {
  invalidatesTags?: Tags;
  transformErrorResponse?: (failure: Failure) => Failure;
  onQueryStarted?: (save: Save, running: Running) => Promise<void> | void;
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
