import type { AdminUser } from '../../support/admin-users';
import type { Instance } from '../cluster/instance';
import type { Answer, Client } from './http';

/** Longer than the database needs to notice most faults; an answer after it would help no editor. */
const TIMEOUT = 15_000;

/** The admin panel's API, as a person who has signed in. The token is every instance's. */
export const createAdmin = (client: Client, admins: readonly AdminUser[]) => {
  let token = '';
  let signingIn: Promise<void> | null = null;
  let turn = 0;

  const signIn = async (instance: Instance): Promise<void> => {
    const { email, password } = admins[(turn += 1) % admins.length] as AdminUser;
    const { status, text } = await client.send(instance.port, {
      method: 'POST',
      path: '/admin/login',
      body: { email, password },
      timeout: TIMEOUT,
    });
    if (status !== 200)
      throw new Error(`Nobody can sign in at ${instance.name}: ${status} ${text.slice(0, 200)}`);
    token = (JSON.parse(text) as { data: { token: string } }).data.token;
  };
  const ensureToken = (instance: Instance): Promise<void> =>
    (signingIn ??= (token ? Promise.resolve() : signIn(instance)).finally(() => (signingIn = null)));

  return {
    /** Rejects when no answer has come. A session that has ended is begun anew for the next call. */
    async send(instance: Instance, method: string, path: string, body?: object): Promise<Answer> {
      await ensureToken(instance);
      const answer = await client.send(instance.port, {
        method,
        path,
        headers: { Authorization: `Bearer ${token}` },
        ...(body && { body }),
        timeout: TIMEOUT,
      });
      if (answer.status === 401) token = '';
      return answer;
    },
  };
};

export type Admin = ReturnType<typeof createAdmin>;
