import { useCallback } from 'react';
import { useFetchClient, useNotification } from '@strapi/strapi/admin';
import type { RevealedKey } from '../../../../contracts/websites';
import { PLUGIN_ID } from '../../shared/plugin-id';
import { useText } from '../../shared/text';

/** Reads the API key of a website in the clear; says so and gives null when that fails. */
export const useReadApiKey = (documentId: string) => {
  const { get } = useFetchClient();
  const { toggleNotification } = useNotification();
  const text = useText();
  const failed = text('website-key.failed');
  return useCallback(async (): Promise<string | null> => {
    try {
      const { data } = await get<{ data: RevealedKey }>(
        `/${PLUGIN_ID}/websites/${encodeURIComponent(documentId)}/api-key`,
      );
      return data.data.apiKey;
    } catch {
      toggleNotification({ type: 'danger', message: failed });
      return null;
    }
  }, [get, toggleNotification, documentId, failed]);
};
