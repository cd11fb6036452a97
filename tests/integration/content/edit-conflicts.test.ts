import type { OpenedVersion } from '../../../src/plugins/content-delivery/contracts/editing';
import { UID, unique } from '../../fixtures/content';
import { contentPermissions, signInWith, type AdminPanel, type Answer } from '../../support/admin-panel';
import { rowsOf } from '../../support/documents';
import { withServer } from '../../support/with-server';

const entries = (uid: string, rest = '') => `/content-manager/collection-types/${uid}${rest}`;
const FIELD = 'openedVersion';

/** A field of each type that can be changed by itself. */
const CHANGEABLE: Record<string, string> = {
  [UID.account]: 'name',
  [UID.website]: 'name',
  [UID.category]: 'name',
  [UID.tag]: 'name',
  [UID.author]: 'name',
  [UID.post]: 'title',
  [UID.link]: 'url',
  [UID.campaign]: 'name',
  [UID.page]: 'metaTitle',
};
const TYPES = Object.keys(CHANGEABLE);

describe('an entry that somebody else has saved since it was opened', () => {
  const { server, content, asSuperAdmin } = withServer();
  const anna = asSuperAdmin();
  const boris = asSuperAdmin();
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    const account = (await content.account()).documentId;
    const website = (await content.website({ account })).documentId;
    const campaign = (await content.campaign(website)).documentId;
    Object.assign(ids, {
      [UID.account]: account,
      [UID.website]: website,
      [UID.category]: (await content.category(website)).documentId,
      [UID.tag]: (await content.tag(website)).documentId,
      [UID.author]: (await content.author(website)).documentId,
      [UID.post]: (await content.draft(website)).documentId,
      [UID.link]: (await content.link({ account })).documentId,
      [UID.campaign]: campaign,
      [UID.page]: (await content.pageDraft(campaign, { slug: 'page' })).documentId,
    });
  });

  const opened = async (panel: AdminPanel, uid: string, id = ids[uid]) =>
    ((await panel.get(entries(uid, `/${id}`))).body.data as Record<string, unknown>)[FIELD] as OpenedVersion;
  const value = (uid: string) => (uid === UID.link ? `/${unique('path')}` : unique('value'));
  const save = (panel: AdminPanel, uid: string, version: OpenedVersion | undefined, text = value(uid)) =>
    panel.put(entries(uid, `/${ids[uid]}`), { [CHANGEABLE[uid] as string]: text, [FIELD]: version });
  const stored = async (uid: string) =>
    (await rowsOf(server.strapi, uid).findOne({ where: { documentId: ids[uid] } }))?.[
      CHANGEABLE[uid] as string
    ];
  const expectConflict = (answer: Answer) => {
    expect(answer.status).toBe(400);
    expect(answer.body.error?.details.errors).toEqual([
      { path: [FIELD], name: 'ValidationError', message: expect.stringContaining('has saved this entry') },
    ]);
  };

  it.each(TYPES)('%s is not overwritten unasked, and knowingly is', async (uid) => {
    const version = await opened(anna, uid);
    expect(version).toEqual(await opened(boris, uid));
    const first = value(uid);
    expect((await save(boris, uid, version, first)).status).toBe(200);

    expectConflict(await save(anna, uid, version));
    expect(await stored(uid)).toBe(first);

    const newest = await opened(anna, uid);
    expect(newest).not.toEqual(version);
    const second = value(uid);
    expect((await save(anna, uid, newest, second)).status).toBe(200);
    expect(await stored(uid)).toBe(second);
  });

  it.each(TYPES)('%s: of several who save the same version at once, one is not refused', async (uid) => {
    const version = await opened(anna, uid);
    const texts = [value(uid), value(uid), value(uid), value(uid)];
    const answers = await Promise.all(texts.map((text, i) => save(i % 2 ? anna : boris, uid, version, text)));
    const done = texts.filter((_, i) => answers[i]?.status === 200);
    expect(done).toEqual([await stored(uid)]);
    for (const answer of answers.filter(({ status }) => status !== 200)) expectConflict(answer);
  });

  describe('a save that met with another writer, and was taken back by the database', () => {
    /** Has the next writes of this kind end as PostgreSQL ends one of two that wait for each other. */
    const meetOnce = (uid: string, times = 1) => {
      let left = times;
      const meet = (): void => {
        left -= 1;
        if (left >= 0) throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
      };
      const subscriber = { models: [uid], afterUpdate: meet };
      server.strapi.db.lifecycles.subscribe(subscriber as never);
      return { left: () => left, rest: () => (left = 0) };
    };

    it('is made again, once', async () => {
      const version = await opened(anna, UID.post);
      const text = value(UID.post);
      const meeting = meetOnce(UID.post, 2);
      expect((await save(anna, UID.post, version, text)).status).toBe(200);
      expect(meeting.left()).toBeLessThan(0);
      expect(await stored(UID.post)).toBe(text);
      expectConflict(await save(boris, UID.post, version));
    });

    it('overwrites nothing that somebody else has saved meanwhile', async () => {
      const version = await opened(anna, UID.post);
      await save(boris, UID.post, version, 'Of Boris');
      meetOnce(UID.post);
      expectConflict(await save(anna, UID.post, version));
      expect(await stored(UID.post)).toBe('Of Boris');
    });

    it('is explained where it does not pass, and in the transaction of somebody else', async () => {
      const meeting = meetOnce(UID.post, 100);
      try {
        const answer = await save(anna, UID.post, await opened(anna, UID.post));
        expect([answer.status, answer.body.error?.message]).toEqual([
          400,
          expect.stringContaining('Another editor was saving at the same moment'),
        ]);
        const before = meeting.left();
        await expect(
          server.strapi.db.transaction(() =>
            content.update(UID.post, ids[UID.post] ?? '', { title: 'Other' }),
          ),
        ).rejects.toThrow('Another editor was saving at the same moment');
        expect(meeting.left()).toBe(before - 1);
      } finally {
        meeting.rest();
      }
    });
  });

  it('says who has saved it and when', async () => {
    const user = await signInWith(server.strapi, contentPermissions(server.strapi, [UID.post]));
    await rowsOf(server.strapi, 'admin::user').update({
      where: { id: user.id },
      data: { firstname: 'Clara', lastname: 'Novak' },
    });
    const version = await opened(anna, UID.post);
    expect((await save(user.panel, UID.post, version)).status).toBe(200);
    const refused = await save(anna, UID.post, version);
    expect(refused.body.error?.message).toContain('Clara Novak');
    expect(refused.body.error?.message).toContain(
      `${(await opened(anna, UID.post)).savedAt.slice(0, 16).replace('T', ' ')} UTC`,
    );
  });

  it('is not published with an older text, nor published at all', async () => {
    const post = await content.draft(ids[UID.website] as string);
    const version = await opened(anna, UID.post, post.documentId);
    const path = entries(UID.post, `/${post.documentId}`);
    await boris.put(path, { title: 'Newer', [FIELD]: version });
    expectConflict(await anna.post(`${path}/actions/publish`, { title: 'Older', [FIELD]: version }));
    const rows = await rowsOf(server.strapi, UID.post).findMany({ where: { documentId: post.documentId } });
    expect(rows.map((row) => [row['title'], row['publishedAt']])).toEqual([['Newer', null]]);

    const newest = await opened(anna, UID.post, post.documentId);
    const published = await anna.post(`${path}/actions/publish`, { title: 'Mine', [FIELD]: newest });
    expect(published.status).toBe(200);
    expect(await opened(anna, UID.post, post.documentId)).not.toEqual(newest);
  });

  it('is told also when the other change came from elsewhere', async () => {
    const version = await opened(anna, UID.post);
    await content.update(UID.post, ids[UID.post] as string, { metaTitle: 'By a script' });
    expectConflict(await save(anna, UID.post, version));
  });

  it('is guarded for roles that may not read all fields', async () => {
    const { panel } = await signInWith(
      server.strapi,
      contentPermissions(server.strapi, [UID.post]).map((permission) =>
        permission.properties ? { ...permission, properties: { fields: ['title'] } } : permission,
      ),
    );
    const version = await opened(panel, UID.post);
    expect((await save(anna, UID.post, version)).status).toBe(200);
    expectConflict(await save(panel, UID.post, version));
    expect((await save(panel, UID.post, await opened(panel, UID.post))).status).toBe(200);
  });

  it('can be written by callers that say nothing of versions', async () => {
    expect((await save(anna, UID.post, undefined)).status).toBe(200);
  });

  it('is saved several times in a row by one editor, with the version that each saving answers', async () => {
    const answered = async (version: OpenedVersion) => {
      const answer = await save(anna, UID.post, version);
      expect(answer.status).toBe(200);
      return (answer.body.data as Record<string, OpenedVersion>)[FIELD] as OpenedVersion;
    };
    const second = await answered(await opened(anna, UID.post));
    expect(second).toEqual(await opened(anna, UID.post));
    await answered(await answered(second));
  });
});

describe('the version that a form carries', () => {
  const { server, asSuperAdmin } = withServer();
  const panel = asSuperAdmin();

  it('is an attribute for the forms of the plugin’s types only, and is in no list or view setting', async () => {
    const { body } = await panel.get('/content-manager/init');
    const types = (body.data as { contentTypes: { uid: string; attributes: object }[] }).contentTypes;
    const carrying = types.filter(({ attributes }) => FIELD in attributes).map(({ uid }) => uid);
    expect(carrying.sort()).toEqual([...TYPES].sort());
    const { body: settings } = await panel.get(`/content-manager/content-types/${UID.post}/configuration`);
    expect(JSON.stringify(settings)).not.toContain(FIELD);
    const list = await panel.get(entries(UID.account));
    expect(JSON.stringify(list.body)).not.toContain(FIELD);
  });

  it('is stored nowhere', () => {
    for (const uid of TYPES)
      expect(server.strapi.contentType(uid as never)['attributes']).not.toHaveProperty(FIELD);
  });
});
