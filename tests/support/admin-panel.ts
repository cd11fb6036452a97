import type { Core } from '@strapi/strapi';
import request from 'supertest';

type Data = Record<string, unknown>;

interface Permission {
  action: string;
  subject: string | null;
  fields?: string[];
  conditions?: string[];
}

export interface Answer {
  status: number;
  body: Data & {
    data?: unknown;
    error?: { message: string; details: { errors?: unknown[] } };
    results?: Data[];
  };
}

let counter = 0;

/** The admin panel's own HTTP API, as a signed-in user sees it. */
export const signIn = async (strapi: Core.Strapi, email: string, password: string) => {
  const server = strapi.server.httpServer;
  const login = await request(server).post('/admin/login').send({ email, password });
  if (login.status !== 200) throw new Error(`Sign-in failed: ${login.status} ${login.text}`);
  const { token } = (login.body as { data: { token: string } }).data;
  const send =
    (method: 'get' | 'post' | 'put' | 'delete') =>
    async (path: string, body?: Data): Promise<Answer> => {
      const call = request(server)[method](path).set('Authorization', `Bearer ${token}`);
      const { status, body: answer } = await (body ? call.send(body) : call);
      return { status, body: answer as Answer['body'] };
    };
  return { get: send('get'), post: send('post'), put: send('put'), delete: send('delete') };
};

export type AdminPanel = Awaited<ReturnType<typeof signIn>>;

const PASSWORD = 'Test-password-1';

const createUser = async (
  strapi: Core.Strapi,
  role: number | string,
): Promise<{ id: number; email: string }> => {
  counter += 1;
  return strapi.service('admin::user').create({
    firstname: 'Test',
    lastname: 'User',
    email: `user-${counter}@example.com`,
    password: PASSWORD,
    isActive: true,
    roles: [role],
  });
};

/** Signs in with every right. */
export const signInAsSuperAdmin = async (strapi: Core.Strapi): Promise<AdminPanel> => {
  const role: { id: number } = await strapi.service('admin::role').getSuperAdmin();
  const { email } = await createUser(strapi, role.id);
  return signIn(strapi, email, PASSWORD);
};

/** Signs in with the given permissions and no others. */
export const signInWith = async (
  strapi: Core.Strapi,
  permissions: readonly Permission[],
): Promise<{ id: number; panel: AdminPanel }> => {
  counter += 1;
  const role: { id: number } = await strapi.service('admin::role').create({ name: `Role ${counter}` });
  await strapi.service('admin::role').assignPermissions(role.id, permissions);
  const { id, email } = await createUser(strapi, role.id);
  return { id, panel: await signIn(strapi, email, PASSWORD) };
};

/** All actions of the content manager on the types, under one condition. */
export const contentPermissions = (
  strapi: Core.Strapi,
  subjects: readonly string[],
  conditions: string[] = [],
): Permission[] =>
  subjects.flatMap((subject) => {
    const fields = Object.keys(strapi.contentType(subject as never)['attributes'] as object).filter(
      (name) =>
        ![
          'createdAt',
          'updatedAt',
          'publishedAt',
          'createdBy',
          'updatedBy',
          'locale',
          'localizations',
          'uniqueKey',
        ].includes(name),
    );
    const hasDrafts = Boolean(
      (strapi.contentType(subject as never) as { options?: { draftAndPublish?: boolean } }).options
        ?.draftAndPublish,
    );
    return ['create', 'read', 'update', 'delete', ...(hasDrafts ? ['publish'] : [])].map((name) => ({
      action: `plugin::content-manager.explorer.${name}`,
      subject,
      conditions,
      ...(['create', 'read', 'update'].includes(name) ? { fields } : {}),
    }));
  });
