import request from 'supertest';
import { UID, unique } from '../../fixtures/content';
import { contentPermissions, signInWith, type AdminPanel } from '../../support/admin-panel';
import { rowsOf } from '../../support/documents';
import { withServer } from '../../support/with-server';

const ROWS = 'plugin::content-delivery.unsaved-work';
const path = (rest = '', model: string = UID.post) => `/content-delivery/unsaved-work/${model}${rest}`;
const work = (title: string, entry: string | null = null) => ({
  entry,
  basedOn: null,
  changes: { title: { from: null, to: title } },
});

describe('what an editor has typed and not saved', () => {
  const { server, content } = withServer();
  const get = (address: string) => request(server.strapi.server.httpServer).get(address);
  let anna: AdminPanel;
  let boris: AdminPanel;
  let annasId: number;

  beforeAll(async () => {
    const permissions = contentPermissions(server.strapi, [UID.post, UID.website]);
    const signedIn = await signInWith(server.strapi, permissions);
    [anna, annasId] = [signedIn.panel, signedIn.id];
    boris = (await signInWith(server.strapi, permissions)).panel;
  });

  const found = async (panel: AdminPanel, query = '') => {
    const { status, body } = await panel.get(path(query));
    expect(status).toBe(200);
    return body.data as { form: string; changes: Record<string, { to: unknown }>; keptAt: string }[];
  };

  it('is theirs alone, by entry and newest first', async () => {
    expect((await anna.put(path('/f1'), work('One'))).status).toBe(204);
    expect((await anna.put(path('/f1'), work('One more'))).status).toBe(204);
    expect((await anna.put(path('/f2'), work('Two', 'some-entry'))).status).toBe(204);
    expect((await boris.put(path('/f1'), work('By Boris'))).status).toBe(204);
    expect(await found(anna)).toMatchObject([{ form: 'f1', changes: { title: { to: 'One more' } } }]);
    expect(await found(anna, '?entry=some-entry')).toMatchObject([{ form: 'f2', entry: 'some-entry' }]);
    expect(await found(boris)).toMatchObject([{ form: 'f1', changes: { title: { to: 'By Boris' } } }]);
    expect(await found(boris, '?entry=some-entry')).toEqual([]);

    expect((await boris.delete(path('/f2'))).status).toBe(204);
    expect(await found(anna, '?entry=some-entry')).toHaveLength(1);
    expect((await anna.delete(path('/f2'))).status).toBe(204);
    expect(await found(anna, '?entry=some-entry')).toEqual([]);
  });

  it('is kept once also when a form sends twice at a time', async () => {
    const form = unique('twice');
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, at) => anna.put(path(`/${form}`), work(`${at}`, form))),
    );
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204]);
    expect(await found(anna, `?entry=${form}`)).toHaveLength(1);
  });

  it('has no secrets, and nothing that is no field', async () => {
    const changes = {
      apiKey: { from: null, to: 'my-key' },
      other: { from: 1, to: 2 },
      name: { from: '', to: 'N' },
    };
    await anna.put(path('/f3', UID.website), { entry: 'w', basedOn: null, changes });
    const { body } = await anna.get(path('?entry=w', UID.website));
    expect(body.data).toMatchObject([{ changes: { name: { from: '', to: 'N' } } }]);
    expect(JSON.stringify(await rowsOf(server.strapi, ROWS).findMany({}))).not.toContain('my-key');
  });

  it('is refused where it makes no sense, and to who may not read such entries', async () => {
    for (const body of [{}, { changes: [] }, { changes: { title: 'x' } }, { entry: 5, changes: {} }])
      expect((await anna.put(path('/f4'), body)).status).toBe(400);
    expect((await anna.put(path('/a%20b'), work('x'))).status).toBe(400);
    expect((await anna.put(path('/f4', UID.campaign), work('x'))).status).toBe(403);
    expect((await anna.get(path('', UID.campaign))).status).toBe(403);
    const { panel: nobody } = await signInWith(server.strapi, []);
    expect((await nobody.get(path())).status).toBe(403);
    expect((await get(path())).status).toBe(401);
  });

  it('changes nothing of what front ends get, and is bounded', async () => {
    const website = await content.website();
    const post = await content.post(website.documentId, { title: 'Live' });
    const address = `/api/blog?apiKey=${website.key}`;
    const before = await get(address);
    await anna.put(path('/f5'), work('Not saved', post.documentId));
    expect((await get(address).set('If-None-Match', String(before.headers['etag']))).status).toBe(304);

    for (let form = 0; form < 55; form += 1) await boris.put(path(`/many-${form}`), work(`${form}`, 'many'));
    const kept = await found(boris, '?entry=many');
    expect([kept.length, kept[0]?.form, kept.at(-1)?.form]).toEqual([50, 'many-54', 'many-5']);
  });

  it('goes after a month, and with its user', async () => {
    const service = server.strapi.plugin('content-delivery').service('unsaved-work') as {
      clean(now: number): Promise<void>;
    };
    const day = 86_400_000;
    await service.clean(Date.now() + 29 * day);
    expect((await found(anna)).length).toBeGreaterThan(0);
    const { panel, id } = await signInWith(server.strapi, contentPermissions(server.strapi, [UID.post]));
    await panel.put(path('/f6'), work('Mine'));
    await rowsOf(server.strapi, 'admin::user').delete({ where: { id } });
    await service.clean(Date.now());
    expect(await rowsOf(server.strapi, ROWS).count({ where: { userId: id } })).toBe(0);
    expect(await rowsOf(server.strapi, ROWS).count({ where: { userId: annasId } })).toBeGreaterThan(0);
    await service.clean(Date.now() + 31 * day);
    expect(await rowsOf(server.strapi, ROWS).count({})).toBe(0);
  });
});
