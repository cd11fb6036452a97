import { useEffect, useState } from 'react';
import { useAPIErrorHandler, useFetchClient, type FetchError } from '@strapi/strapi/admin';
import { WHATEVER_IS_SHOWN } from '../shared/shown-website';
import { CAMPAIGN } from '../shared/uids';

export interface Campaign {
  documentId: string;
  name: string;
  website: { documentId: string; name: string };
}

interface CampaignList {
  results: (Omit<Campaign, 'website'> & { website?: Campaign['website'] | null })[];
  pagination: { pageCount: number };
}

/** The most that Strapi hands out at once. */
const PART = 100;

/** All campaigns that the user may read, by website and name; null until they are known. */
export const useCampaigns = () => {
  const { get } = useFetchClient();
  const { formatAPIError } = useAPIErrorHandler();
  const [campaigns, setCampaigns] = useState<Campaign[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    const controller = new AbortController();
    const readAll = async (): Promise<void> => {
      const found: Campaign[] = [];
      for (let page = 1, pageCount = 1; page <= pageCount; page += 1) {
        const { data } = await get<CampaignList>(
          `/content-manager/collection-types/${CAMPAIGN}?page=${page}&pageSize=${PART}&sort=name:ASC`,
          { ...WHATEVER_IS_SHOWN, signal: controller.signal },
        );
        ({ pageCount } = data.pagination);
        for (const { documentId, name, website } of data.results) {
          if (website) {
            const { documentId: id, name: websiteName } = website;
            found.push({ documentId, name, website: { documentId: id, name: websiteName } });
          }
        }
      }
      found.sort((a, b) => a.website.name.localeCompare(b.website.name) || a.name.localeCompare(b.name));
      if (!controller.signal.aborted) setCampaigns(found);
    };
    readAll().catch((error: unknown) => {
      if (!controller.signal.aborted) setProblem(formatAPIError(error as FetchError));
    });
    return () => controller.abort();
    // The function that words errors is a new one at each rendering.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [get]);

  return { campaigns, problem };
};

/** The websites that have campaigns, each once. */
export const websitesOf = (campaigns: readonly Campaign[]): Campaign['website'][] => [
  ...new Map(campaigns.map(({ website }) => [website.documentId, website])).values(),
];
