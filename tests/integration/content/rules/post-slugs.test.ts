import { unique } from '../../../fixtures/content';
import { stored, type Data } from '../../../support/documents';
import { storeUnfitSlug } from '../../../support/unfit-slugs';
import { withServer } from '../../../support/with-server';
import { expectRefusedAt, race, times } from '../../../support/violations';

const POST = 'api::post.post';

describe('the slug of a post', () => {
  const { server, content, documentsOf, rowsOf } = withServer();
  const posts = documentsOf(POST);
  let website: string;

  // Each test has a website of its own: none sees what another has reserved.
  beforeEach(async () => {
    website = (await content.website()).documentId;
  });

  const slugOf = async (documentId: string, status: 'draft' | 'published' = 'draft') =>
    (await posts.findOne({ documentId, status }))?.['slug'];
  const rename = (documentId: string, slug: string) => posts.update({ documentId, data: { slug } });
  const expectTaken = (slug: string) => expectRefusedAt('slug', content.draft(website, { slug }));
  const expectFree = async (slug: string) => {
    const { documentId } = await content.draft(website, { slug });
    await posts.delete({ documentId });
  };
  const slugsOf = async (site: string) =>
    (await rowsOf(POST).findMany({ where: { website: { documentId: site } } })).map((row) => row['slug']);

  describe('when given', () => {
    it('is kept as it is, upper case and other scripts included', async () => {
      const post = await content.draft(website, { slug: 'News-2025_Über.緑茶~٤' });
      expect(post['slug']).toBe('News-2025_Über.緑茶~٤');
    });

    it.each([
      ['a&b', 'a-b'],
      ['ne\u200bws', 'news'],
      ['..', 'the-title'],
    ])(
      'is refused as %j, which could not stand in an address, with one that would do',
      async (slug, instead) => {
        const before = await stored(server.strapi, POST);
        const title = 'The title';
        const onCreation = await expectRefusedAt('slug', content.draft(website, { slug, title }));
        expect(onCreation.message).toMatch(new RegExp(`This one would do: ${instead}$`));
        await expectRefusedAt('slug', content.post(website, { slug, title }));
        expect(await stored(server.strapi, POST)).toEqual(before);
        const { documentId } = await content.draft(website, { slug: instead, title });
        const onUpdate = await expectRefusedAt('slug', rename(documentId, slug));
        expect(onUpdate.message).toMatch(new RegExp(`This one would do: ${instead}$`));
        await expectRefusedAt('slug', posts.clone({ documentId, data: { slug } }));
      },
    );

    it('stays where it was stored before slugs had to stand in addresses', async () => {
      const { documentId } = await content.post(website, { slug: 'old', title: 'Before' });
      await storeUnfitSlug(server.strapi, POST, website, documentId, 'a & b');
      await posts.update({ documentId, data: { title: 'After' } });
      await posts.update({ documentId, data: { title: 'After', slug: 'a & b' } });
      await posts.publish({ documentId });
      await posts.update({ documentId, data: { slug: 'a & b', title: 'Live' }, status: 'published' });
      await posts.unpublish({ documentId });
      await posts.publish({ documentId });
      expect([await slugOf(documentId), await slugOf(documentId, 'published')]).toEqual(['a & b', 'a & b']);
      // Its live version has it yet.
      await rename(documentId, 'a-b');
      await rename(documentId, 'a & b');
      await rename(documentId, 'a-b');
      await posts.discardDraft({ documentId });
      expect(await slugOf(documentId)).toBe('a & b');
      await expectTaken('a & b');
      await expectRefusedAt('slug', rename(documentId, 'a & c'));
      const clone = await posts.clone({ documentId });
      expect(await slugOf(clone.documentId)).toBe('a-b');
      await rename(documentId, 'other');
      await posts.publish({ documentId });
      await expectRefusedAt('slug', rename(documentId, 'a & b'));
    });

    it('is refused when another post of the website has it, and nothing is stored', async () => {
      await content.draft(website, { slug: 'taken' });
      const before = await stored(server.strapi, POST);
      const { message } = await expectTaken('taken');
      expect(message).toContain('"taken"');
      expect(await stored(server.strapi, POST)).toEqual(before);
    });

    it('is refused on an update, which leaves the post as it was', async () => {
      await content.draft(website, { slug: 'taken' });
      const tag = await content.tag(website);
      const { documentId } = await content.draft(website, { slug: 'mine', title: 'Before' });
      const before = await stored(server.strapi, POST);
      await expectRefusedAt(
        'slug',
        posts.update({ documentId, data: { slug: 'taken', title: 'After', tags: [tag.documentId] } }),
      );
      expect(await stored(server.strapi, POST)).toEqual(before);
    });

    it('may be used by another website', async () => {
      const other = (await content.website()).documentId;
      expect((await content.post(website, { slug: 'same' }))['slug']).toBe('same');
      expect((await content.post(other, { slug: 'same' }))['slug']).toBe('same');
    });

    it.each([
      ['case', 'Slug', 'slug'],
      ['an accent', 'resume', 'résumé'],
      ['the way an accent is written', 'caf\u00e9', 'cafe\u0301'],
      ['a sharp s', 'strasse', 'straße'],
    ])('differs from one that differs by %s only', async (_what, first, second) => {
      await content.draft(website, { slug: first });
      expect((await content.draft(website, { slug: second }))['slug']).toBe(second);
    });
  });

  describe('when left empty', () => {
    it('is made from the title', async () => {
      const { slug } = await content.draft(website, { title: 'Über die Brücke' });
      expect(slug).toBe('ueber-die-bruecke');
    });

    it.each([null, '', '   '])('is made from the title when it is %p', async (slug) => {
      expect((await content.draft(website, { title: 'Made', slug }))['slug']).toBe('made');
    });

    it.each(['緑茶からコーヒーの入れ方', '🎉🎉', `${'Very long '.repeat(25)}end`])(
      'is made for the title %p, and a second time with a suffix',
      async (title) => {
        const first = (await content.post(website, { title }))['slug'];
        const second = (await content.post(website, { title }))['slug'];
        expect(first).toMatch(/^[\p{L}\p{M}\p{Nd}_.~-]{1,255}$/u);
        expect(second).toBe(`${String(first)}-2`);
      },
    );

    it('takes the first free suffix', async () => {
      const title = 'A title';
      const slugs: unknown[] = [];
      for (let i = 0; i < 3; i += 1) slugs.push((await content.draft(website, { title }))['slug']);
      expect(slugs).toEqual(['a-title', 'a-title-2', 'a-title-3']);
      await content.draft(website, { slug: 'a-title-4' });
      expect((await content.draft(website, { title }))['slug']).toBe('a-title-5');
    });

    it('is made again when an update empties it', async () => {
      const { documentId } = await content.draft(website, { title: 'The title', slug: 'something-else' });
      await rename(documentId, '');
      expect(await slugOf(documentId)).toBe('the-title');
    });

    it('stays when the title changes later', async () => {
      const { documentId } = await content.draft(website, { title: 'First title' });
      await posts.update({ documentId, data: { title: 'Second title' } });
      expect(await slugOf(documentId)).toBe('first-title');
    });

    it('waits for the title of a draft that has none yet', async () => {
      const { documentId } = await content.draft(website, { title: null });
      expect(await slugOf(documentId)).toBeNull();
      await posts.update({ documentId, data: { title: 'At last' } });
      expect(await slugOf(documentId)).toBe('at-last');
    });

    it('never stays empty on a live post, not even with a title of spaces', async () => {
      await posts
        .create({ data: { title: '   ', website }, status: 'published' })
        .catch((error: Error) => expect(error.name).toBe('ValidationError'));
      const live = await rowsOf(POST).count({
        where: { publishedAt: { $notNull: true }, slug: { $null: true } },
      });
      expect(live).toBe(0);
    });

    it('is stored with the draft and the live version alike', async () => {
      const { documentId } = await content.post(website, { title: 'Stored and read' });
      const rows = await rowsOf(POST).findMany({ where: { documentId } });
      expect(rows.map((row) => row['slug'])).toEqual(['stored-and-read', 'stored-and-read']);
    });
  });

  describe('stays reserved', () => {
    it('by the draft and by the live version until that is replaced', async () => {
      const { documentId } = await content.post(website, { slug: 'a' });
      await rename(documentId, 'b');
      await expectTaken('a');
      await expectTaken('b');
      await posts.publish({ documentId });
      await expectFree('a');
      await expectTaken('b');
    });

    it('for a slug made from a title too', async () => {
      const { documentId } = await content.post(website, { slug: 'a-title' });
      await rename(documentId, 'b');
      expect((await content.draft(website, { title: 'A title' }))['slug']).toBe('a-title-2');
    });
  });

  describe('when the post moves to another website', () => {
    let other: string;
    beforeEach(async () => {
      other = (await content.website()).documentId;
    });
    const move = (documentId: string, data: Data = {}) =>
      posts.update({ documentId, data: { website: other, ...data } });

    it('is refused where it is taken, and the post stays', async () => {
      await content.draft(other, { slug: 'a' });
      const { documentId } = await content.draft(website, { slug: 'a' });
      const before = await stored(server.strapi, POST);
      await expectRefusedAt('slug', move(documentId));
      expect(await stored(server.strapi, POST)).toEqual(before);
    });

    it('goes along with a new one', async () => {
      await content.draft(other, { slug: 'a' });
      const { documentId } = await content.draft(website, { slug: 'a' });
      await move(documentId, { slug: 'b' });
      expect((await slugsOf(other)).sort()).toEqual(['a', 'b']);
      await expectFree('a');
    });

    it('stays reserved on the website that it left until it is published on the new one', async () => {
      const { documentId } = await content.post(website, { slug: 'a' });
      await move(documentId);
      await expectTaken('a');
      await expectRefusedAt('slug', content.draft(other, { slug: 'a' }));
      await posts.publish({ documentId });
      await expectFree('a');
      expect(await slugsOf(other)).toEqual(['a', 'a']);
    });
  });

  it('goes along when posts of two websites change places at the same time', async () => {
    const other = (await content.website()).documentId;
    const here = await Promise.all(times(5, (i) => content.draft(website, { slug: `here-${i}` })));
    const there = await Promise.all(times(5, (i) => content.draft(other, { slug: `there-${i}` })));
    const move = (documentId: string, site: string) => () =>
      posts.update({ documentId, data: { website: site } });
    const { refused } = await race(
      times(5, (i) => [
        move(here[i]?.documentId ?? '', other),
        move(there[i]?.documentId ?? '', website),
      ]).flat(),
    );
    expect(refused).toEqual([]);
    expect((await slugsOf(other)).sort()).toEqual(times(5, (i) => `here-${i}`));
    expect((await slugsOf(website)).sort()).toEqual(times(5, (i) => `there-${i}`));
  });

  describe('of a clone', () => {
    it('is a free one', async () => {
      const { documentId } = await content.post(website, { slug: 'original' });
      const clones = [await posts.clone({ documentId }), await posts.clone({ documentId })];
      const slugs = await Promise.all(clones.map((clone) => slugOf(clone.documentId)));
      expect(slugs).toEqual(['original-2', 'original-3']);
      expect(clones[0]?.entries[0]?.['slug']).toBe('original-2');
    });

    it('can be published at once', async () => {
      const { documentId } = await content.post(website, { slug: 'original' });
      const clone = await posts.clone({ documentId });
      await posts.publish({ documentId: clone.documentId });
      expect(await slugOf(clone.documentId, 'published')).toBe('original-2');
    });

    it('is the given one when that is free', async () => {
      const { documentId } = await content.draft(website, { slug: 'original' });
      const clone = await posts.clone({ documentId, data: { slug: 'chosen' } });
      expect(await slugOf(clone.documentId)).toBe('chosen');
    });

    it('is refused when the given one is taken', async () => {
      const { documentId } = await content.draft(website, { slug: 'original' });
      const before = await stored(server.strapi, POST);
      await expectRefusedAt('slug', posts.clone({ documentId, data: { slug: 'original' } }));
      expect(await stored(server.strapi, POST)).toEqual(before);
    });

    it('stays as it is on another website', async () => {
      const other = (await content.website()).documentId;
      const { documentId } = await content.draft(website, { slug: 'original' });
      const clone = await posts.clone({ documentId, data: { website: other } });
      expect(await slugOf(clone.documentId)).toBe('original');
    });

    it('is a free one for a slug of the greatest length', async () => {
      const { documentId } = await content.draft(website, { slug: 'x'.repeat(255) });
      const clone = await posts.clone({ documentId });
      expect(String(await slugOf(clone.documentId)).length).toBeLessThanOrEqual(255);
    });
  });

  it('can be neither stored nor published without a website', async () => {
    await expectRefusedAt('website', posts.create({ data: { title: unique('No website') } }));
    await expectRefusedAt(
      'website',
      posts.create({ data: { title: unique('No website') }, status: 'published' }),
    );
    const { documentId } = await content.draft(website);
    await expectRefusedAt('website', posts.update({ documentId, data: { website: null } }));
    await expectRefusedAt(
      'website',
      posts.update({ documentId, data: { website: { disconnect: [{ documentId: website }] } } }),
    );
  });

  describe('when writers race', () => {
    it('goes to exactly one of parallel updates', async () => {
      const drafts = await Promise.all(times(12, () => content.draft(website)));
      const { done, refused } = await race(drafts.map((draft) => () => rename(draft.documentId, 'wanted')));
      expect([done.length, new Set(refused.map(({ path }) => path))]).toEqual([1, new Set(['slug'])]);
      expect((await slugsOf(website)).filter((slug) => slug === 'wanted')).toHaveLength(1);
    });

    it('goes to one of a create, an update, a clone and a move', async () => {
      const other = (await content.website()).documentId;
      const [renamed, source, moved] = await Promise.all([
        content.draft(website),
        content.draft(website),
        content.draft(other, { slug: 'wanted' }),
      ]);
      const { done } = await race<unknown>([
        () => content.post(website, { slug: 'wanted' }),
        () => rename(renamed.documentId, 'wanted'),
        () => posts.clone({ documentId: source.documentId, data: { slug: 'wanted' } }),
        () => posts.update({ documentId: moved.documentId, data: { website } }),
      ]);
      expect(done).toHaveLength(1);
      const owners = await rowsOf(POST).findMany({
        where: { slug: 'wanted', website: { documentId: website } },
      });
      expect(new Set(owners.map((row) => row.documentId)).size).toBe(1);
    });

    it('is never shared while live versions give theirs up and others take them', async () => {
      const holders = await Promise.all(times(4, (i) => content.post(website, { slug: `old-${i}` })));
      await Promise.all(holders.map(({ documentId }, i) => rename(documentId, `new-${i}`)));
      await race<unknown>([
        ...holders.map(
          ({ documentId }) =>
            () =>
              posts.publish({ documentId }),
        ),
        ...times(8, (i) => () => content.post(website, { slug: `old-${i % 4}` })),
      ]);
      const rows = await rowsOf(POST).findMany({
        where: { website: { documentId: website } },
      });
      const owners = new Map<unknown, Set<string>>();
      for (const row of rows) {
        owners.set(row['slug'], (owners.get(row['slug']) ?? new Set()).add(row.documentId));
      }
      expect([...owners].filter(([, documents]) => documents.size > 1)).toEqual([]);
    });
  });
});
