import { useCallback } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import { PLUGIN_ID } from '../../shared/plugin-id';

/** A file as the media library's dialog hands it over. */
export interface LibraryFile {
  url: string;
  name: string;
  alternativeText?: string | null;
  width?: number | null;
  height?: number | null;
  mime?: string;
}

/** The address under which front ends find an uploaded file. */
export const usePublicAddress = (): ((file: LibraryFile) => Promise<string>) => {
  const { get } = useFetchClient();
  return useCallback(
    async ({ url }: LibraryFile) => {
      if (/^(https?:)?\/\//i.test(url)) return url;
      return `${await publicUrl(get)}${url}`;
    },
    [get],
  );
};

const publicUrl = async (get: ReturnType<typeof useFetchClient>['get']): Promise<string> => {
  try {
    const { data } = await get<{ data: { publicUrl: string } }>(`/${PLUGIN_ID}/public-address`);
    return data.data.publicUrl;
  } catch {
    // Better an address that works here than none.
    return window.location.origin;
  }
};

/** What to offer as the text of an image: its own, unless that is the name of the file, which says nothing. */
export const suggestedText = ({ alternativeText, name }: LibraryFile): string =>
  alternativeText && alternativeText !== name ? alternativeText : '';
