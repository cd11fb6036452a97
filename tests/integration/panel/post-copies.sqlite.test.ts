import type {
  CopyTargets,
  PostCopy,
  PostCopyPlan,
} from '../../../src/plugins/content-delivery/contracts/post-copies';
import { UID, unique } from '../../fixtures/content';
import { contentPermissions, LISTED_WEBSITES } from '../../support/admin-users';
import { signInWith, type AdminPanel } from '../../support/admin-panel';
import { carriedOver } from '../../support/carried-over';
import { withServer } from '../../support/with-server';

const FILE = 'plugin::upload.file';
const copies = (post: string) => `/content-delivery/posts/${post}/copies`;

describe('copies of a post on another website', () => {
  const { server, content, documentsOf, rowsOf, asSuperAdmin } = withServer();
  const panel = asSuperAdmin();
  let here: string;
  let there: string;

  beforeAll(async () => {
    here = (await content.website()).documentId;
    there = (await content.website()).documentId;
  });

  const plan = async (post: string, by = panel, website = there) => {
    const { status, body } = await by.get(`${copies(post)}/${website}`);
    return { status, data: body.data as PostCopyPlan };
  };
  const copy = async (post: string, by = panel, website = there) => {
    const { status, body } = await by.post(copies(post), { website });
    return { status, data: body.data as PostCopy };
  };
  const stored = (documentId: string) =>
    documentsOf(UID.post).findFirst({
      filters: { documentId },
      populate: ['website', 'category', 'tags', 'author', 'featuredImage', 'createdBy'],
    } as never) as Promise<Record<string, unknown> | null>;
  const countThere = (uid: string): Promise<number> =>
    server.strapi.db.query(uid as never).count({ where: { website: { documentId: there } } });
  const all = async () => [
    await countThere(UID.post),
    await countThere(UID.tag),
    await countThere(UID.category),
  ];
  const stock = async (data: Record<string, unknown> = {}) => {
    const category = (await content.category(here, unique('Web  Dev'))).documentId;
    const tags = [await content.tag(here), await content.tag(here)];
    const slug = unique('copied');
    const post = await content.post(here, {
      title: 'As published',
      slug,
      category,
      tags: tags.map(({ documentId }) => documentId),
      metaTitle: 'Meta',
      metaDescription: 'Description',
      featuredImageUrl: 'https://example.com/x.webp',
      publishDate: '2025-02-03T04:05:06.000Z',
      scheduleDate: '2025-02-03T04:05:06.000Z',
      ...data,
    });
    return { id: post.documentId, slug, tags: tags.map(({ name }) => String(name)), category };
  };

  it('are drafts of now, as the dialog said: terms matched or made, the slug free, both pictures', async () => {
    const image = await content.image('/uploads/own_a1b2c3.webp');
    const name = unique('inline');
    await rowsOf(FILE).create({
      data: {
        name,
        hash: `${name}_d4e5f6`,
        ext: '.webp',
        mime: 'image/webp',
        size: 1,
        provider: 'local',
        url: `/uploads/${name}_d4e5f6.webp`,
        formats: { small: { url: `/uploads/small_${name}_d4e5f6.webp` } },
      },
    });
    const { id, slug, tags } = await stock({
      featuredImage: image,
      content: `<p>Text &amp; <img src="https://cdn.example.com/uploads/small_${name}_d4e5f6.webp"></p>`,
    });
    await content.update(UID.post, id, { title: 'As drafted' });
    await content.post(there, { slug });
    const matched = await content.tag(there, `${tags[1]?.toUpperCase()}`);
    const before = await all();

    const planned = (await plan(id)).data;
    expect(planned).toMatchObject({
      slug: `${slug}-2`,
      terms: [
        { field: 'category', becomes: 'made' },
        { field: 'tags', name: tags[0], becomes: 'made' },
        { field: 'tags', name: matched['name'], becomes: 'matched' },
      ],
      files: [expect.any(String), name],
      leftOut: [],
    });
    expect(await all()).toEqual(before);

    const begun = Date.now();
    const { status, data } = await copy(id);
    const { documentId, ...made } = data;
    expect([status, made]).toEqual([201, planned]);
    expect(await all()).toEqual([(before[0] ?? 0) + 1, (before[1] ?? 0) + 1, (before[2] ?? 0) + 1]);
    const row = await stored(documentId);
    expect(row).toMatchObject({
      title: 'As drafted',
      slug: `${slug}-2`,
      website: { documentId: there },
      tags: [{ name: tags[0] }, { documentId: matched.documentId }],
      featuredImage: { id: image },
      featuredImageUrl: 'https://example.com/x.webp',
      metaTitle: 'Meta',
      metaDescription: 'Description',
      publishDate: null,
      scheduleDate: null,
      createdBy: { firstname: 'Test' },
    });
    expect(new Date(row?.['createdAt'] as string).getTime()).toBeGreaterThanOrEqual(begun);
    expect(
      await documentsOf(UID.post).findFirst({ filters: { documentId }, status: 'published' } as never),
    ).toBeNull();
    expect(await stored(id)).toMatchObject({ slug, website: { documentId: here } });
  });

  it('have the author of the same slug, or get one with the same texts', async () => {
    const texts = { name: 'Ada', slug: unique('ada'), url: 'https://example.com/ada', bio: 'Roasts.' };
    const author = (await content.author(here, texts)).documentId;
    const { id } = await stock({ author });
    const first = (await copy(id)).data;
    expect(first.terms).toContainEqual({ field: 'author', name: 'Ada', becomes: 'made' });
    const made = (await stored(first.documentId))?.['author'] as { documentId: string };
    expect(made).toMatchObject(texts);
    expect(made.documentId).not.toBe(author);
    await content.update(UID.author, made.documentId, { name: 'Ada of there' });
    const second = (await copy(id)).data;
    expect(second.terms).toContainEqual({ field: 'author', name: 'Ada of there', becomes: 'matched' });
    expect((await stored(second.documentId))?.['author']).toMatchObject({ documentId: made.documentId });
  });

  it('name a term otherwise whose name cannot be an address: it is stored from before', async () => {
    const { documentId } = await carriedOver(() => content.category(here, '../Escaped'));
    const { id } = await stock({ category: documentId });
    const { data } = await copy(id);
    expect(data.terms).toContainEqual({ field: 'category', name: 'Escaped', becomes: 'made' });
    const again = await copy((await stock({ category: documentId })).id);
    expect(again.data.terms).toContainEqual({ field: 'category', name: 'Escaped', becomes: 'matched' });
  });

  it('leave nothing behind when a rule refuses them', async () => {
    const { id } = await stock({ featuredImageUrl: null });
    // Stored before there was a rule, and refused today.
    await server.strapi.db
      .connection('posts')
      .where({ document_id: id })
      .update({ featured_image_url: 'javascript:x' });
    const before = await all();
    expect((await copy(id)).status).toBe(400);
    expect(await all()).toEqual(before);
  });

  it('make two posts of the same slug one after the other, and two at once', async () => {
    const { id, slug } = await stock();
    const made = await Promise.all([copy(id), copy(id), copy(id)]);
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(made.map(({ data }) => data.slug).sort()).toEqual([slug, `${slug}-2`, `${slug}-3`]);
    expect(
      new Set(made.flatMap(({ data }) => data.terms.filter(({ becomes }) => becomes === 'made'))).size,
    ).toBe(3);
  });

  describe('by an editor who is restricted to websites', () => {
    let editor: AdminPanel;
    let userId: number;
    let own: string;

    beforeAll(async () => {
      const types = [UID.website, UID.post, UID.tag];
      ({ id: userId, panel: editor } = await signInWith(server.strapi, [
        ...contentPermissions(server.strapi, types, [LISTED_WEBSITES]),
        ...contentPermissions(server.strapi, [UID.category], [LISTED_WEBSITES]).filter(({ action }) =>
          action.endsWith('.read'),
        ),
        { action: 'plugin::upload.read', subject: null },
      ]));
      own = (await content.website({ editors: [userId] })).documentId;
    });

    it('neither read a foreign post nor write to a foreign website', async () => {
      const foreign = (await stock()).id;
      const mine = (await content.draft(own)).documentId;
      const before = await all();
      for (const path of [copies(foreign), `${copies(foreign)}/${own}`, `${copies(mine)}/${there}`]) {
        expect([path, (await editor.get(path)).status]).toEqual([path, 404]);
      }
      expect((await copy(foreign, editor, own)).status).toBe(404);
      expect((await copy(mine, editor, there)).status).toBe(404);
      expect((await copy(`${mine}%00`, editor, own)).status).toBe(404);
      for (const website of [undefined, '', 7, {}, [own], 'nowhere']) {
        const { status } = await editor.post(copies(mine), { website });
        expect([400, 404]).toContain(status);
      }
      expect(await all()).toEqual(before);
      const { body } = await editor.get(copies(mine));
      expect(body.data).toEqual({ websites: [] } satisfies CopyTargets);
    });

    it('go without terms that the editor may not make, and say so', async () => {
      const second = await content.website({ editors: [userId] });
      const category = await content.category(own);
      const tag = await content.tag(own);
      const { documentId } = await content.draft(own, {
        category: category.documentId,
        tags: [tag.documentId],
      });
      const { body } = await editor.get(copies(documentId));
      expect(body.data).toEqual({
        websites: [{ documentId: second.documentId, name: String(second['name']) }],
      } satisfies CopyTargets);
      const { status, data } = await copy(documentId, editor, second.documentId);
      expect([status, data.terms]).toEqual([
        201,
        [
          { field: 'category', name: category['name'], becomes: 'left-out' },
          { field: 'tags', name: tag['name'], becomes: 'made' },
        ],
      ]);
      expect(await stored(data.documentId)).toMatchObject({ category: null, tags: [{ name: tag['name'] }] });
    });

    it('share a picture of another website, which its editors then find too', async () => {
      const name = unique('theirs');
      const url = `/uploads/${name}_f0e1d2.webp`;
      const file = (await rowsOf(FILE).create({
        data: {
          name,
          hash: `${name}_f0e1d2`,
          ext: '.webp',
          mime: 'image/webp',
          size: 1,
          provider: 'local',
          url,
        },
      })) as { id: number };
      const { id } = await stock({ featuredImage: file.id });
      const shown = (await content.draft(here, { content: `<img src="${url}">` })).documentId;
      const sees = async () => (await editor.get(`/upload/files/${file.id}`)).status === 200;
      expect(await sees()).toBe(false);
      expect((await copy(shown, panel, own)).status).toBe(201);
      expect(await sees()).toBe(true);
      await content.remove(UID.post, id);
      expect(await sees()).toBe(true);
    });
  });
});
