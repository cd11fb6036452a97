import { useAnswer } from '../../shared/api/use-answer';
import { withQuery } from '../../shared/api/queries';
import { PAGE } from '../../shared/uids';

export interface PageOption {
  documentId: string;
  slug: string | null;
}

/** As many as a list of options shows well. */
const SHOWN = 20;

/** Some pages of a campaign whose slugs contain a text. */
export const usePages = (campaign: string | null, search: string) => {
  const { latest, isLoading } = useAnswer<{ results: PageOption[] }>(
    campaign === null
      ? null
      : withQuery(`/content-manager/collection-types/${PAGE}`, {
          'filters[$and][0][campaign][documentId][$eq]': campaign,
          'filters[$and][1][slug][$containsi]': search || undefined,
          sort: 'slug:ASC',
          page: 1,
          pageSize: SHOWN,
        }),
  );
  return { pages: latest?.results ?? [], isLoading, isKnown: campaign === null || latest !== null };
};
