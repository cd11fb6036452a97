import { useEffect, useState } from 'react';
import { useAPIErrorHandler, useFetchClient, type FetchError } from '@strapi/strapi/admin';
import type { CampaignPreview, PreviewRequest } from '../../../../contracts/campaigns';
import { PLUGIN_ID } from '../../shared/plugin-id';

/** Milliseconds without typing after which the server is asked. */
const PAUSE = 400;

/**
 * What the server makes of templates, asked when nothing was changed for a moment.
 * @param request null asks nothing
 */
export const usePreview = (request: PreviewRequest | null) => {
  const { post } = useFetchClient();
  const { formatAPIError } = useAPIErrorHandler();
  const [preview, setPreview] = useState<CampaignPreview | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const wanted = request && JSON.stringify(request);

  useEffect(() => {
    if (wanted === null) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      post<{ data: CampaignPreview }>(`/${PLUGIN_ID}/campaigns/preview`, JSON.parse(wanted), {
        signal: controller.signal,
      }).then(
        ({ data }) => {
          if (controller.signal.aborted) return;
          setPreview(data.data);
          setProblem(null);
        },
        (error: unknown) => {
          if (!controller.signal.aborted) setProblem(formatAPIError(error as FetchError));
        },
      );
    }, PAUSE);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
    // The function that words errors is a new one at each rendering.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [post, wanted]);

  return { preview, problem };
};
