import type { AdminUser } from './admin-users';
import { fetchInTime } from './fetch-in-time';

/** An answer of the admin panel's API over HTTP. */
export interface PanelAnswer {
  status: number;
  data: unknown;
  /** `name=value` of the cookies that it sets. */
  cookies: string[];
}

/** The admin panel's own HTTP API on a port of 127.0.0.1, with a token or cookies. */
export const panelAt = (port: number) => {
  const send = async (
    method: string,
    path: string,
    {
      token,
      cookies = [],
      body,
    }: { token?: string; cookies?: readonly string[]; body?: object | undefined } = {},
  ): Promise<PanelAnswer> => {
    const response = await fetchInTime(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(cookies.length === 0 ? {} : { Cookie: cookies.join('; ') }),
        ...(body ? { 'Content-Type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    return {
      status: response.status,
      data: text.startsWith('{') ? (JSON.parse(text) as { data?: unknown }).data : undefined,
      cookies: response.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? ''),
    };
  };
  return {
    send,
    /** Signs in. @throws Error when that is refused */
    async signIn({ email, password }: AdminUser): Promise<{ token: string; cookies: string[] }> {
      const { status, data, cookies } = await send('POST', '/admin/login', { body: { email, password } });
      if (status !== 200) throw new Error(`Sign-in failed: ${status}`);
      return { token: (data as { token: string }).token, cookies };
    },
  };
};
