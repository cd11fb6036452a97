import { useState } from 'react';
import { useAPIErrorHandler, useFetchClient, type FetchError } from '@strapi/strapi/admin';
import type { ExportFormat } from '../../../../contracts/exports';
import { PLUGIN_ID } from '../../shared/plugin-id';
import { saveFile } from '../../shared/save-file';
import { useText } from '../../shared/text';

type State =
  | { status: 'ready' }
  | { status: 'running' }
  | { status: 'done'; file: string }
  | { status: 'failed'; problem: string };

/** As the server has named it. */
const nameIn = (headers: Headers | undefined): string | null =>
  /filename="?([^";]+)"?/.exec(headers?.get('content-disposition') ?? '')?.[1] ?? null;

/** What the server says is wrong; null where the answer is not the server's. */
const refusalIn = async (answer: Blob): Promise<FetchError | null> => {
  try {
    const data = JSON.parse(await answer.text()) as { error?: { message?: string } };
    return data.error?.message ? ({ response: { data } } as FetchError) : null;
  } catch {
    return null;
  }
};

/** Gets a website as an archive, and gives it to the browser as a download. */
export const useExport = (website: string) => {
  const text = useText();
  const { get } = useFetchClient();
  const { formatAPIError } = useAPIErrorHandler();
  const [state, setState] = useState<State>({ status: 'ready' });

  const start = async (format: ExportFormat): Promise<void> => {
    setState({ status: 'running' });
    try {
      const { data, status, headers } = await get(
        `/${PLUGIN_ID}/websites/${encodeURIComponent(website)}/export?format=${format}`,
        // A 401 has to be thrown: then Strapi's client renews the token, and asks again.
        { responseType: 'blob', validateStatus: (status) => status !== 401 },
      );
      if (status !== 200) {
        const refusal = await refusalIn(data);
        setState({ status: 'failed', problem: refusal ? formatAPIError(refusal) : text('export.failed') });
        return;
      }
      const file = nameIn(headers) ?? `website-${format}.zip`;
      saveFile(data, file);
      setState({ status: 'done', file });
    } catch {
      setState({ status: 'failed', problem: text('export.failed') });
    }
  };

  return { state, start, forget: () => setState({ status: 'ready' }) };
};
