import type { UnsavedForm, UnsavedWork } from '../../../../contracts/unsaved-work';

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
    find: async (): Promise<UnsavedWork[]> =>
      (await get<{ data: UnsavedWork[] }>(url, { params: entry ? { entry } : {} })).data.data,
    keep: (form: string, work: UnsavedForm): Promise<unknown> => put(`${url}/${form}`, work),
    drop: (form: string): Promise<unknown> => del(`${url}/${form}`),
  };
};

export type ServerCopies = ReturnType<typeof createServerCopies>;
