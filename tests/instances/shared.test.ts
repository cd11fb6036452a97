import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSuperAdmin, type AdminUser } from '../support/admin-users';
import { createTestDatabase, type TestDatabase } from '../support/databases';
import { ENVIRONMENT } from '../support/environment';
import { fetchInTime } from '../support/fetch-in-time';
import { startInstances, type Instance } from '../support/instances';
import { panelAt } from '../support/panel-at';
import { remoteStrapi } from '../support/remote-strapi';
import { stop } from '../support/stop';

/** What instances have in common: the database, the secrets and the folder of uploads. */
describe('instances on one database', () => {
  let database: TestDatabase;
  let publicFolder: string;
  let instances: Instance[] = [];
  let stopInstances = async (): Promise<void> => undefined;
  let user: AdminUser;

  beforeAll(async () => {
    database = await createTestDatabase();
    publicFolder = await mkdtemp(path.join(tmpdir(), 'content-delivery-public-'));
    await mkdir(path.join(publicFolder, 'uploads'));
    const environment = { ...ENVIRONMENT, ...database.environment, PUBLIC_DIR: publicFolder };
    // The first one makes the tables.
    const first = await startInstances(1, environment);
    const others = await startInstances(2, environment);
    instances = [...first.instances, ...others.instances];
    stopInstances = async () => void (await Promise.all([first.stop(), others.stop()]));
    user = await createSuperAdmin(remoteStrapi((instances[0] as Instance).process));
  });
  afterAll(async () => {
    await stopInstances();
    await database?.drop();
    await stop('the removal of its uploads', () => rm(publicFolder, { recursive: true, force: true }));
  });

  const panels = () => instances.map(({ port }) => panelAt(port)) as [Panel, Panel, Panel];
  type Panel = ReturnType<typeof panelAt>;

  it('know who has signed in at another one, and who has signed out', async () => {
    const [first, second, third] = panels();
    const { token, cookies } = await first.signIn(user);
    for (const panel of [first, second, third]) {
      expect((await panel.send('GET', '/admin/users/me', { token })).status).toBe(200);
    }
    const renewed = await second.send('POST', '/admin/access-token', { cookies });
    expect(renewed.status).toBe(200);
    const later = (renewed.data as { token: string }).token;
    expect((await third.send('GET', '/admin/users/me', { token: later })).status).toBe(200);

    expect((await third.send('POST', '/admin/logout', { token: later, cookies, body: {} })).status).toBe(200);
    for (const panel of [first, second]) {
      expect((await panel.send('POST', '/admin/access-token', { cookies })).status).toBe(401);
      expect((await panel.send('GET', '/admin/users/me', { token: later })).status).toBe(401);
    }
  });

  it('show each other’s uploads when they have the folder in common', async () => {
    const [first, second] = instances as [Instance, Instance];
    const { token } = await panelAt(first.port).signIn(user);
    const form = new FormData();
    form.set('files', new Blob(['a text'], { type: 'text/plain' }), 'text.txt');
    const headers = { Authorization: `Bearer ${token}` };
    const uploaded = await fetchInTime(`http://127.0.0.1:${first.port}/upload`, {
      method: 'POST',
      body: form,
      headers,
    });
    expect(uploaded.status).toBe(201);
    const [{ url } = { url: '' }] = (await uploaded.json()) as { url: string }[];
    expect(await (await fetchInTime(`http://127.0.0.1:${second.port}${url}`)).text()).toBe('a text');
  });
});
