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
}

/** Why something could not be read. It never holds the API key. */
export class ContentDeliveryError extends Error {
  override readonly name = 'ContentDeliveryError';
  readonly kind: ErrorKind;
  /** The HTTP status; null when there was no answer. */
  readonly status: number | null;
  /** The route that was asked, without its parameters: `/api/blog`. */
  readonly path: string;

  constructor(message: string, { kind, path, status }: Details) {
    super(message);
    this.kind = kind;
    this.status = status ?? null;
    this.path = path;
  }
}
