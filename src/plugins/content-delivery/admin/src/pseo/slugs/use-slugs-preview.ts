import { useCallback, useEffect, useRef, useState } from 'react';
import { useAPIErrorHandler, useFetchClient, type FetchError } from '@strapi/strapi/admin';
import type { SelectedPages, SlugsPreview, SlugsQuestion } from '../../../../contracts/pseo-pages';
import { PLUGIN_ID } from '../../shared/plugin-id';

/** The preview of a slug regeneration; null while it is loading. */
export const useSlugsPreview = (selected: SelectedPages, publish: boolean) => {
  const { post } = useFetchClient();
  const { formatAPIError } = useAPIErrorHandler();
  const format = useRef(formatAPIError);
  format.current = formatAPIError;
  const [preview, setPreview] = useState<SlugsPreview | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [turn, setTurn] = useState(0);
  const question = JSON.stringify({ ...selected, publish } satisfies SlugsQuestion);

  useEffect(() => {
    const controller = new AbortController();
    setPreview(null);
    setProblem(null);
    post<{ data: SlugsPreview }>(`/${PLUGIN_ID}/pseo-page-slugs/preview`, JSON.parse(question), {
      signal: controller.signal,
    })
      .then(({ data }) => {
        if (!controller.signal.aborted) setPreview(data.data);
      })
      .catch((error: unknown) => {
        if (!controller.signal.aborted) setProblem(format.current(error as FetchError));
      });
    return () => controller.abort();
  }, [post, question, turn]);

  const lookAgain = useCallback(() => setTurn((count) => count + 1), []);
  return { preview, problem, lookAgain };
};
