import { randomUUID } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import request from 'supertest';
import { createSuperAdmin, createUserWith, type Permission } from './admin-users';
import { inTime } from './in-time';

export { contentPermissions, LISTED_WEBSITES } from './admin-users';

type Body = Record<string, unknown>;

export interface Answer {
  status: number;
  body: Body & {
    data?: unknown;
    error?: { message: string; details: { errors?: unknown[] } };
    results?: Body[];
  };
}

/** What an answer of the panel brings, which has to be of a status. */
export const dataOf = async <Data>(asked: Promise<Answer>, status = 200): Promise<Data> => {
  const answer = await asked;
  expect({ status: answer.status, error: answer.body.error }).toEqual({ status, error: undefined });
  return answer.body.data as Data;
};

/** The admin panel's own HTTP API, as a signed-in user sees it. */
export const signIn = async (strapi: Core.Strapi, email: string, password: string) => {
  const server = strapi.server.httpServer;
  const asked = request(server).post('/admin/login').send({ email, password });
  const login = await inTime('the answer to a sign-in', Promise.resolve(asked));
  if (login.status !== 200) throw new Error(`Sign-in failed: ${login.status} ${login.text}`);
  return panelOf(strapi, (login.body as { data: { token: string } }).data.token);
};

const panelOf = (strapi: Core.Strapi, token: string) => {
  const server = strapi.server.httpServer;
  const send =
    (method: 'get' | 'post' | 'put' | 'delete') =>
    async (path: string, body?: Body, headers: Record<string, string> = {}): Promise<Answer> => {
      const all = { ...headers, Authorization: `Bearer ${token}` };
      const call = request(server)[method](path).set(all);
      const { status, body: answer } = await inTime(
        `the answer to ${method} ${path}`,
        Promise.resolve(body ? call.send(body) : call),
      );
      return { status, body: answer as Answer['body'] };
    };
  return { token, get: send('get'), post: send('post'), put: send('put'), delete: send('delete') };
};

export type AdminPanel = ReturnType<typeof panelOf>;

/** What an admin token of the user sees that has these of their permissions; they need that of making tokens. */
export const withAdminToken = async (
  strapi: Core.Strapi,
  owner: AdminPanel,
  permissions: readonly Permission[],
): Promise<AdminPanel> => {
  const { accessKey } = await dataOf<{ accessKey: string }>(
    owner.post('/admin/admin-tokens', {
      name: `Token ${randomUUID()}`,
      description: '',
      lifespan: null,
      adminPermissions: permissions,
    }),
    201,
  );
  return panelOf(strapi, accessKey);
};

/** Signs in with every right. */
export const signInAsSuperAdmin = async (strapi: Core.Strapi): Promise<AdminPanel> => {
  const { email, password } = await createSuperAdmin(strapi);
  return signIn(strapi, email, password);
};

/** Signs in with the given permissions and no others. */
export const signInWith = async (
  strapi: Core.Strapi,
  permissions: readonly Permission[],
): Promise<{ id: number; panel: AdminPanel }> => {
  const { id, email, password } = await createUserWith(strapi, permissions);
  return { id, panel: await signIn(strapi, email, password) };
};
