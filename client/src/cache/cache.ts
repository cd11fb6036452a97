/** An answer as it was received, with the tag that names it. */
export interface CachedAnswer {
  etag: string;
  /** The JSON text. */
  body: string;
}

/**
 * Where answers are kept. A kept answer is used only after the server has said that it is still right, so
 * nothing in it goes stale. What fails in here never fails a request.
 */
export interface AnswerCache {
  get(key: string): CachedAnswer | undefined | null | Promise<CachedAnswer | undefined | null>;
  set(key: string, answer: CachedAnswer): unknown;
}
