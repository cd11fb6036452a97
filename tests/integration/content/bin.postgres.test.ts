import {
  OPEN_BIN_PERMISSION,
  type BinList,
  type BinnedEntry,
  type BringBackResult,
} from '../../../src/plugins/content-delivery/contracts/bin';
import { serviceOf } from '../../support/services';
import { UID } from '../../fixtures/content';
import { contentPermissions, signInWith, LISTED_WEBSITES, dataOf } from '../../support/admin-panel';
import { withServer } from '../../support/with-server';

const BIN = '/content-delivery/bin';

describe('the bin', () => {
  const { server, content, api, documentsOf, asSuperAdmin } = withServer();
  const panel = asSuperAdmin();

  const listed = async (by = panel): Promise<BinnedEntry[]> => (await dataOf<BinList>(by.get(BIN))).entries;
  const found = async (id: string, by = panel) => (await listed(by)).find((one) => one.documentId === id);
  const bringBack = async (id: string, by = panel) => {
    const { status, body } = await by.post(`${BIN}/${id}/bring-back`, {});
    return { status, data: body.data as BringBackResult };
  };
  const remove = (uid: string, id: string, by = panel) =>
    by.delete(`/content-manager/collection-types/${uid}/${id}`);
  const versionsOf = (entry: string): Promise<unknown[]> =>
    server.strapi.db.connection('content_delivery_versions').where({ entry });

  it('tells the slugs of deleted posts without reading what they said, but for those of before', async () => {
    const website = (await content.website()).documentId;
    for (const slug of ['first', 'second']) {
      await content.remove(UID.post, (await content.post(website, { slug })).documentId);
    }
    const slugs = () => serviceOf(server.strapi, 'bin').slugsOf(website, 500);
    expect(await slugs()).toEqual(['second', 'first']);
    const binned = (slug: string) =>
      server.strapi.db.connection('content_delivery_bin').where({ website, slug });
    await binned('second').update({ body: 'unreadable' });
    await binned('first').update({ slug: null });
    expect(await slugs()).toEqual(['second', 'first']);
    expect(await serviceOf(server.strapi, 'bin').slugsOf(website, 1)).toEqual(['second']);
  });

  it('brings a post back as the draft that it was, with its dates, terms, image and history', async () => {
    const website = await content.website();
    const category = await content.category(website.documentId);
    const [kept, gone] = [await content.tag(website.documentId), await content.tag(website.documentId)];
    const image = await content.image('/uploads/bin.webp');
    const id = (
      await content.post(website.documentId, {
        title: 'Kept',
        slug: 'kept',
        content: `<p>${'long '.repeat(500)}</p>`,
        category: category.documentId,
        tags: [gone.documentId, kept.documentId],
        featuredImage: image,
        publishDate: '2025-02-03T04:05:06.000Z',
      })
    ).documentId;
    await content.update(UID.post, id, { title: 'Draft' });
    const everything = { filters: { documentId: id }, populate: ['category', 'tags', 'featuredImage'] };
    const before = await documentsOf(UID.post).findFirst(everything);

    expect((await remove(UID.post, id)).status).toBeLessThan(300);
    expect(await found(id)).toMatchObject({
      type: UID.post,
      name: 'Draft',
      website: { documentId: website.documentId },
      deletedBy: { kind: 'user', name: 'Test User' },
      mayBringBack: true,
      mayDelete: true,
    });
    expect((await api.blog(website.key, { slug: 'kept' })).status).toBe(404);
    expect((await panel.get(`/content-manager/collection-types/${UID.post}/${id}`)).status).toBe(404);
    await content.remove(UID.tag, gone.documentId);

    expect(await bringBack(id)).toEqual({
      status: 200,
      data: {
        documentId: id,
        type: UID.post,
        slug: 'kept',
        leftOut: [{ field: 'tags', name: gone['name'] }],
      },
    });
    const after = await documentsOf(UID.post).findFirst(everything);
    for (const name of ['title', 'slug', 'content', 'publishDate', 'createdAt', 'updatedAt']) {
      expect([name, after?.[name]]).toEqual([name, before?.[name]]);
    }
    expect(after).toMatchObject({
      category: { documentId: category.documentId },
      tags: [{ documentId: kept.documentId }],
      featuredImage: { id: image },
    });
    expect((await api.blog(website.key, { slug: 'kept' })).status).toBe(404);
    expect(await found(id)).toBeUndefined();
    expect((await bringBack(id)).status).toBe(404);
    expect(await versionsOf(id)).toHaveLength(1);
    await content.publish(UID.post, id);
    expect((await api.blog(website.key, { slug: 'kept' })).body).toMatchObject({
      title: 'Draft',
      createdAt: '2025-02-03T04:05:06.000Z',
    });
  });

  it('names nothing that a role does not show', async () => {
    const website = (await content.website()).documentId;
    const { documentId } = await content.draft(website, { title: 'Not for all' });
    await content.remove(UID.post, documentId);
    const read = contentPermissions(server.strapi, [UID.post]).filter(({ action }) =>
      action.endsWith('.read'),
    );
    const withFields = (fields: string[]) =>
      signInWith(server.strapi, [
        { action: OPEN_BIN_PERMISSION, subject: null },
        ...read.map((permission) => ({ ...permission, properties: { fields } })),
      ]);
    const slugsOnly = (await withFields(['slug'])).panel;
    expect(await found(documentId, slugsOnly)).toMatchObject({ name: '', website: { name: '' } });
    const titles = (await withFields(['title'])).panel;
    expect(await found(documentId, titles)).toMatchObject({ name: 'Not for all' });
  });

  it('gives a slug that was taken meanwhile a suffix', async () => {
    const website = (await content.website()).documentId;
    const { documentId } = await content.draft(website, { slug: 'taken' });
    await content.remove(UID.post, documentId);
    await content.post(website, { slug: 'taken' });
    expect((await bringBack(documentId)).data.slug).toBe('taken-2');
  });

  it('brings a campaign back', async () => {
    const website = (await content.website()).documentId;
    const links = [{ keyword: 'tea', anchor: 'tea', url: '/tea', internal: true, nofollow: false }];
    const { documentId } = await content.campaign(website, {
      htmlTemplate: '<p>x</p>',
      internalLinks: links,
    });
    await content.remove(UID.campaign, documentId);
    expect((await bringBack(documentId)).status).toBe(200);
    expect(
      await documentsOf(UID.campaign).findFirst({ filters: { documentId }, populate: ['internalLinks'] }),
    ).toMatchObject({ htmlTemplate: '<p>x</p>', internalLinks: links });
  });

  it('has what is deleted in bulk, and nothing that was only unpublished, discarded or taken back', async () => {
    const website = (await content.website()).documentId;
    const ids = [await content.post(website), await content.draft(website)].map((one) => one.documentId);
    const kept = (await content.post(website)).documentId;
    await content.update(UID.post, kept, { title: 'Changed' });
    await content.discardDraft(UID.post, kept);
    await content.unpublish(UID.post, kept);
    await expect(
      server.strapi.db.transaction(async () => {
        await content.remove(UID.post, kept);
        throw new Error('taken back');
      }),
    ).rejects.toThrow('taken back');
    await panel.post(`/content-manager/collection-types/${UID.post}/actions/bulkDelete`, {
      documentIds: ids,
    });
    const inBin = (await listed()).map((one) => one.documentId);
    expect(inBin).toEqual(expect.arrayContaining(ids));
    expect(inBin).not.toContain(kept);
  });

  it('deletes for good, with all earlier versions', async () => {
    const website = (await content.website()).documentId;
    const { documentId } = await content.post(website);
    await content.remove(UID.post, documentId);
    expect(await versionsOf(documentId)).toHaveLength(1);
    expect((await panel.delete(`${BIN}/${documentId}`)).status).toBe(200);
    expect(await found(documentId)).toBeUndefined();
    expect(await versionsOf(documentId)).toEqual([]);
  });

  it('has nothing any more of a website that was deleted, nor what is too old', async () => {
    const gone = (await content.website()).documentId;
    const kept = (await content.website()).documentId;
    const posts = [await content.post(gone), await content.post(kept)].map((one) => one.documentId);
    for (const id of posts) await content.remove(UID.post, id);
    await content.remove(UID.website, gone);
    expect(await server.strapi.db.connection('content_delivery_bin').where({ website: gone })).toEqual([]);
    expect(await versionsOf(posts[0] ?? '')).toEqual([]);
    await server.strapi.db
      .connection('content_delivery_bin')
      .where({ entry: posts[1] })
      .update({ at: new Date(Date.now() - 31 * 24 * 3_600_000) });
    await serviceOf(server.strapi, 'bin').prune(() => true);
    expect(await found(posts[1] ?? '')).toBeUndefined();
    expect(await versionsOf(posts[1] ?? '')).toEqual([]);
  });

  it('shows editors what was on their websites, and what they may do with it', async () => {
    const website = (await content.website()).documentId;
    const [own, foreign] = [
      await content.post(website),
      await content.post((await content.website()).documentId),
    ];
    await content.remove(UID.post, own.documentId);
    await content.remove(UID.post, foreign.documentId);
    const all = contentPermissions(server.strapi, [UID.post], [LISTED_WEBSITES]);
    const open = { action: OPEN_BIN_PERMISSION, subject: null };
    const editor = await signInWith(server.strapi, [...all, open]);
    const reader = await signInWith(server.strapi, [
      ...all.filter(({ action }) => action.endsWith('.read')),
      open,
    ]);
    const outsider = await signInWith(server.strapi, all);
    await content.update(UID.website, website, { editors: [editor.id, reader.id, outsider.id] });

    expect((await outsider.panel.get(BIN)).status).toBe(403);
    expect((await listed(editor.panel)).map((one) => one.documentId)).toEqual([own.documentId]);
    expect((await bringBack(foreign.documentId, editor.panel)).status).toBe(404);
    expect((await editor.panel.delete(`${BIN}/${foreign.documentId}`)).status).toBe(404);
    expect(await listed(reader.panel)).toMatchObject([{ mayBringBack: false, mayDelete: false }]);
    expect((await bringBack(own.documentId, reader.panel)).status).toBe(403);
    expect((await reader.panel.delete(`${BIN}/${own.documentId}`)).status).toBe(403);
    expect((await bringBack(own.documentId, editor.panel)).status).toBe(200);
    expect((await panel.get(`${BIN}?before=x`)).status).toBe(400);
  });
});
