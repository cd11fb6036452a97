import { adminApi } from '@strapi/strapi/admin';
import type { WebsiteName } from '../../../contracts/website-switch';
import { PLUGIN_ID } from '../shared/plugin-id';
import { showWebsite } from '../shared/shown-website';
import { WEBSITE } from '../shared/uids';

const LISTS = [{ type: 'Document' as const, id: 'ALL_LIST' }, 'Relations' as const];

/** In the store of Strapi's content manager: lists on the screen are read again when the website changes. */
const api = adminApi.enhanceEndpoints({ addTagTypes: ['Document', 'Relations'] }).injectEndpoints({
  endpoints: (builder) => ({
    getWebsiteNames: builder.query<WebsiteName[], void>({
      query: () => `/${PLUGIN_ID}/website-names`,
      transformResponse: ({ data }: { data: WebsiteName[] }) => data,
      providesTags: [{ type: 'Document', id: `${WEBSITE}_LIST` }],
    }),
    switchWebsite: builder.mutation<null, WebsiteName | null>({
      queryFn: (website) => {
        showWebsite(website);
        return { data: null };
      },
      invalidatesTags: LISTS,
    }),
  }),
});

export const { useGetWebsiteNamesQuery, useSwitchWebsiteMutation } = api;

interface Endpoint {
  providesTags?: unknown;
}

/** Strapi keeps what pickers have found for a minute; with this, until the website changes or an entry is saved. */
export const forgetPicksOfOthers = (): void => {
  adminApi.enhanceEndpoints({
    endpoints: {
      searchRelations: (endpoint: Endpoint | undefined) => {
        if (endpoint) endpoint.providesTags = ['Relations'];
      },
    },
  } as unknown as Parameters<typeof adminApi.enhanceEndpoints>[0]);
};
