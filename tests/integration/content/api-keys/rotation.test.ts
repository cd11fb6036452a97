import type { WebsiteKeys, OldKeyPeriod } from '../../../../src/plugins/content-delivery/contracts/websites';
import { unique, UID, type TestWebsite } from '../../../fixtures/content';
import {
  contentPermissions,
  signInAsSuperAdmin,
  signInWith,
  type AdminPanel,
  type Answer,
  LISTED_WEBSITES,
} from '../../../support/admin-panel';
import { resumeClock, stopClockAt } from '../../../support/clock';
import { databaseKind } from '../../../support/databases';
import { dumpDatabase, rowsOf } from '../../../support/documents';
import { race, times } from '../../../support/violations';
import { expectExactly, targets, withWarmingServer } from '../../../support/warmed';

const ROTATE = { action: 'plugin::content-delivery.api-key.rotate', subject: null };
const REVEAL = { action: 'plugin::content-delivery.api-key.reveal', subject: null };
const NOON = '2031-05-01T12:00:00.000Z';

const after = (milliseconds: number): string => new Date(Date.parse(NOON) + milliseconds).toISOString();
const HOUR = 3_600_000;

describe('the rotation of an API key', () => {
  const { server, content, api, site } = withWarmingServer();
  let panel: AdminPanel;
  let website: TestWebsite;

  beforeAll(async () => {
    panel = await signInAsSuperAdmin(server.strapi);
  });
  beforeEach(async () => {
    website = await site();
    await content.post(website.documentId, { slug: 'post' });
  });
  afterEach(resumeClock);

  const path = (id: string, rest: string) => `/content-delivery/websites/${id}${rest}`;
  const keysOf = async (id = website.documentId, by = panel): Promise<WebsiteKeys> => {
    const { body } = await by.get('/content-delivery/websites');
    const { keys } = (body.data as { documentId: string; keys: WebsiteKeys }[]).find(
      ({ documentId }) => documentId === id,
    ) ?? { keys: null };
    if (!keys) throw new Error('The website is not on the page.');
    return keys;
  };
  const rotate = async (
    oldKeyWorksFor: OldKeyPeriod,
    { id = website.documentId, by = panel, currentKey = '' } = {},
  ): Promise<Answer> =>
    by.post(path(id, '/api-key/rotate'), {
      currentKey: currentKey || (await keysOf(id)).current?.id,
      oldKeyWorksFor,
    });
  const dataOf = (answer: Answer): WebsiteKeys => {
    expect(answer.status).toBe(200);
    return (answer.body as unknown as { data: WebsiteKeys }).data;
  };
  const reveal = async (id = website.documentId): Promise<string> => {
    const { status, body } = await panel.get(path(id, '/api-key'));
    expect(status).toBe(200);
    return (body.data as { apiKey: string }).apiKey;
  };
  const endOld = (keyId: string, id = website.documentId, by = panel) =>
    by.delete(path(id, `/old-api-keys/${keyId}`));

  /** Asks for each key in turn, and has what is answered remembered. */
  const works = async (key: string): Promise<boolean> => {
    const { status } = await api.get(targets.post({ key }, 'post'));
    expect([200, 401]).toContain(status);
    return status === 200;
  };

  it.each<[OldKeyPeriod, number]>([
    ['hour', HOUR],
    ['day', 24 * HOUR],
    ['week', 7 * 24 * HOUR],
  ])(
    'lets the old key work for one more %s, to the millisecond, and the new one from now on',
    async (period, time) => {
      const old = website.key;
      await api.warm(targets.post({ key: old }, 'post'), { slug: 'post' });
      stopClockAt(NOON);
      panel = await signInAsSuperAdmin(server.strapi);
      const keys = dataOf(await rotate(period));
      expect(keys.old?.validUntil).toBe(after(time));
      expect(await keysOf()).toEqual(keys);
      const next = await reveal();
      expect(next).toMatch(/^cdk_/);
      expect(next).not.toBe(old);

      for (const [moment, oldWorks] of [
        [after(0), true],
        [after(time - 1), true],
        [after(time), false],
        [after(time + 1), false],
      ] as const) {
        stopClockAt(moment);
        for (const target of [targets.post, targets.posts]) {
          for (let again = 0; again < 2; again += 1) {
            expectExactly(await api.get(target({ key: old }, 'post')), oldWorks ? {} : 401);
            expectExactly(await api.get(target({ key: next }, 'post')), {});
          }
        }
      }
      resumeClock();
      panel = await signInAsSuperAdmin(server.strapi);
    },
  );

  it('ends the old key at once when it is not to work any longer', async () => {
    const old = website.key;
    await api.warm(targets.post({ key: old }, 'post'), { slug: 'post' });
    const keys = dataOf(await rotate('none'));
    expect(keys.old).toBeNull();
    expect([await works(old), await works(await reveal())]).toEqual([false, true]);
    // Not even for a clock that is behind.
    stopClockAt('2001-01-01T00:00:00.000Z');
    expect(await works(old)).toBe(false);
  });

  it('shows masks of both keys, and reveals the new one only', async () => {
    const old = unique('a-long-enough-key');
    website = await site({ apiKey: old });
    const answer = await rotate('day');
    const { current, old: before } = dataOf(answer);
    const next = await reveal();
    expect(before?.mask).toBe(`••••••••${old.slice(-4)}`);
    expect(current?.mask).toBe(`cdk_••••••••${next.slice(-4)}`);
    expect(current?.id).not.toBe(before?.id);
    for (const key of [old, next]) expect(JSON.stringify(answer.body)).not.toContain(key);
    const entry = await server.strapi.documents(UID.website).findOne({ documentId: website.documentId });
    expect(entry?.['apiKey']).toBe(current?.mask);
    const dump = await dumpDatabase(server.strapi);
    for (const key of [old, next]) expect(dump).not.toContain(key);
  });

  it('can have the old key ended at once', async () => {
    const old = website.key;
    const { old: before } = dataOf(await rotate('week'));
    await api.warm(targets.post({ key: old }, 'post'), { slug: 'post' });
    const next = await reveal();
    expect(dataOf(await endOld(before?.id ?? '')).old).toBeNull();
    expect([await works(old), await works(next)]).toEqual([false, true]);
    expect((await keysOf()).old).toBeNull();
    // Twice is once.
    expect((await endOld(before?.id ?? '')).status).toBe(200);
    expect(await works(next)).toBe(true);
  });

  it('never has the current key, or a key of another website, ended', async () => {
    const other = await site();
    const { current } = await keysOf();
    dataOf(await rotate('week', { id: other.documentId }));
    const { old: foreign } = await keysOf(other.documentId);
    for (const id of [current?.id, foreign?.id, 'none']) expect((await endOld(id ?? '')).status).toBe(404);
    expect([await works(website.key), (await keysOf(other.documentId)).old?.id]).toEqual([true, foreign?.id]);
  });

  it('once more ends the key before the old one, so that two work at most', async () => {
    const first = website.key;
    await rotate('week');
    const second = await reveal();
    await rotate('day');
    const third = await reveal();
    expect([await works(first), await works(second), await works(third)]).toEqual([false, true, true]);
  });

  it('of one key by several people at once takes place once; the others are told', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { current } = await keysOf();
      const before = await reveal();
      const answers = await Promise.all(times(5, () => rotate('week', { currentKey: current?.id ?? '' })));
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([200, 409, 409, 409, 409]);
      const refused = answers.find(({ status }) => status === 409);
      expect(refused?.body.error?.message).toMatch(/Another editor has replaced this API key/);
      const keys = await keysOf();
      expect(keys.old?.id).toBe(current?.id);
      expect([await works(before), await works(await reveal())]).toEqual([true, true]);
      expect(await validRows()).toBe(2);
    }
  });

  const validRows = (id = website.documentId): Promise<number> =>
    rowsOf(server.strapi, 'plugin::content-delivery.api-key').count({
      where: { website: id, $or: [{ validUntil: null }, { validUntil: { $gt: new Date() } }] },
    });

  it('beside somebody who sets another key leaves one current key, and two at most', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { current } = await keysOf();
      const given = unique('given');
      await race<unknown>([
        () => rotate('week', { currentKey: current?.id ?? '' }),
        () => content.update(UID.website, website.documentId, { apiKey: given }),
        () => rotate('hour', { currentKey: current?.id ?? '' }),
      ]);
      expect(await validRows()).toBeLessThanOrEqual(2);
      const key = await reveal();
      expect(await works(key)).toBe(true);
      expect(
        await rowsOf(server.strapi, 'plugin::content-delivery.api-key').count({
          where: { website: website.documentId, validUntil: null },
        }),
      ).toBe(1);
    }
  });

  it('is undone with all that it changed when it fails half way', async () => {
    const before = await keysOf();
    const spy = jest.spyOn(server.strapi.service('admin::encryption') as never, 'encrypt' as never);
    spy.mockImplementation((() => null) as never);
    jest.spyOn(server.strapi.log, 'error').mockImplementation(() => server.strapi.log);
    try {
      expect((await rotate('week', { currentKey: before.current?.id ?? '' })).status).toBe(500);
    } finally {
      jest.restoreAllMocks();
    }
    expect(await keysOf()).toEqual(before);
    expect(await works(website.key)).toBe(true);
  });

  it('is followed by a key set by hand: then that is the only one', async () => {
    const old = website.key;
    await rotate('week');
    const rotated = await reveal();
    const given = unique('given');
    await content.update(UID.website, website.documentId, { apiKey: given });
    expect([await works(old), await works(rotated), await works(given)]).toEqual([false, false, true]);
    // The website may take its old key back.
    await content.update(UID.website, website.documentId, { apiKey: old });
    expect([await works(old), await works(given)]).toEqual([true, false]);
  });

  it('ends with the website: neither key works, and neither is given to another one', async () => {
    const empty = await site();
    await rotate('week', { id: empty.documentId });
    const next = await reveal(empty.documentId);
    await content.remove(UID.website, empty.documentId);
    for (const key of [empty.key, next]) {
      expectExactly(await api.get(targets.terms({ key })), 401);
      await expect(site({ apiKey: key })).rejects.toThrow(/belongs, or once belonged/);
    }
  });

  it.each([
    [{}],
    [{ currentKey: '' }],
    [{ currentKey: 1, oldKeyWorksFor: 'hour' }],
    [{ currentKey: 'a\0b', oldKeyWorksFor: 'hour' }],
    [{ currentKey: 'x', oldKeyWorksFor: 'year' }],
    [{ currentKey: 'x', oldKeyWorksFor: 'toString' }],
    [{ currentKey: 'x', oldKeyWorksFor: ['hour'] }],
  ])('refuses %j', async (body) => {
    expect((await panel.post(path(website.documentId, '/api-key/rotate'), body)).status).toBe(400);
    expect(await works(website.key)).toBe(true);
  });

  // What forms send, and who may: no database can change that.
  if (databaseKind() === 'sqlite') {
    describe('by hand', () => {
      const NEW = () => unique('the key of the front end');
      const replace = async (newKey: unknown, oldKeyWorksFor: OldKeyPeriod = 'none', by = panel) =>
        by.post(path(website.documentId, '/api-key/replace'), {
          currentKey: (await keysOf()).current?.id,
          newKey,
          oldKeyWorksFor,
        });
      const form = (data: Record<string, unknown>) =>
        panel.put(`/content-manager/collection-types/${UID.website}/${website.documentId}`, data);

      it('replaces a key at once, or lets the old one work for a while, and logs neither', async () => {
        const logged = jest.spyOn(server.strapi.log, 'info');
        const [first, second] = [NEW(), NEW()];
        const keys = dataOf(await replace(first, 'day'));
        expect([await works(website.key), await works(first)]).toEqual([true, true]);
        expect(JSON.stringify(keys)).not.toContain(first);
        expect(keys.current?.isWeak).toBe(false);
        expect(dataOf(await replace(second)).old).toBeNull();
        expect([await works(website.key), await works(first), await works(second)]).toEqual([
          false,
          false,
          true,
        ]);
        // One that the website had before may come back.
        dataOf(await replace(first));
        expect([await works(first), await works(second)]).toEqual([true, false]);
        expect((await replace(first)).status).toBe(400);
        expect(JSON.stringify(logged.mock.calls)).not.toContain(first);
        logged.mockRestore();
      });

      it.each([
        ['short', 'fifteen-letters'],
        ['', ''],
        ['no text', 1],
        ['of other scripts', 'ключ-ключ-ключ-ключ'],
        ['with a space at its end', 'sixteen-letters-and '],
        ['a mask', 'cdk_••••••••abcd'],
        ['a mask that was edited', 'cdk_••••••••abcdx'],
        ['a mask of other dots', 'cdk_●●●●●●●●abcd-more'],
      ])('refuses a key that is %s, at its field, on each way of the panel', async (_what, key) => {
        const answers = [await replace(key), ...(key === 1 ? [] : [await form({ apiKey: key })])];
        for (const { status, body } of answers) {
          if (key === 'cdk_••••••••abcd' && status === 200) throw new Error('A foreign mask was taken.');
          expect(status).toBe(400);
          if (key !== '' && typeof key === 'string' && key.length > 3) {
            expect(JSON.stringify(body)).not.toContain(key);
          }
        }
        expect(await works(website.key)).toBe(true);
        expect(await works(String(key) || 'x')).toBe(false);
      });

      it('is no matter of the form, whose right does not include it', async () => {
        const { status, body } = await form({ apiKey: unique('the key of the front end') });
        expect([status, body.error?.message]).toEqual([400, expect.stringContaining('Replace key …')]);
        expect(await works(website.key)).toBe(true);
        // Longer than the column: Strapi's own refusals hold what was sent.
        const long = unique('x'.repeat(300));
        for (const answer of [
          await form({ apiKey: long }),
          await panel.post(`/content-manager/collection-types/${UID.website}`, {
            name: unique('name'),
            apiKey: long,
          }),
        ]) {
          expect(answer.status).toBe(400);
          expect(JSON.stringify(answer.body)).not.toContain(long);
        }
      });

      it('is refused for a key of another website, and for who may not rotate', async () => {
        const other = await site({ apiKey: NEW() });
        expect((await replace(other.key)).status).toBe(400);
        const types = contentPermissions(server.strapi, [UID.website], []);
        const user = await signInWith(server.strapi, [...types, REVEAL]);
        expect((await replace(NEW(), 'none', user.panel)).status).toBe(403);
        expect(await works(website.key)).toBe(true);
      });

      it('leaves the key alone when a form gives its mask back, also that of an earlier key', async () => {
        const first = NEW();
        dataOf(await replace(first));
        const { apiKey } = (
          await panel.get(`/content-manager/collection-types/${UID.website}/${website.documentId}`)
        ).body.data as { apiKey: string };
        const second = NEW();
        dataOf(await replace(second));
        expect((await form({ name: unique('name'), apiKey })).status).toBe(200);
        expect(await works(second)).toBe(true);
        const edited = `${apiKey.slice(0, -1)}${apiKey.endsWith('x') ? 'y' : 'x'}`;
        expect((await form({ apiKey: edited })).status).toBe(400);
        await expect(content.update(UID.website, website.documentId, { apiKey: edited })).rejects.toThrow(
          /mask/,
        );
        await expect(
          content.update(UID.website, website.documentId, { apiKey: `${apiKey}x` }),
        ).rejects.toThrow(/mask/);
        expect([await works(second), await works(edited), await works(`${apiKey}x`)]).toEqual([
          true,
          false,
          false,
        ]);
      });

      it('is possible when a website is created, and recommended for a weak key that was brought along', async () => {
        const create = (data: Record<string, unknown>) =>
          panel.post(`/content-manager/collection-types/${UID.website}`, {
            name: unique('website'),
            kind: 'nextjs',
            scheduledPosts: 'include',
            ...data,
          });
        const given = NEW();
        const account = { connect: [{ documentId: (await content.defaultAccount()).documentId }] };
        expect((await create({ apiKey: given, account })).status).toBe(201);
        expectExactly(await api.get(targets.terms({ key: given })), {});
        for (const apiKey of ['short', 'cdk_••••••••abcd', '••••', 'ключ-ключ-ключ-ключ']) {
          expect([apiKey, (await create({ apiKey, account })).status]).toEqual([apiKey, 400]);
        }
        const weak = await site({ apiKey: 'ß' });
        expect((await keysOf(weak.documentId)).current?.isWeak).toBe(true);
      });
    });

    it('finds nothing under what is no id', async () => {
      const { current } = await keysOf();
      for (const id of ['a%00b', '%25', '..%2F', website.documentId.toUpperCase()]) {
        const body = { currentKey: current?.id, oldKeyWorksFor: 'hour' };
        expect([id, (await panel.post(path(id, '/api-key/rotate'), body)).status]).toEqual([id, 404]);
        expect([id, (await panel.get(path(id, '/api-key'))).status]).toEqual([id, 404]);
        expect([id, (await endOld(id)).status]).toEqual([id, 404]);
      }
    });

    it('is a permission of its own, for websites that the user may see', async () => {
      const types = contentPermissions(server.strapi, [UID.website], [LISTED_WEBSITES]);
      const { current } = await keysOf();
      const attempt = async (permissions: Parameters<typeof signInWith>[1], listed: boolean) => {
        const user = await signInWith(server.strapi, permissions);
        if (listed) await content.update(UID.website, website.documentId, { editors: [user.id] });
        return [
          (await rotate('week', { by: user.panel, currentKey: current?.id ?? '' })).status,
          (await endOld('none', website.documentId, user.panel)).status,
          (await user.panel.get(path(website.documentId, '/api-key'))).status,
        ];
      };
      // 404 for the old key that there is none of.
      expect(await attempt([], false)).toEqual([403, 403, 403]);
      expect(await attempt(types, true)).toEqual([403, 403, 403]);
      expect(await attempt([...types, REVEAL], true)).toEqual([403, 403, 200]);
      expect(await attempt([ROTATE, REVEAL], true)).toEqual([403, 403, 403]);
      expect(await attempt([...types, ROTATE, REVEAL], false)).toEqual([404, 404, 404]);
      expect(await works(website.key)).toBe(true);
      expect(await attempt([...types, ROTATE], true)).toEqual([200, 404, 403]);
    });

    it('is closed to everybody who is not signed in', async () => {
      for (const [method, target] of [
        ['GET', '/content-delivery/websites'],
        ['GET', path(website.documentId, '/api-key')],
        ['POST', path(website.documentId, '/api-key/rotate')],
        ['POST', path(website.documentId, '/api-key/replace')],
        ['DELETE', path(website.documentId, '/old-api-keys/x')],
      ] as const) {
        const { status, text } = await api.send(method, `${target}?apiKey=${website.key}`);
        expect(status).toBe(401);
        expect(text).not.toContain(website.key);
      }
    });
  }
});
