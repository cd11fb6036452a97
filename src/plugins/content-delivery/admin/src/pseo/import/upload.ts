import type { PageImport } from '../../../../contracts/pseo-imports';
import { PLUGIN_ID } from '../../shared/plugin-id';

/** The server did not take the file; the message is for people, or empty when it could not be reached. */
export class UploadProblem extends Error {
  constructor(
    message: string,
    readonly status: number | null,
  ) {
    super(message);
  }
}

interface Upload {
  campaign: string;
  file: File;
  token: string | null;
  signal: AbortSignal;
  /** @param share from 0 to 1 */
  onProgress(share: number): void;
}

/**
 * Sends a file to the server. Strapi's own client cannot tell how far an upload is, so this does not use it.
 * @throws UploadProblem, or the signal's AbortError
 */
export const upload = ({ campaign, file, token, signal, onProgress }: Upload): Promise<PageImport> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${backendUrl()}/${PLUGIN_ID}/imports`);
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.responseType = 'json';
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress(loaded / total);
    };
    request.onerror = () => reject(new UploadProblem('', null));
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'));
    request.onload = () => {
      const answer = request.response as { data?: PageImport; error?: { message?: string } } | null;
      if (request.status === 201 && answer?.data) resolve(answer.data);
      else reject(new UploadProblem(answer?.error?.message ?? '', request.status));
    };
    signal.addEventListener('abort', () => request.abort());
    const body = new FormData();
    body.append('campaign', campaign);
    body.append('file', file);
    request.send(body);
  });

/** The server's address from the panel's configuration; the panel may be served from elsewhere. */
const backendUrl = (): string =>
  (window as unknown as { strapi: { backendURL?: string } }).strapi.backendURL?.replace(/(?<!\/)\/+$/, '') ??
  '';
