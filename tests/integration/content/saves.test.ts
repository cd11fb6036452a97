import { UID, unique } from '../../fixtures/content';
import { contentPermissions, signInAsSuperAdmin, signInWith, type Answer } from '../../support/admin-panel';
import { rowsOf } from '../../support/documents';
import { withServer } from '../../support/with-server';
import { serviceOf } from '../../support/services';

const entries = (uid: string, rest = '') => `/content-manager/collection-types/${uid}${rest}`;
const receipt = (uid: string, save: string) => `/content-delivery/saves/${uid}/${save}`;
const named = (save: string, unanswered?: string) => ({
  'Idempotency-Key': save,
  ...(unanswered !== undefined && { 'X-Content-Delivery-Unanswered': unanswered }),
});
const dataOf = (answer: Answer) => answer.body.data as Record<string, unknown> & { documentId: string };

describe('a save whose answer was lost', () => {
  const { server, content, asSuperAdmin } = withServer();
  const anna = asSuperAdmin();
  let website: string;
  let account: string;

  beforeAll(async () => {
    account = (await content.account()).documentId;
    website = (await content.website({ account })).documentId;
  });

  /** What a form of a new entry sends, by type. */
  const bodyOf = (uid: string): Record<string, unknown> => {
    const name = unique('name');
    const connect = (documentId: string) => ({ connect: [{ documentId }], disconnect: [] });
    if (uid === UID.website) return { name, account: connect(account) };
    if (uid === UID.link) return { keyword: name, url: `/${name}`, account: connect(account) };
    if (uid === UID.post) return { title: name, website: connect(website) };
    if (uid === UID.campaign)
      return { name, titleTemplate: name, slugTemplate: '{{ city }}', website: connect(website) };
    return uid === UID.account ? { name } : { name, website: connect(website) };
  };
  const countOf = (uid: string) => rowsOf(server.strapi, uid).count({});
  const reasonOf = ({ body }: Answer) => (body.error?.details as { reason?: string } | undefined)?.reason;
  const expectReceipt = async (uid: string, save: string, entry: string) => {
    const found = await anna.get(receipt(uid, save));
    expect([found.status, found.body.data]).toEqual([200, { entry, savedAt: expect.any(String) }]);
  };

  it.each([UID.account, UID.website, UID.category, UID.tag, UID.author, UID.post, UID.link, UID.campaign])(
    '%s is created once, however often its form is sent, also at once',
    async (uid) => {
      const save = unique('form');
      const before = await countOf(uid);
      expect((await anna.get(receipt(uid, save))).status).toBe(404);
      const body = bodyOf(uid);
      const tries = await Promise.all(
        [body, body, body].map((one) => anna.post(entries(uid), one, named(save))),
      );
      const created = tries.filter(({ status }) => status === 201);
      expect(created.map(({ status }) => status)).toEqual([201]);
      expect(tries.filter(({ status }) => status !== 201).map(reasonOf)).toEqual(
        Array.from({ length: 2 }, () => 'already created'),
      );
      const late = await anna.post(entries(uid), bodyOf(uid), named(save));
      expect([late.status, reasonOf(late)]).toEqual([400, 'already created']);
      expect(await countOf(uid)).toBe(before + 1);
      await expectReceipt(uid, save, dataOf(created[0] as Answer).documentId);
    },
  );

  it('is no second entry where a new one is published, or copied', async () => {
    const save = unique('form');
    const publish = () => anna.post(entries(UID.post, '/actions/publish'), bodyOf(UID.post), named(save));
    const first = await publish();
    expect(first.status).toBe(200);
    expect(reasonOf(await publish())).toBe('already created');
    await expectReceipt(UID.post, save, dataOf(first).documentId);

    const copy = unique('form');
    const clone = () =>
      anna.post(
        entries(UID.post, `/clone/${dataOf(first).documentId}`),
        { title: unique('copy'), slug: copy },
        named(copy),
      );
    const copied = await clone();
    expect(copied.status).toBe(200);
    expect(reasonOf(await clone())).toBe('already created');
    await expectReceipt(UID.post, copy, dataOf(copied).documentId);
  });

  it('leaves no name behind where it was refused, so that the form can be saved once it is mended', async () => {
    const save = unique('form');
    const refused = await anna.post(entries(UID.post), { title: 'Without a website' }, named(save));
    expect(refused.status).toBe(400);
    expect((await anna.get(receipt(UID.post, save))).status).toBe(404);
    expect((await anna.post(entries(UID.post), bodyOf(UID.post), named(save))).status).toBe(201);
  });

  it.each(['', '/actions/publish'])(
    'is found where an entry was saved%s, with the version',
    async (action) => {
      const { documentId } = dataOf(await anna.post(entries(UID.post), bodyOf(UID.post)));
      const path = entries(UID.post, `/${documentId}`);
      const save = unique('save');
      const send = action === '' ? anna.put : anna.post;
      const opened = dataOf(await anna.get(path))['openedVersion'];
      const body = { title: unique('title'), openedVersion: opened };
      expect((await send(path + action, body, named(save))).status).toBe(200);
      const found = await anna.get(receipt(UID.post, save));
      expect(found.body.data).toEqual({
        entry: documentId,
        savedAt: (dataOf(await anna.get(path))['openedVersion'] as { savedAt: string }).savedAt,
      });

      // The form still rests on the version from before.
      const again = { ...body, title: unique('again') };
      expect((await anna.put(path, again)).status).toBe(400);
      expect((await anna.put(path, again, named(unique('save'), unique('other')))).status).toBe(400);
      expect((await anna.put(path, again, named(unique('save'), `${unique('other')},${save}`))).status).toBe(
        200,
      );
      expect(dataOf(await anna.get(path))['title']).toBe(again.title);
    },
  );

  it('is a conflict still where somebody else has saved since', async () => {
    const boris = await signInAsSuperAdmin(server.strapi);
    const { documentId } = dataOf(await anna.post(entries(UID.post), bodyOf(UID.post)));
    const path = entries(UID.post, `/${documentId}`);
    const openedVersion = dataOf(await anna.get(path))['openedVersion'];
    const save = unique('save');
    await anna.put(path, { title: 'By Anna', openedVersion }, named(save));
    await boris.put(path, { title: 'By Boris' });
    const again = await anna.put(path, { title: 'Again', openedVersion }, named(unique('save'), save));
    expect(again.status).toBe(400);
    expect(dataOf(await anna.get(path))['title']).toBe('By Boris');
    // What another user knows of a save is not theirs.
    const [own, theirs] = [unique('save'), unique('save')];
    const { openedVersion: now } = dataOf(await anna.get(path));
    await anna.put(path, { title: 'By Anna again', openedVersion: now }, named(own));
    expect((await boris.put(path, { title: 'x', openedVersion: now }, named(theirs, own))).status).toBe(400);
  });

  it('is known to who has sent it alone', async () => {
    const save = unique('form');
    await anna.post(entries(UID.post), bodyOf(UID.post), named(save));
    const { panel: boris } = await signInWith(server.strapi, contentPermissions(server.strapi, [UID.post]));
    expect((await boris.get(receipt(UID.post, save))).status).toBe(404);
    expect((await anna.get(receipt(UID.tag, save))).status).toBe(404);
    const { panel: nobody } = await signInWith(server.strapi, contentPermissions(server.strapi, [UID.tag]));
    expect((await nobody.get(receipt(UID.post, save))).status).toBe(403);
    // The same name in another user's form is another entry.
    const own = await boris.post(entries(UID.tag), { name: unique('tag') }, named(save));
    expect(reasonOf(own)).toBeUndefined();
  });

  it('is forgotten in time: a creation after 30 days, anything else after one', async () => {
    const [form, save] = [unique('form'), unique('save')];
    const created = await anna.post(entries(UID.post), bodyOf(UID.post), named(form));
    const path = entries(UID.post, `/${dataOf(created).documentId}`);
    await anna.put(path, { title: unique('title') }, named(save));
    const saves = serviceOf(server.strapi, 'saves');
    const statuses = async () => [
      (await anna.get(receipt(UID.post, form))).status,
      (await anna.get(receipt(UID.post, save))).status,
    ];
    const DAY = 86_400_000;
    await saves.prune(Date.now(), () => true);
    expect(await statuses()).toEqual([200, 200]);
    await saves.prune(Date.now() + 2 * DAY, () => true);
    expect(await statuses()).toEqual([200, 404]);
    await saves.prune(Date.now() + 31 * DAY, () => true);
    expect(await statuses()).toEqual([404, 404]);
  });

  it('is not recorded without a name, or with one that is none', async () => {
    const before = await server.strapi.db.connection('content_delivery_saves').count();
    await anna.post(entries(UID.post), bodyOf(UID.post));
    await anna.post(entries(UID.post), bodyOf(UID.post), named('a name'));
    await anna.post(entries(UID.post), bodyOf(UID.post), named('x'.repeat(65)));
    expect(await server.strapi.db.connection('content_delivery_saves').count()).toEqual(before);
  });
});
