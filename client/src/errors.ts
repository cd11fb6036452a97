/**
 * - `network`: no answer came, or it was cut off;
 * - `timeout`: none came in time;
 * - `redirect`: the server sent the caller somewhere else, to a login page for instance;
 * - `status`: the server answered with an error; `status` says which;
 * - `malformed`: the server answered with a success that is not what the API promises.
 */
export type ErrorKind = 'network' | 'timeout' | 'redirect' | 'status' | 'malformed';

interface Details {
  kind: ErrorKind;
  path: string;
  status?: number;
  hint?: string;
}

/** Why something could not be read. It never holds the API key. */
export class ContentDeliveryError extends Error {
  override readonly name = 'ContentDeliveryError';
  readonly kind: ErrorKind;
  /** The HTTP status; null when there was no answer. */
  readonly status: number | null;
  /** The route that was asked, without its parameters: `/api/blog`. */
  readonly path: string;
  /** What is likely wrong, which is the end of the message; null where nothing can be said. */
  readonly hint: string | null;

  /** @param what happened, in sentences */
  constructor(what: string, { kind, path, status, hint }: Details) {
    super(hint === undefined ? what : `${what} ${hint}`);
    this.kind = kind;
    this.status = status ?? null;
    this.path = path;
    this.hint = hint ?? null;
  }
}
