import { serverOfPanel } from '../server-of-panel';

/** The server did not take a form; the message is for people, or empty when it could not be reached. */
export class UploadProblem extends Error {
  constructor(
    message: string,
    readonly status: number | null,
  ) {
    super(message);
  }
}

export interface SentForm {
  /** Of the server, from its root. */
  path: string;
  /** A form, or JSON. */
  body: FormData | string;
  /** Whether the answer is a text; else it is JSON. */
  isTextAnswer?: boolean;
  signal: AbortSignal;
  /** @param share from 0 to 1 */
  onProgress?(share: number): void;
}

/**
 * Sends a form with files to the server. Strapi's own client cannot report how far an upload is, so this does not use it.
 * @throws UploadProblem, or the signal's AbortError
 */
export const sendForm = <Answer>(
  { path, body, isTextAnswer = false, signal, onProgress }: SentForm,
  token: string | null,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const cancelled = () => reject(new DOMException('The upload was cancelled.', 'AbortError'));
    if (signal.aborted) return cancelled();
    request.open('POST', `${serverOfPanel()}${path}`);
    if (token) request.setRequestHeader('Authorization', `Bearer ${token}`);
    if (typeof body === 'string') request.setRequestHeader('Content-Type', 'application/json');
    request.responseType = isTextAnswer ? 'text' : 'json';
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress?.(loaded / total);
    };
    request.onerror = () => reject(new UploadProblem('', null));
    request.onabort = cancelled;
    request.onload = () => {
      const answer = request.response as Answer | string | null;
      if (request.status >= 200 && request.status < 300 && answer) resolve(answer as Answer);
      else reject(new UploadProblem(reasonIn(answer), request.status));
    };
    signal.addEventListener('abort', () => request.abort());
    request.send(body);
  });

/** Why the server refused; also where another answer would have been a text. */
const reasonIn = (answer: unknown): string => {
  try {
    const read: unknown = typeof answer === 'string' ? JSON.parse(answer) : answer;
    return (read as { error?: { message?: string } } | null)?.error?.message ?? '';
  } catch {
    return '';
  }
};
