/** The part of `fetch` that is used; the global one fits, and so do wrappers around it. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchAnswer>;

export interface FetchInit {
  method: 'GET';
  headers: Record<string, string>;
  /** A redirect is never followed: the API key would travel with it. */
  redirect: 'manual';
  signal: AbortSignal;
}

export interface FetchAnswer {
  status: number;
  /** `opaqueredirect` in browsers, which hide where a redirect leads. */
  type?: string | undefined;
  headers: { get(name: string): string | null };
  text(): Promise<string>;
}
