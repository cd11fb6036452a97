import { useCallback } from 'react';
import { useFetchClient } from '@strapi/strapi/admin';
import type { FilePlace } from '../../../../contracts/file-place';
import { PLUGIN_ID } from '../../shared/plugin-id';

/** Asks where uploaded files go. The promise is rejected when the server cannot say: then it is no address of a file either. */
export const useFilePlace = (): (() => Promise<FilePlace>) => {
  const { get } = useFetchClient();
  return useCallback(async () => {
    const { data } = await get<{ data: FilePlace }>(`/${PLUGIN_ID}/public-address`);
    return data.data;
  }, [get]);
};
