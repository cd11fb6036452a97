import request from 'supertest';
import { UID, unique } from '../../fixtures/content';
import {
  contentPermissions,
  dataOf,
  signInAsSuperAdmin,
  signInWith,
  withAdminToken,
  type AdminPanel,
} from '../../support/admin-panel';
import { rowsOf } from '../../support/documents';
import { withServer } from '../../support/with-server';
import { serviceOf } from '../../support/services';

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

  const found = (panel: AdminPanel, query = '') =>
    dataOf<{ form: string; keptAt: string }[]>(panel.get(path(query)));
  const titleOf = async (panel: AdminPanel, form: string) => {
    const { body } = await panel.get(path(`/${form}`));
    return (body.data as { changes: { title: { to: string } } }).changes.title.to;
  };

  it('is theirs alone, by entry and newest first', async () => {
    expect((await anna.put(path('/f1'), work('One'))).status).toBe(204);
    expect((await anna.put(path('/f1'), work('One more'))).status).toBe(204);
    expect((await anna.put(path('/f2'), work('Two', 'some-entry'))).status).toBe(204);
    expect((await boris.put(path('/f1'), work('By Boris'))).status).toBe(204);
    expect(await found(anna)).toEqual([
      { form: 'f1', entry: null, basedOn: null, keptAt: expect.any(String) as string },
    ]);
    expect(await titleOf(anna, 'f1')).toBe('One more');
    expect(await found(anna, '?entry=some-entry')).toMatchObject([{ form: 'f2', entry: 'some-entry' }]);
    expect(await found(boris)).toMatchObject([{ form: 'f1' }]);
    expect(await titleOf(boris, 'f1')).toBe('By Boris');
    expect((await boris.get(path('/f2'))).status).toBe(404);
    expect(await found(boris, '?entry=some-entry')).toEqual([]);

    expect((await boris.delete(path('/f2'))).status).toBe(204);
    expect(await found(anna, '?entry=some-entry')).toHaveLength(1);
    expect((await anna.delete(path('/f2'))).status).toBe(204);
    expect(await found(anna, '?entry=some-entry')).toEqual([]);
  });

  it('is no token’s, whatever it may read, and neither is what came of a save', async () => {
    const owner = await signInAsSuperAdmin(server.strapi);
    expect((await owner.put(path('/mine'), work('Not yet public'))).status).toBe(204);
    const token = await withAdminToken(
      server.strapi,
      owner,
      contentPermissions(server.strapi, [UID.post, UID.website]),
    );
    expect((await token.get('/content-manager/collection-types/api::post.post')).status).toBe(200);
    for (const address of [
      path(),
      path('/mine'),
      `/content-delivery/saves/${UID.post}/some-save`,
      '/content-delivery/home',
    ]) {
      const { status, body } = await token.get(address);
      expect([address, status, JSON.stringify(body).includes('Not yet')]).toEqual([address, 403, false]);
    }
    expect((await token.put(path('/mine'), work('Overwritten'))).status).toBe(403);
    expect((await token.delete(path('/mine'))).status).toBe(403);
    expect(await titleOf(owner, 'mine')).toBe('Not yet public');
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
      constructor: { from: null, to: 'inherited by every object' },
    };
    await anna.put(path('/f3', UID.website), { entry: 'w', basedOn: null, changes });
    const { body } = await anna.get(path('/f3', UID.website));
    expect(body.data).toEqual({
      form: 'f3',
      entry: 'w',
      basedOn: null,
      changes: { name: { from: '', to: 'N' } },
      keptAt: expect.any(String) as string,
    });
    expect(JSON.stringify(await rowsOf(server.strapi, ROWS).findMany({}))).not.toContain('my-key');
  });

  it('is refused where it makes no sense, and to who may not read such entries', async () => {
    for (const body of [{}, { changes: [] }, { changes: { title: 'x' } }, { entry: 5, changes: {} }])
      expect((await anna.put(path('/f4'), body)).status).toBe(400);
    expect((await anna.put(path('/a%20b'), work('x'))).status).toBe(400);
    expect((await anna.put(path('/f4', UID.campaign), work('x'))).status).toBe(403);
    expect((await anna.get(path('', UID.campaign))).status).toBe(403);
    expect((await anna.get(path('/f1', UID.campaign))).status).toBe(403);
    const { panel: nobody } = await signInWith(server.strapi, []);
    expect((await nobody.get(path())).status).toBe(403);
    expect((await get(path())).status).toBe(401);
  });

  it('changes nothing of what front ends get', async () => {
    const website = await content.website();
    const post = await content.post(website.documentId, { title: 'Live' });
    const address = `/api/blog?apiKey=${website.key}`;
    const before = await get(address);
    await anna.put(path('/f5'), work('Not saved', post.documentId));
    expect((await get(address).set('If-None-Match', String(before.headers['etag']))).status).toBe(304);
  });

  describe('is bounded', () => {
    const FULL = { status: 413, body: { error: { details: { reason: 'full' } } } };
    let clara: AdminPanel;
    let clarasId: number;

    beforeEach(async () => {
      const signedIn = await signInWith(server.strapi, contentPermissions(server.strapi, [UID.post]));
      [clara, clarasId] = [signedIn.panel, signedIn.id];
    });
    const insert = (form: string, bytes: number) =>
      rowsOf(server.strapi, ROWS).create({
        data: {
          userId: clarasId,
          form,
          model: UID.post,
          entry: 'many',
          changes: '{}',
          bytes,
          keptAt: new Date(0),
        },
      });

    it('in one form', async () => {
      expect((await clara.put(path('/large'), work('a'.repeat(5_900_000)))).status).toBe(204);
      expect((await clara.put(path('/large'), work('b'.repeat(6_000_000)))).status).toBe(413);
      expect((await titleOf(clara, 'large')) === 'a'.repeat(5_900_000)).toBe(true);
    });

    it('in number, without taking away what was kept before', async () => {
      for (let form = 0; form < 199; form += 1) await insert(`many-${form}`, 2);
      expect((await clara.put(path('/last'), work('1'))).status).toBe(204);
      const refused = await clara.put(path('/one-more'), work('2'));
      expect(refused).toMatchObject(FULL);
      expect(JSON.stringify(refused.body)).toMatch(/in your browser only.*oldest is of a “Post”.*1970-01-01/);
      expect((await clara.put(path('/last'), work('3'))).status).toBe(204);
      expect(await titleOf(clara, 'last')).toBe('3');
      expect(await found(clara, '?entry=many')).toHaveLength(199);
      await clara.delete(path('/many-7'));
      expect((await clara.put(path('/one-more'), work('2'))).status).toBe(204);
    });

    it('in bytes, also when much comes at a time', async () => {
      await insert('much', 54_000_000);
      const answers = await Promise.all(
        Array.from({ length: 4 }, (_, at) => clara.put(path(`/at-${at}`), work('a'.repeat(2_500_000)))),
      );
      expect(answers.map(({ status }) => status).filter((status) => ![204, 413].includes(status))).toEqual(
        [],
      );
      const kept = await rowsOf(server.strapi, ROWS).findMany({ where: { userId: clarasId } });
      const total = (kept as unknown as { bytes: number }[]).reduce((sum, { bytes }) => sum + bytes, 0);
      expect(total).toBeLessThanOrEqual(60_000_000);
      // Of those that come at a time, each may find the others in its way.
      await insert('more', 5_000_000);
      expect(await clara.put(path('/later'), work('a'.repeat(5_900_000)))).toMatchObject(FULL);
    });

    it('in bytes, and what was kept of a form stays when its next version finds no room', async () => {
      await insert('much', 54_000_000);
      const forms = Array.from({ length: 4 }, (_, at) => `grows-${at}`);
      for (const form of forms) expect((await clara.put(path(`/${form}`), work('before'))).status).toBe(204);
      const store = serviceOf(server.strapi, 'unsaved-work');
      const longer = work('a'.repeat(2_500_000));
      const outcomes = await Promise.allSettled(
        forms.map((form) => store.keep(clarasId, UID.post, form, longer)),
      );
      // There is room for two of them, whichever come first.
      expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(2);
      const titles = await Promise.all(forms.map((form) => titleOf(clara, form)));
      expect(titles.map(({ length }) => length).sort((a, b) => a - b)).toEqual([6, 6, 2_500_000, 2_500_000]);
    });
  });

  it('goes after a month, and with its user', async () => {
    const service = serviceOf(server.strapi, 'unsaved-work');
    const day = 86_400_000;
    await service.prune(Date.now() + 29 * day);
    expect((await found(anna)).length).toBeGreaterThan(0);
    const { panel, id } = await signInWith(server.strapi, contentPermissions(server.strapi, [UID.post]));
    await panel.put(path('/f6'), work('Mine'));
    await rowsOf(server.strapi, 'admin::user').delete({ where: { id } });
    await service.prune(Date.now());
    expect(await rowsOf(server.strapi, ROWS).count({ where: { userId: id } })).toBe(0);
    expect(await rowsOf(server.strapi, ROWS).count({ where: { userId: annasId } })).toBeGreaterThan(0);
    await service.prune(Date.now() + 31 * day);
    expect(await rowsOf(server.strapi, ROWS).count({})).toBe(0);
  });
});
