import { useDebounce } from '@strapi/strapi/admin';
import { withQuery } from '../../shared/api/queries';
import { useAnswer } from '../../shared/api/use-answer';
import { CAMPAIGN, PAGE, POST } from '../../shared/uids';

/** A value that a parameter can have, and what people know it by. */
export interface Suggestion {
  value: string;
  label: string;
}

interface Entry {
  documentId: string;
  title?: string;
  name?: string;
  slug?: string | null;
}

/** Where each kind of suggestion is read: lists of the content manager, so that roles hold for them. */
const SOURCES = {
  posts: {
    uid: POST,
    website: '[website]',
    status: 'published',
    toSuggestion: ({ slug, title }: Entry) => ({ value: slug ?? '', label: title ?? '' }),
  },
  pages: {
    uid: PAGE,
    website: '[campaign][website]',
    status: 'published',
    toSuggestion: ({ slug }: Entry) => ({ value: slug ?? '', label: '' }),
  },
  campaigns: {
    uid: CAMPAIGN,
    website: '[website]',
    status: undefined,
    toSuggestion: ({ documentId, name }: Entry) => ({ value: documentId, label: name ?? '' }),
  },
} as const;

export type SuggestionKind = keyof typeof SOURCES;

const MAX_SUGGESTIONS = 10;
const TYPING_PAUSE = 250;

/**
 * What a website has for a parameter, by what was typed. Empty when the user may not read it: suggestions are a convenience, and
 * without them the value is typed in.
 */
export const useSuggestions = (
  website: string,
  kind: SuggestionKind,
  typed: string,
): readonly Suggestion[] => {
  const search = useDebounce(typed, TYPING_PAUSE) as string;
  const { uid, website: ofWebsite, status, toSuggestion } = SOURCES[kind];
  const { latest, problem } = useAnswer<{ results: Entry[] }>(
    withQuery(`/content-manager/collection-types/${uid}`, {
      page: 1,
      pageSize: MAX_SUGGESTIONS,
      [`filters[$and][0]${ofWebsite}[documentId][$eq]`]: website,
      status,
      _q: search,
    }),
  );
  if (latest === null || problem !== null) return [];
  return latest.results.map(toSuggestion).filter(({ value }) => value !== '');
};
