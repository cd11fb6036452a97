import { useCallback } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import { PLUGIN_ID } from '../../shared/plugin-id';

/** A file of the media library, as its dialog and its upload hand it over. */
export interface LibraryFile {
  id: number;
  url: string;
  name: string;
  alternativeText?: string | null;
  width?: number | null;
  height?: number | null;
  mime?: string;
}

interface Place {
  publicUrl: string;
  /** How large the files of one upload may be; null when it is not known here. */
  maxFileBytes: number | null;
}

/** Where uploaded files go. */
export const useFilePlace = (): (() => Promise<Place>) => {
  const { get } = useFetchClient();
  return useCallback(async () => {
    try {
      const { data } = await get<{ data: Place }>(`/${PLUGIN_ID}/public-address`);
      return data.data;
    } catch {
      // Better an address that works here than none.
      return { publicUrl: window.location.origin, maxFileBytes: null };
    }
  }, [get]);
};

/** The address under which front ends find an uploaded file. */
export const usePublicAddress = (): ((file: Pick<LibraryFile, 'url'>) => Promise<string>) => {
  const place = useFilePlace();
  return useCallback(
    async ({ url }) => (/^(https?:)?\/\//i.test(url) ? url : `${(await place()).publicUrl}${url}`),
    [place],
  );
};
