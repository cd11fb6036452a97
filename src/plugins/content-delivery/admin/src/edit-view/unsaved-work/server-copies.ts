import type { KeptForm, RefusalReason, UnsavedForm, UnsavedWork } from '../../../../contracts/unsaved-work';

/** The parts of Strapi's fetch client that are used. */
export interface FetchClient {
  get<Data>(url: string, options?: { params?: object }): Promise<{ data: Data }>;
  put(url: string, data: object): Promise<unknown>;
  del(url: string): Promise<unknown>;
}

/** The server's copies of the signed-in user's work on one entry, or on new entries of a type. */
export const createServerCopies = ({ get, put, del }: FetchClient, model: string, entry: string | null) => {
  const url = `/content-delivery/unsaved-work/${model}`;
  return {
    /** @returns an empty list also for who may not read such entries: nothing is kept for them. @throws what hinders it */
    async find(): Promise<UnsavedWork[]> {
      const params = entry ? { entry } : {};
      const forms = await orNone(get<{ data: KeptForm[] }>(url, { params }));
      const found: UnsavedWork[] = [];
      // One after the other: each may be megabytes.
      for (const { form } of forms?.data.data ?? []) {
        // It may be gone by now.
        const one = await orNone(get<{ data: UnsavedWork }>(`${url}/${form}`));
        if (one) found.push(one.data.data);
      }
      return found;
    },
    keep: (form: string, work: UnsavedForm): Promise<unknown> => put(`${url}/${form}`, work),
    drop: (form: string): Promise<unknown> => del(`${url}/${form}`),
  };
};

const NONE = [403, 404];

const orNone = <Answer>(answer: Promise<Answer>): Promise<Answer | null> =>
  answer.catch((error: unknown) => {
    if (NONE.includes(readError(error).status ?? 0)) return null;
    throw error;
  });

const TOO_LARGE = 413;

/** Why the server does not keep a form; null where it could not be reached, or failed, and may keep it later. */
export const refusalOf = (error: unknown): RefusalReason | null => {
  const { status, details } = readError(error);
  if (status !== TOO_LARGE) return null;
  return details?.reason === 'full' ? 'full' : 'too large';
};

interface ServerError {
  status?: number;
  details?: { reason?: unknown } | null;
}

const readError = (error: unknown): ServerError => {
  const { status, response } = (error ?? {}) as {
    status?: number;
    response?: { data?: { error?: ServerError } };
  };
  return { ...(status === undefined ? {} : { status }), ...response?.data?.error };
};

export type ServerCopies = ReturnType<typeof createServerCopies>;
