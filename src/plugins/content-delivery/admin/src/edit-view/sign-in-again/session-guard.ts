import { getFetchClient } from '@strapi/strapi/admin';

/** Resolves with an access token once the editor has signed in again; with null when they would rather leave. */
type Ask = () => Promise<string | null>;

let ask: Ask | null = null;

/** Milliseconds in which Strapi sends again what was refused before the user signed in again. */
const SENT_AGAIN_MS = 5_000;
let signedInAt = -Infinity;
let leftAt = -Infinity;

/** @returns takes the question back */
export const onSessionEnd = (question: Ask): (() => void) => {
  ask = question;
  return () => {
    if (ask === question) ask = null;
  };
};

const addressOf = (input: RequestInfo | URL): URL => {
  const address = typeof input === 'string' ? input : 'url' in input ? input.url : input.href;
  return new URL(address, window.location.href);
};

/** Reads that were refused as the session had ended. Strapi sends them again once it has a token. */
const refused = new Set<string>();

/** Any read that takes being signed in. */
const WHO = '/admin/users/me';

const authorizationOf = (init: RequestInit | undefined): string | null =>
  new Headers(init?.headers).get('Authorization');

/** Whether Strapi sent this for a signed-in user, and to change something. */
const isWrite = (init: RequestInit | undefined): boolean =>
  Boolean(init?.method && init.method !== 'GET') && authorizationOf(init) !== null;

/**
 * Lets an editor whose session has ended sign in again where they are. Strapi leaves the form for the page for signing
 * in when a new access token is refused to it; here the refusal waits while a form is open, and becomes a token.
 *
 * Strapi takes whatever goes wrong when it sends a request again for the refusal that it got first, and ends the new
 * session. So a read that was given up meanwhile, or finds nothing, is answered with nothing; and what changes something is
 * sent again here, so that a refusal by a rule comes to Strapi as what it is.
 */
export const guardSessions = (): void => {
  const send = window.fetch.bind(window);
  /** With which the server said last who is signed in. */
  let authorization: string | null = null;
  window.fetch = async (input, init) => {
    const { pathname, href } = addressOf(input);
    const isSentAgain = refused.has(href) && performance.now() - signedInAt < SENT_AGAIN_MS;
    const isGivenUp = () => isSentAgain && init?.signal?.aborted === true;
    if (isGivenUp()) return Response.json({});
    const response = await send(input, init).catch((error: unknown) => {
      if (isGivenUp()) return Response.json({});
      throw error;
    });
    if (response.ok && pathname.endsWith(WHO)) authorization = authorizationOf(init);
    if (isSentAgain) return response.ok || response.status === 401 ? response : Response.json({});
    if (response.status !== 401) return response;
    if (!pathname.endsWith('/admin/access-token')) {
      if (isWrite(init) && ask && !pathname.includes('/admin/'))
        return (await sendAgain(href, init)) ?? response;
      if (!init?.method || init.method === 'GET') refused.add(href);
      return response;
    }
    // Strapi asks once more for a token where this has had none.
    const hasLeft = performance.now() - leftAt < SENT_AGAIN_MS;
    const token = ask && !hasLeft ? await ask() : null;
    if (token === null) {
      if (!hasLeft) leftAt = performance.now();
      return response;
    }
    signedInAt = performance.now();
    setTimeout(() => refused.clear(), SENT_AGAIN_MS);
    return Response.json({ data: { token } });
  };

  /**
   * With another token, which may take signing in again; null where there is none. Strapi gets it by a read of its own, so
   * that it is Strapi's from then on.
   */
  const sendAgain = async (href: string, init: RequestInit | undefined): Promise<Response | null> => {
    try {
      await getFetchClient().get(WHO);
    } catch {
      return null;
    }
    if (authorization === null) return null;
    const headers = new Headers(init?.headers);
    headers.set('Authorization', authorization);
    return send(href, { ...init, headers });
  };
};
