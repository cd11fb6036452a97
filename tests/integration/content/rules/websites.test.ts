import { randomBytes } from 'node:crypto';
import request from 'supertest';
import { unique } from '../../../fixtures/content';
import { dumpDatabase, stored, type Data } from '../../../support/documents';
import { withServer } from '../../../support/with-server';
import { expectRefusedAt, race, times, violationOf } from '../../../support/violations';
import { serviceOf } from '../../../support/services';

const WEBSITE = 'api::website.website';
const ACCOUNT = 'api::account.account';

const { server, content, documentsOf, rowsOf } = withServer();
const websites = documentsOf(WEBSITE);
const accounts = documentsOf(ACCOUNT);

/** A website of whichever account, so that it does not matter how many there are. */
const make = async (data: Data = {}) => {
  const account = data['account'] ?? (await accounts.findFirst({}))?.documentId;
  return websites.create({ data: { name: unique('website'), ...data, account } });
};
const reveal = (documentId: string): Promise<string | null> =>
  serviceOf(server.strapi, 'api-keys').reveal(documentId);
const statusFor = async (apiKey: string) =>
  (await request(server.strapi.server.httpServer).get('/api/blog').query({ apiKey })).status;

it('a website has a name', async () => {
  await expectRefusedAt('name', make({ name: null }));
});

describe('a website, a campaign or an account that still has content', () => {
  const expectHeld = async (write: Promise<unknown>, message: string) => {
    expect((await violationOf(write)).message).toContain(message);
  };

  it('is not deleted; the error says what and how many', async () => {
    const { documentId } = await make({ name: 'Full' });
    const remove = () => websites.delete({ documentId });
    await content.category(documentId);
    await expectHeld(remove(), 'The website "Full" still has 1 category.');
    await content.category(documentId);
    await content.tag(documentId);
    await expectHeld(remove(), 'still has 2 categories and 1 tag.');
    await content.tag(documentId);
    // A draft and its live version are one post.
    await content.post(documentId);
    await content.campaign(documentId);
    await expectHeld(remove(), 'still has 1 post, 2 categories, 2 tags and 1 pSEO campaign.');
    await content.draft(documentId);
    await content.campaign(documentId);
    await expectHeld(remove(), 'still has 2 posts, 2 categories, 2 tags and 2 pSEO campaigns.');
    expect(await statusFor((await reveal(documentId)) ?? '')).toBe(200);
  });

  it('is not deleted when it has a live version that is about to leave', async () => {
    const [from, to] = [await make(), await make()];
    const post = await content.post(from.documentId);
    await documentsOf('api::post.post').update({
      documentId: post.documentId,
      data: { website: to.documentId },
    });
    await expectHeld(websites.delete({ documentId: from.documentId }), 'still has 1 post.');
  });

  it('is not deleted when it is a campaign with pages', async () => {
    const { documentId } = await content.campaign((await make()).documentId, { name: 'Full' });
    const campaigns = documentsOf('api::pseo-campaign.pseo-campaign');
    await content.page(documentId, { slug: 'one' });
    await expectHeld(campaigns.delete({ documentId }), 'The campaign "Full" still has 1 page.');
    await content.pageDraft(documentId, { slug: 'two' });
    await expectHeld(campaigns.delete({ documentId }), 'still has 2 pages.');
    const pages = documentsOf('api::pseo-page.pseo-page');
    for (const page of await pages.findMany({ filters: { campaign: { documentId } } })) {
      await pages.delete({ documentId: page.documentId });
    }
    await campaigns.delete({ documentId });
  });

  it('is not deleted when it is an account with websites or links', async () => {
    const account = (await content.account({ name: 'Full' })).documentId;
    const remove = () => accounts.delete({ documentId: account });
    await content.link({ account });
    await expectHeld(remove(), 'The account "Full" still has 1 internal link.');
    await content.link({ account });
    const website = await make({ account });
    await expectHeld(remove(), 'still has 1 website and 2 internal links.');
    const second = await make({ account });
    await expectHeld(remove(), 'still has 2 websites and 2 internal links.');
    for (const { documentId } of [website, second]) await websites.delete({ documentId });
    const links = documentsOf('api::internal-link.internal-link');
    for (const { documentId } of await links.findMany({ filters: { account: { documentId: account } } })) {
      await links.delete({ documentId });
    }
    await remove();
    expect(await accounts.findOne({ documentId: account })).toBeNull();
  });

  it('is not deleted below the document service either', async () => {
    // Several empty ones, as nothing says in which order the database goes through them.
    const empty = await Promise.all(times(8, () => make()));
    const { documentId } = await make();
    await content.tag(documentId);
    const before = await stored(server.strapi, WEBSITE);
    const rows = rowsOf(WEBSITE);
    await expectHeld(rows.delete({ where: { documentId } }), 'still has 1 tag');
    await expectHeld(
      rows.deleteMany({
        where: { documentId: { $in: [...empty.map((site) => site.documentId), documentId] } },
      }),
      'still has 1 tag',
    );
    await expectHeld(rowsOf(ACCOUNT).deleteMany({ where: {} }), 'still has');
    expect(await stored(server.strapi, WEBSITE)).toEqual(before);
    for (const site of empty) {
      expect(await statusFor((await reveal(site.documentId)) ?? '')).toBe(200);
    }
  });

  it('is deleted once it is empty', async () => {
    const { documentId } = await make();
    const tag = await content.tag(documentId);
    await documentsOf('api::tag.tag').delete({ documentId: tag.documentId });
    await websites.delete({ documentId });
    expect(await websites.findOne({ documentId })).toBeNull();
  });

  it('leaves nothing without a website when it is deleted while content is created', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { documentId } = await make();
      await race<unknown>([
        ...times(3, () => () => content.post(documentId)),
        () => websites.delete({ documentId }),
        ...times(2, () => () => content.tag(documentId)),
        () => content.campaign(documentId),
      ]);
    }
    for (const uid of ['api::post.post', 'api::tag.tag', 'api::pseo-campaign.pseo-campaign']) {
      const orphans = await rowsOf(uid).count({ where: { website: { id: { $null: true } } } });
      expect([uid, orphans]).toEqual([uid, 0]);
    }
  });
});

