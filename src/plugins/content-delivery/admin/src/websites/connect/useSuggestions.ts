import { useEffect, useState } from 'react';
import { useDebounce, useFetchClient } from '@strapi/strapi/admin';
import { WHATEVER_IS_SHOWN } from '../../shared/shown-website';

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
    uid: 'api::post.post',
    website: (documentId: string) => ({ website: { documentId: { $eq: documentId } } }),
    onlyLive: true,
    toSuggestion: ({ slug, title }: Entry) => ({ value: slug ?? '', label: title ?? '' }),
  },
  pages: {
    uid: 'api::pseo-page.pseo-page',
    website: (documentId: string) => ({ campaign: { website: { documentId: { $eq: documentId } } } }),
    onlyLive: true,
    toSuggestion: ({ slug }: Entry) => ({ value: slug ?? '', label: '' }),
  },
  campaigns: {
    uid: 'api::pseo-campaign.pseo-campaign',
    website: (documentId: string) => ({ website: { documentId: { $eq: documentId } } }),
    onlyLive: false,
    toSuggestion: ({ documentId, name }: Entry) => ({ value: documentId, label: name ?? '' }),
  },
} as const;

export type SuggestionKind = keyof typeof SOURCES;

const MAX_SUGGESTIONS = 10;
const TYPING_PAUSE = 250;

/** What a website has for a parameter, by what was typed. Empty when the user may not read it. */
export const useSuggestions = (
  website: string,
  kind: SuggestionKind | null,
  typed: string,
): readonly Suggestion[] => {
  const { get } = useFetchClient();
  const search = useDebounce(typed, TYPING_PAUSE);
  const [found, setFound] = useState<{ kind: SuggestionKind; suggestions: Suggestion[] } | null>(null);

  useEffect(() => {
    if (kind === null) return;
    const { uid, website: ofWebsite, onlyLive, toSuggestion } = SOURCES[kind];
    let isWanted = true;
    get<{ results: Entry[] }>(`/content-manager/collection-types/${uid}`, {
      ...WHATEVER_IS_SHOWN,
      params: {
        page: 1,
        pageSize: MAX_SUGGESTIONS,
        filters: { $and: [ofWebsite(website)] },
        ...(onlyLive ? { status: 'published' } : {}),
        ...(search ? { _q: search } : {}),
      },
    }).then(
      ({ data }) => {
        if (!isWanted) return;
        const suggestions = data.results.map(toSuggestion).filter(({ value }) => value !== '');
        setFound({ kind, suggestions });
      },
      // Suggestions are a convenience; without them the value is typed in.
      () => isWanted && setFound({ kind, suggestions: [] }),
    );
    return () => {
      isWanted = false;
    };
  }, [get, website, kind, search]);

  return found && found.kind === kind ? found.suggestions : [];
};
