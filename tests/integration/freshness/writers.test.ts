import { unique, UID } from '../../fixtures/content';
import { expectExactly, targets, withWarmingServer } from '../../support/warmed';
import { witnessOf, type Way } from './witnessed';

const { posts, post, links, pages, page, terms } = targets;

describe('a write is seen at once, whoever makes it:', () => {
  const { server, content, api, site, asSuperAdmin } = withWarmingServer();
  const panel = asSuperAdmin();

  const witness = witnessOf(server, api);
  const witnessed = (change: Way['change'], seen: Way['seen']): Promise<void> => witness({ change, seen });

  describe('the admin panel', () => {
    const bulk = async (uid: string, action: string, documentIds: string[]): Promise<void> => {
      const { status } = await panel.post(`/content-manager/collection-types/${uid}/actions/${action}`, {
        documentIds,
      });
      expect(status).toBe(200);
    };

    it('publishes, unpublishes and deletes many posts', async () => {
      const website = await site();
      const ids: string[] = [];
      for (const slug of ['a', 'b', 'c']) {
        ids.push((await content.draft(website.documentId, { slug })).documentId);
      }
      await witnessed(
        () => bulk(UID.post, 'bulkPublish', ids),
        [
          [posts(website), [], [{}, {}, {}]],
          [post(website, 'b'), 404, { slug: 'b' }],
        ],
      );
      await witnessed(
        () => bulk(UID.post, 'bulkUnpublish', ids.slice(0, 2)),
        [
          [posts(website), [{}, {}, {}], [{ slug: 'c' }]],
          [post(website, 'b'), { slug: 'b' }, 404],
        ],
      );
      await witnessed(
        () => bulk(UID.post, 'bulkDelete', ids),
        [
          [posts(website), [{ slug: 'c' }], []],
          [post(website, 'c'), { slug: 'c' }, 404],
        ],
      );
    });

    it('publishes, unpublishes and deletes many pages', async () => {
      const website = await site();
      const campaign = await content.campaign(website.documentId);
      const ids: string[] = [];
      for (const slug of ['a', 'b']) {
        ids.push((await content.pageDraft(campaign.documentId, { slug })).documentId);
      }
      await witnessed(
        () => bulk(UID.page, 'bulkPublish', ids),
        [
          [pages(website), [], [{ slug: 'a' }, { slug: 'b' }]],
          [page(website, 'a'), 404, { slug: 'a' }],
        ],
      );
      await witnessed(
        () => bulk(UID.page, 'bulkUnpublish', ids.slice(0, 1)),
        [
          [pages(website), [{ slug: 'a' }, { slug: 'b' }], [{ slug: 'b' }]],
          [page(website, 'a'), { slug: 'a' }, 404],
        ],
      );
      await witnessed(() => bulk(UID.page, 'bulkDelete', ids), [[pages(website), [{ slug: 'b' }], []]]);
    });

    it('deletes many categories, tags and links', async () => {
      const account = await content.account();
      const website = await content.website({ account: account.documentId });
      const ids: Record<string, string[]> = { [UID.category]: [], [UID.tag]: [], [UID.link]: [] };
      for (const name of ['a', 'b']) {
        ids[UID.category]?.push((await content.category(website.documentId, name)).documentId);
        ids[UID.tag]?.push((await content.tag(website.documentId, name)).documentId);
        ids[UID.link]?.push(
          (await content.link({ account: account.documentId, keyword: name, url: '/x' })).documentId,
        );
      }
      const two = [{ name: 'a' }, { name: 'b' }];
      await witnessed(
        () => bulk(UID.category, 'bulkDelete', ids[UID.category] ?? []),
        [[terms(website), { categories: two, tags: two }, { categories: [], tags: two }]],
      );
      await witnessed(
        () => bulk(UID.tag, 'bulkDelete', ids[UID.tag] ?? []),
        [[terms(website), { categories: [], tags: two }, { categories: [], tags: [] }]],
      );
      await witnessed(
        () => bulk(UID.link, 'bulkDelete', ids[UID.link] ?? []),
        [[links(website), [{ keyword: 'a' }, { keyword: 'b' }], []]],
      );
    });

    it('saves a tag and publishes a post', async () => {
      const website = await site();
      const tag = await content.tag(website.documentId, 'Before');
      const draft = await content.draft(website.documentId, { slug: 'post', tags: [tag.documentId] });
      const base = '/content-manager/collection-types';
      await witnessed(async () => {
        const saved = await panel.put(`${base}/${UID.tag}/${tag.documentId}`, { name: 'After' });
        const published = await panel.post(`${base}/${UID.post}/${draft.documentId}/actions/publish`, {});
        expect([saved.status, published.status]).toEqual([200, 200]);
      }, [
        [terms(website), { tags: [{ name: 'Before' }] }, { tags: [{ name: 'After' }] }],
        [posts(website), [], [{ slug: 'post', tags: ['After'] }]],
      ]);
    });
  });

  describe('the query layer', () => {
    const query = (uid: string) => server.strapi.db.query(uid as never);

    it('creates, updates and deletes one post', async () => {
      const website = await site();
      let id = 0;
      await witnessed(async () => {
        const row: { id: number } = await query(UID.post).create({
          data: { title: 'Raw', slug: 'raw', website: website['id'], publishedAt: new Date() },
        });
        id = row.id;
      }, [
        [posts(website), [], [{ title: 'Raw' }]],
        [post(website, 'raw'), 404, { title: 'Raw' }],
      ]);
      await witnessed(
        () => query(UID.post).update({ where: { id }, data: { title: 'Updated' } }),
        [
          [posts(website), [{ title: 'Raw' }], [{ title: 'Updated' }]],
          [post(website, 'raw'), { title: 'Raw' }, { title: 'Updated' }],
        ],
      );
      await witnessed(
        () => query(UID.post).delete({ where: { id } }),
        [
          [posts(website), [{ title: 'Updated' }], []],
          [post(website, 'raw'), { title: 'Updated' }, 404],
        ],
      );
    });

    it('makes a draft live, and takes it back', async () => {
      const website = await site();
      const { documentId } = await content.draft(website.documentId, { title: 'Raw' });
      const { id } = (await query(UID.post).findOne({ where: { documentId } })) as { id: number };
      for (const [publishedAt, before, after] of [
        [new Date(), [], [{ title: 'Raw' }]],
        [null, [{ title: 'Raw' }], []],
      ])
        await witnessed(
          () => query(UID.post).update({ where: { id }, data: { publishedAt } }),
          [[posts(website), before as object[], after as object[]]],
        );
    });

    it('updates and deletes many posts, by values that the update itself changes', async () => {
      const website = await site();
      const title = unique('Title');
      await content.post(website.documentId, { title, slug: 'a' });
      await content.post(website.documentId, { title, slug: 'b' });
      await witnessed(
        () => query(UID.post).updateMany({ where: { title }, data: { title: 'Many' } }),
        [
          [posts(website), [{ title }, { title }], [{ title: 'Many' }, { title: 'Many' }]],
          [post(website, 'a'), { title }, { title: 'Many' }],
        ],
      );
      await witnessed(
        () => query(UID.post).deleteMany({ where: { website: website['id'] as number } }),
        [
          [posts(website), [{}, {}], []],
          [post(website, 'a'), { title: 'Many' }, 404],
        ],
      );
    });

    it('creates a link of an account, and a tag of a website', async () => {
      const account = await content.account();
      const website = await content.website({ account: account.documentId });
      await witnessed(async () => {
        await query(UID.link).create({ data: { keyword: 'raw', url: '/raw', account: account['id'] } });
        await query(UID.tag).create({ data: { name: 'Raw', website: { connect: [{ id: website['id'] }] } } });
      }, [
        [links(website), [], [{ keyword: 'raw' }]],
        [terms(website), { tags: [] }, { tags: [{ name: 'Raw' }] }],
      ]);
    });
  });

  describe('a transaction', () => {
    const pair = async () => {
      const website = await site();
      const tag = await content.tag(website.documentId, 'Before');
      const { documentId } = await content.post(website.documentId, { title: 'Before', slug: 'post' });
      return {
        website,
        write: async () => {
          await content.update(UID.tag, tag.documentId, { name: 'After' });
          await content.update(UID.post, documentId, { title: 'After' }, 'published');
        },
      };
    };

    it('changes nothing until it is committed', async () => {
      const { website, write } = await pair();
      const [list, names] = [posts(website), terms(website)];
      const before = { list: await api.warm(list, [{ title: 'Before' }]), names: await api.warm(names, {}) };
      await server.strapi.db.transaction(async () => {
        await write();
        expect((await api.get(list)).text).toBe(before.list.text);
        expect((await api.get(names)).text).toBe(before.names.text);
      });
      expectExactly(await api.get(list), [{ title: 'After' }]);
      expectExactly(await api.get(names), { tags: [{ name: 'After' }] });
    });

    it('changes nothing when it is rolled back, and what comes after it is seen', async () => {
      const { website, write } = await pair();
      const [list, names] = [posts(website), terms(website)];
      const before = { list: await api.warm(list, [{ title: 'Before' }]), names: await api.warm(names, {}) };
      await expect(
        server.strapi.db.transaction(async () => {
          await write();
          throw new Error('rolled back');
        }),
      ).rejects.toThrow('rolled back');
      const after = { list: await api.get(list), names: await api.get(names) };
      expect([after.list.text, after.names.text]).toEqual([before.list.text, before.names.text]);
      expect([after.list.headers.etag, after.names.headers.etag]).toEqual([
        before.list.headers.etag,
        before.names.headers.etag,
      ]);
      await write();
      expectExactly(await api.get(list), [{ title: 'After' }]);
      expectExactly(await api.get(names), { tags: [{ name: 'After' }] });
    });
  });
});