describe('an API key', () => {
  const MASK = /^(cdk_)?•+.{0,4}$/u;

  it('that is missing is made: with its prefix, long, and never the same', async () => {
    const made = await Promise.all(times(30, (i) => make(i % 2 ? {} : { apiKey: [null, ''][(i / 2) % 2] })));
    const keys = await Promise.all(made.map(({ documentId }) => reveal(documentId)));
    expect(new Set(keys).size).toBe(30);
    // 22 characters of base64url are more than 128 bits.
    for (const key of keys) expect(key).toMatch(/^cdk_[A-Za-z0-9_-]{22,}$/);
    expect(await statusFor(keys[0] ?? '')).toBe(200);
  });

  it.each([
    ['usual', () => unique('a-key')],
    ['one character long', () => 'ß'],
    ['255 characters long', () => randomBytes(127).toString('hex') + 'z'],
    ['full of spaces', () => `  ${unique('with some  spaces')}  `],
    ['of other scripts and emoji', () => `${unique('ключ-鍵')}-🔑🔑`],
    ['of characters that mean something in addresses', () => `${unique('a')}&b=c+d%20#?/\\"'<>`],
    ['with a prefix like a made one', () => `cdk_${unique('mine')}`],
    ['like something percent-encoded', () => `${unique('%00%ff')}%`],
  ])('that is %s is taken as it is', async (_what, makeKey) => {
    const key = makeKey();
    const { documentId } = await make({ apiKey: key });
    expect(await reveal(documentId)).toBe(key);
    expect(await statusFor(key)).toBe(200);
    expect(await statusFor(`${key} `)).toBe(401);
    expect(await statusFor(` ${key}`)).toBe(401);
  });

  it('is compared byte for byte', async () => {
    const base = unique('Key');
    const variants = [
      base,
      base.toUpperCase(),
      base.toLowerCase(),
      `${base} `,
      `${base}é`,
      `${base}e\u0301`,
      `${base}e`,
    ];
    const made = await Promise.all(variants.map((apiKey) => make({ apiKey })));
    for (const [i, apiKey] of variants.entries()) {
      expect(await reveal(made[i]?.documentId ?? '')).toBe(apiKey);
      const marker = unique('marker');
      await content.tag(made[i]?.documentId ?? '', marker);
      const answer = await request(server.strapi.server.httpServer).get('/api/taxonomies').query({ apiKey });
      expect((answer.body as { tags: { name: string }[] }).tags.map(({ name }) => name)).toEqual([marker]);
    }
  });

  it('of more than 255 characters is refused', async () => {
    await expectRefusedAt('apiKey', make({ apiKey: 'x'.repeat(256) }));
  });

  it('reads as a mask, whichever way it is read', async () => {
    const key = `secret-${randomBytes(24).toString('hex')}`;
    const created = await make({ apiKey: key });
    const { documentId } = created;
    const account = (await content.account()).documentId;
    const reads = [
      created,
      await websites.findOne({ documentId }),
      await websites.findFirst({ filters: { documentId } }),
      await websites.findMany({ filters: { documentId } }),
      await websites.update({ documentId, data: { name: unique('website'), account } }),
      await rowsOf(WEBSITE).findOne({ where: { documentId } }),
      await rowsOf(WEBSITE).findMany({ where: { documentId } }),
      await accounts.findFirst({ filters: { documentId: account }, populate: ['websites'] }),
      await websites.update({ documentId, data: { apiKey: `${key}2` } }),
      await websites.delete({ documentId }),
    ];
    for (const read of reads) {
      const text = JSON.stringify(read);
      expect(text).toMatch(/"apiKey":"[^"]*•/);
      expect(text).not.toContain(key.slice(0, -4));
    }
  });

  it('shows nothing of itself when it is short', async () => {
    const { apiKey } = await make({ apiKey: 'short-key-abcd' });
    expect(apiKey).toMatch(/^•+$/);
  });

  it('stands nowhere in the database', async () => {
    const given = `given-${randomBytes(24).toString('hex')}`;
    const replacing = `replacing-${randomBytes(24).toString('hex')}`;
    const { documentId } = await make({ apiKey: given });
    await websites.update({ documentId, data: { apiKey: replacing } });
    const generated = (await reveal((await make()).documentId)) ?? '';
    await violationOf(make({ apiKey: given }));
    const dump = await dumpDatabase(server.strapi);
    for (const key of [given, replacing, generated]) {
      expect(dump).not.toContain(key);
      expect(dump).not.toContain(Buffer.from(key).toString('base64').slice(0, 40));
      expect(dump).not.toContain(Buffer.from(key).toString('hex'));
    }
    expect(dump).toContain(documentId);
  });

  describe('is one website’s, ever', () => {
    it('and refused for a second one, which leaves no trace', async () => {
      const apiKey = unique('key');
      const first = await make({ apiKey });
      const before = await stored(server.strapi, WEBSITE);
      await expectRefusedAt('apiKey', make({ apiKey }));
      expect(await stored(server.strapi, WEBSITE)).toEqual(before);
      expect(await reveal(first.documentId)).toBe(apiKey);
    });

    it('and goes to one of parallel updates', async () => {
      const apiKey = unique('key');
      const made = await Promise.all(times(8, () => make()));
      const { done } = await race(
        made.map(
          ({ documentId }) =>
            () =>
              websites.update({ documentId, data: { apiKey } }),
        ),
      );
      expect(done).toHaveLength(1);
      const owners = await Promise.all(made.map(({ documentId }) => reveal(documentId)));
      expect(owners.filter((key) => key === apiKey)).toHaveLength(1);
      expect(owners.every((key) => key !== null)).toBe(true);
    });

    it('even after that website was deleted', async () => {
      const apiKey = unique('key');
      const { documentId } = await make({ apiKey });
      await websites.delete({ documentId });
      expect(await statusFor(apiKey)).toBe(401);
      expect(await reveal(documentId)).toBeNull();
      await expectRefusedAt('apiKey', make({ apiKey }));
      const other = await make();
      await expectRefusedAt('apiKey', websites.update({ documentId: other.documentId, data: { apiKey } }));
      expect(await statusFor(apiKey)).toBe(401);
    });

    it('even after it was replaced', async () => {
      const apiKey = unique('key');
      const { documentId } = await make({ apiKey });
      await websites.update({ documentId, data: { apiKey: unique('key') } });
      await expectRefusedAt('apiKey', make({ apiKey }));
    });

    it('but a creation that failed has used nothing up', async () => {
      const apiKey = unique('key');
      await violationOf(make({ apiKey, url: 'not an address' }));
      await violationOf(
        server.strapi.db.transaction(async () => {
          await make({ apiKey });
          throw new Error('taken back');
        }),
      );
      expect(await statusFor(apiKey)).toBe(401);
      await make({ apiKey });
      expect(await statusFor(apiKey)).toBe(200);
    });
  });

  describe('on an update', () => {
    it('stays when it is given back as it was read, or not given', async () => {
      for (const key of [unique('key'), 'k', `${unique('a-long-enough-key')}🔑`]) {
        const { documentId } = await make({ apiKey: key });
        const apiKey = (await websites.findOne({ documentId }))?.['apiKey'];
        expect(apiKey).toMatch(MASK);
        await websites.update({ documentId, data: { apiKey, name: unique('website') } });
        await websites.update({ documentId, data: { name: unique('website') } });
        expect(await reveal(documentId)).toBe(key);
        expect(await statusFor(key)).toBe(200);
        expect((await websites.findOne({ documentId }))?.['apiKey']).toBe(apiKey);
        await websites.delete({ documentId });
      }
    });

    it('stays when the same key is given once more', async () => {
      const apiKey = unique('key');
      const { documentId } = await make({ apiKey });
      await websites.update({ documentId, data: { apiKey } });
      expect([await reveal(documentId), await statusFor(apiKey)]).toEqual([apiKey, 200]);
    });

    it.each([null, ''])('is refused when it is %p', async (apiKey) => {
      const key = unique('key');
      const { documentId } = await make({ apiKey: key });
      await expectRefusedAt('apiKey', websites.update({ documentId, data: { apiKey } }));
      expect(await statusFor(key)).toBe(200);
    });

    it('that is refused for another reason stays', async () => {
      const [old, next] = [unique('key'), unique('key')];
      const { documentId } = await make({ apiKey: old });
      await expectRefusedAt('url', websites.update({ documentId, data: { apiKey: next, url: 'nowhere' } }));
      await violationOf(
        server.strapi.db.transaction(async () => {
          await websites.update({ documentId, data: { apiKey: next } });
          throw new Error('taken back');
        }),
      );
      expect([await statusFor(old), await statusFor(next)]).toEqual([200, 401]);
      expect(await reveal(documentId)).toBe(old);
    });

    it('is exactly one after parallel updates', async () => {
      const { documentId } = await make();
      const keys = times(6, () => unique('key'));
      const { refused } = await race(
        keys.map((apiKey) => () => websites.update({ documentId, data: { apiKey } })),
      );
      expect(refused).toEqual([]);
      const statuses = [];
      for (const key of keys) statuses.push(await statusFor(key));
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(await reveal(documentId)).toBe(keys[statuses.indexOf(200)]);
    });
  });

  it('of a clone is a new one', async () => {
    const key = unique('key');
    const { documentId } = await make({ apiKey: key });
    const clone = await websites.clone({ documentId, data: { name: unique('website') } });
    const cloned = (await reveal(clone.documentId)) ?? '';
    expect(cloned).toMatch(/^cdk_/);
    expect([await reveal(documentId), await statusFor(key), await statusFor(cloned)]).toEqual([
      key,
      200,
      200,
    ]);
  });

  it('of a clone may be given', async () => {
    const { documentId } = await make();
    const apiKey = unique('key');
    const clone = await websites.clone({ documentId, data: { apiKey } });
    expect(await reveal(clone.documentId)).toBe(apiKey);
    await expectRefusedAt('apiKey', websites.clone({ documentId, data: { apiKey } }));
  });

  it('written below the document service keeps to the same rules', async () => {
    const rows = rowsOf(WEBSITE);
    const apiKey = unique('key');
    const account = await rowsOf(ACCOUNT).findOne({});
    const data = () => ({ name: unique('website'), kind: 'nextjs', account: account?.id, apiKey });
    const row = await rows.create({ data: data() });
    expect(row['apiKey']).toMatch(MASK);
    expect(await statusFor(apiKey)).toBe(200);
    await expectRefusedAt('apiKey', rows.create({ data: data() }));
    await expectRefusedAt('apiKey', rows.update({ where: { id: row.id }, data: { apiKey: '' } }));
    const next = unique('key');
    await rows.update({ where: { id: row.id }, data: { apiKey: next } });
    expect([await statusFor(apiKey), await statusFor(next)]).toEqual([401, 200]);
    await rows.delete({ where: { id: row.id } });
    expect(await statusFor(next)).toBe(401);
  });
});
