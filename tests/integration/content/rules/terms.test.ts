import { unique } from '../../../fixtures/content';
import { carriedOver } from '../../../support/carried-over';
import { stored } from '../../../support/documents';
import { databaseKind } from '../../../support/databases';
import { withServer } from '../../../support/with-server';
import { expectRefusedAt, race, times, violationOf } from '../../../support/violations';

const POST = 'api::post.post';

const { server, content, documentsOf, rowsOf } = withServer();
const posts = documentsOf(POST);
let website: string;
let other: string;

beforeEach(async () => {
  website = (await content.website()).documentId;
  other = (await content.website()).documentId;
});

const CATEGORY = { noun: 'category', field: 'category', uid: 'api::category.category' } as const;
const TAG = { noun: 'tag', field: 'tags', uid: 'api::tag.tag' } as const;
// One rule and tables of one shape: what a database does with tags, of which a post has several, it does with categories.
const KINDS = databaseKind() === 'sqlite' ? [CATEGORY, TAG] : [TAG];

describe.each(KINDS)('a $noun', ({ noun, field, uid }) => {
  const terms = documentsOf(uid);
  const rows = rowsOf(uid);

  const make = (site: string, name = unique('Term')) => terms.create({ data: { name, website: site } });
  /** The value of the post's field for one term. */
  const use = (documentId: string) => ({ [field]: field === 'tags' ? [documentId] : documentId });
  const namesOf = async (site: string) =>
    (await rows.findMany({ where: { website: { documentId: site } } })).map((row) => row['name']).sort();

  describe('has a name', () => {
    it.each([
      ['Web Dev', 'web  dev'],
      ['Web Dev', 'web-dev'],
      ['МОСКВА', 'Москва'],
    ])('whose address is unique within the website: %p and %p are one', async (first, second) => {
      await make(website, first);
      const before = await stored(server.strapi, uid);
      const { message } = await expectRefusedAt('name', make(website, second));
      expect(message).toContain(noun);
      expect(await stored(server.strapi, uid)).toEqual(before);
      await make(other, second);
    });

    it.each([
      ['C', 'C#'],
      ['Äpfel', 'Apfel'],
      ['a_b', 'a-b'],
    ])('that may differ in anything that the address shows: %p and %p are two', async (first, second) => {
      await make(website, first);
      await make(website, second);
      expect(await namesOf(website)).toEqual([first, second].sort());
    });

    it('that is refused on an update when another has its address', async () => {
      await make(website, 'Taken');
      const { documentId } = await make(website, 'Mine');
      const before = await stored(server.strapi, uid);
      await expectRefusedAt('name', terms.update({ documentId, data: { name: 'TAKEN' } }));
      expect(await stored(server.strapi, uid)).toEqual(before);
    });

    it('that may change its own case and spaces', async () => {
      const { documentId } = await make(website, 'web dev');
      await terms.update({ documentId, data: { name: 'Web  Dev' } });
      expect(await namesOf(website)).toEqual(['Web  Dev']);
    });

    it('that is free again after renaming and after deleting', async () => {
      const { documentId } = await make(website, 'First');
      await terms.update({ documentId, data: { name: 'Second' } });
      await make(website, 'first');
      await terms.delete({ documentId });
      await make(website, 'second');
      expect(await namesOf(website)).toEqual(['first', 'second']);
    });

    it.each([null, '', '   ', '\t\n'])('that is not %p', async (name) => {
      await expectRefusedAt('name', terms.create({ data: { name, website } }));
      const { documentId } = await make(website);
      await expectRefusedAt('name', terms.update({ documentId, data: { name } }));
    });

    it('even when it is written below the document service', async () => {
      const site = await rowsOf('api::website.website').findOne({
        where: { documentId: website },
      });
      await expectRefusedAt('name', rows.create({ data: { website: site?.id } }));
      await expectRefusedAt('name', rows.create({ data: { name: null, website: site?.id } }));
    });

    it.each([
      ['an accent', 'Resume', 'Résumé'],
      ['the way an accent is written', 'Caf\u00e9', 'Cafe\u0301'],
      ['a sharp s', 'Strasse', 'Straße'],
      ['a space of no width', 'News', 'Ne\u200bws'],
      ['an emoji', '☕', '🍵'],
    ])('that is another one by %s alone', async (_what, first, second) => {
      await make(website, first);
      await make(website, second);
      expect((await namesOf(website)).sort()).toEqual([first, second].sort());
    });

    it.each([
      ['..', 'Taken'],
      ['A\\..\\B', 'A\\B'],
    ])('that can be an address: %j is refused, and a free name is proposed', async (name, proposed) => {
      const nameless = noun === 'category' ? 'Category' : 'Tag';
      const instead = proposed === 'Taken' ? `${nameless} 2` : proposed;
      await make(website, nameless);
      const { documentId } = await make(website, 'Mine');
      const before = await stored(server.strapi, uid);
      const site = await rowsOf('api::website.website').findOne({ where: { documentId: website } });
      for (const write of [
        make(website, name),
        terms.update({ documentId, data: { name } }),
        terms.clone({ documentId, data: { name } }),
        rows.create({ data: { name, website: site?.id } }),
        rows.update({ where: { documentId }, data: { name } }),
      ]) {
        const { message } = await expectRefusedAt('name', write);
        expect(message).toMatch(new RegExp(`This one would do: ${instead.replaceAll('\\', '\\\\')}$`));
      }
      expect(await stored(server.strapi, uid)).toEqual(before);
      await make(website, instead);
    });

    it.each(['C#', 'CI/CD', '100% wool', '.NET', '...', '?'])('that may need encoding: %j', async (name) => {
      await make(website, name);
      expect(await namesOf(website)).toEqual([name]);
    });

    it('that stays where it was stored before it had to be an address, or is carried over', async () => {
      const { documentId } = await carriedOver(() => make(website, '..'));
      await terms.update({ documentId, data: { name: '..' } });
      await terms.update({ documentId, data: { website: other } });
      expect(await namesOf(other)).toEqual(['..']);
      await expectRefusedAt('name', terms.update({ documentId, data: { name: '.' } }));
      await expectRefusedAt('name', make(website, '..'));
      await terms.update({ documentId, data: { name: 'Dots' } });
      await expectRefusedAt('name', terms.update({ documentId, data: { name: '..' } }));
    });

    it('that goes to exactly one of parallel updates', async () => {
      const made = await Promise.all(times(10, () => make(website)));
      const { done } = await race(
        made.map(
          ({ documentId }) =>
            () =>
              terms.update({ documentId, data: { name: 'Wanted' } }),
        ),
      );
      expect(done).toHaveLength(1);
      expect((await namesOf(website)).filter((name) => name === 'Wanted')).toHaveLength(1);
    });
  });

  describe('belongs to a website', () => {
    it('that is required', async () => {
      await expectRefusedAt('website', terms.create({ data: { name: unique('Homeless') } }));
      const { documentId } = await make(website);
      await expectRefusedAt('website', terms.update({ documentId, data: { website: null } }));
      await expectRefusedAt(
        'website',
        terms.update({ documentId, data: { website: { disconnect: [{ documentId: website }] } } }),
      );
    });

    it('and moves to another one when its address is free there', async () => {
      const { documentId } = await make(website, 'Moving');
      await make(other, 'Staying');
      await terms.update({ documentId, data: { website: other } });
      expect(await namesOf(other)).toEqual(['Moving', 'Staying']);
      await make(website, 'moving');
    });

    it('and moves while others go the opposite way', async () => {
      const here = await Promise.all(times(6, () => make(website)));
      const there = await Promise.all(times(6, () => make(other)));
      const move = (documentId: string, site: string) => () =>
        terms.update({ documentId, data: { website: site } });
      const { refused } = await race(
        times(6, (i) => [
          move(here[i]?.documentId ?? '', other),
          move(there[i]?.documentId ?? '', website),
        ]).flat(),
      );
      expect(refused).toEqual([]);
      expect(await namesOf(other)).toEqual(here.map((term) => term['name']).sort());
      expect(await namesOf(website)).toEqual(there.map((term) => term['name']).sort());
    });

    it('and stays when its address is taken there', async () => {
      const { documentId } = await make(website, 'Moving');
      await make(other, 'moving');
      const before = await stored(server.strapi, uid);
      await expectRefusedAt('name', terms.update({ documentId, data: { website: other } }));
      expect(await stored(server.strapi, uid)).toEqual(before);
    });

    it('and stays while posts of its website use it; the error counts them', async () => {
      const { documentId } = await make(website);
      await content.post(website, use(documentId));
      const move = () => terms.update({ documentId, data: { website: other } });
      expect((await expectRefusedAt('website', move())).message).toMatch(/^1 post of another website uses/);
      await content.draft(website, use(documentId));
      expect((await expectRefusedAt('website', move())).message).toMatch(/^2 posts of another website use /);
      expect(await namesOf(other)).toEqual([]);
    });

    it('and stays while only a live version uses it', async () => {
      const { documentId } = await make(website);
      const post = await content.post(website, use(documentId));
      await posts.update({
        documentId: post.documentId,
        data: { [field]: field === 'tags' ? [] : null },
      });
      await expectRefusedAt('website', terms.update({ documentId, data: { website: other } }));
      await posts.publish({ documentId: post.documentId });
      await terms.update({ documentId, data: { website: other } });
    });
  });

  describe('is used by posts of its own website only', () => {
    it('when a post is created', async () => {
      const { documentId } = await make(other);
      const before = await stored(server.strapi, POST);
      await expectRefusedAt(field, content.draft(website, use(documentId)));
      await expectRefusedAt(field, content.post(website, use(documentId)));
      expect(await stored(server.strapi, POST)).toEqual(before);
    });

    it('when a post is updated, however the relation is written', async () => {
      const foreign = (await make(other)).documentId;
      const { documentId } = await content.draft(website, use((await make(website)).documentId));
      const before = await stored(server.strapi, POST);
      for (const value of [
        use(foreign)[field],
        { connect: [{ documentId: foreign }] },
        { set: [{ documentId: foreign }] },
      ]) {
        await expectRefusedAt(field, posts.update({ documentId, data: { [field]: value } }));
      }
      expect(await stored(server.strapi, POST)).toEqual(before);
    });

    it('when a post moves', async () => {
      const { documentId } = await content.draft(website, use((await make(website)).documentId));
      const there = await make(other);
      await expectRefusedAt(field, posts.update({ documentId, data: { website: other } }));
      await posts.update({ documentId, data: { website: other, ...use(there.documentId) } });
    });

    it('when a clone goes to another website', async () => {
      const { documentId } = await content.draft(website, use((await make(website)).documentId));
      await expectRefusedAt(field, posts.clone({ documentId, data: { website: other } }));
    });

    it('when a post is published whose draft was saved before', async () => {
      const { documentId } = await content.draft(website, use((await make(website)).documentId));
      await posts.publish({ documentId });
      const foreign = await rows.findOne({ where: { documentId: (await make(other)).documentId } });
      // Written past every rule, as an older version or another tool may have left it.
      const { joinTable } = server.strapi.db.metadata.get(POST).attributes[field] as unknown as {
        joinTable: { name: string; joinColumn: { name: string }; inverseJoinColumn: { name: string } };
      };
      const draft = await rowsOf(POST).findOne({ where: { documentId, publishedAt: null } });
      await server.strapi.db
        .connection(joinTable.name)
        .where({ [joinTable.joinColumn.name]: draft?.id })
        .update({ [joinTable.inverseJoinColumn.name]: foreign?.id });
      await expectRefusedAt(field, posts.publish({ documentId }));
    });
  });

  describe('that is moved while posts take it up', () => {
    it('never ends up with posts of another website', async () => {
      for (let round = 0; round < 12; round += 1) {
        const { documentId } = await make(website, `Round ${round}`);
        const draft = await content.draft(website);
        const { refused } = await race<unknown>([
          () => terms.update({ documentId, data: { website: other } }),
          () => posts.update({ documentId: draft.documentId, data: use(documentId) }),
          () => content.post(website, use(documentId)),
        ]);
        const term = await terms.findFirst({ filters: { documentId }, populate: ['website'] });
        const users = await rowsOf(POST).findMany({
          where: { [field]: { documentId } },
          populate: ['website'],
        });
        const home = (term?.['website'] as { documentId: string }).documentId;
        const foreign = users.filter((row) => (row['website'] as { documentId: string }).documentId !== home);
        expect(foreign).toEqual([]);
        expect(refused.map(({ name }) => name)).toEqual(refused.map(() => 'ValidationError'));
      }
    });
  });

  it('may be deleted while posts use it; they lose it', async () => {
    const { documentId } = await make(website);
    const post = await content.post(website, use(documentId));
    await terms.delete({ documentId });
    const after = await rowsOf(POST).findMany({
      where: { documentId: post.documentId },
      populate: [field],
    });
    expect(after.map((row) => row[field])).toEqual(field === 'tags' ? [[], []] : [null, null]);
    await posts.publish({ documentId: post.documentId });
  });

  it('cannot be cloned under the same name, but under another', async () => {
    const { documentId } = await make(website, 'Original');
    await expectRefusedAt('name', terms.clone({ documentId }));
    await terms.clone({ documentId, data: { name: 'Copy' } });
    expect(await namesOf(website)).toEqual(['Copy', 'Original']);
  });
});

it('a category and a tag of one name do not stand in each other’s way', async () => {
  await content.category(website, 'Both');
  await content.tag(website, 'Both');
});

it('a name with a NUL character is refused on every database', async () => {
  const violation = await violationOf(content.tag(website, 'a\0b'));
  expect(violation).toMatchObject({ name: 'ValidationError', path: 'name' });
});

describe('an author', () => {
  const UID = 'api::author.author';
  const authors = documentsOf(UID);
  const make = (data: Record<string, unknown>, site = website) =>
    authors.create({ data: { name: 'Corner Cup team', website: site, ...data } });

  it('gets a slug of the name, a free one of the website, and keeps it when the name changes', async () => {
    expect((await make({}))['slug']).toBe('corner-cup-team');
    const second = await make({});
    expect(second['slug']).toBe('corner-cup-team-2');
    expect((await make({}, other))['slug']).toBe('corner-cup-team');
    expect((await make({ name: '!!!' }))['slug']).toBe('author');
    expect((await make({ name: '山田', slug: '' }))['slug']).toBe('山田');
    const { documentId } = second;
    const renamed = await authors.update({ documentId, data: { name: 'Roasters' } });
    expect(renamed).toMatchObject({ name: 'Roasters', slug: 'corner-cup-team-2' });
    expect((await authors.update({ documentId, data: { slug: null } }))?.['slug']).toBe('roasters');
    const clone = await server.strapi.documents(UID as never).clone({ documentId } as never);
    expect(clone).toMatchObject({ entries: [{ slug: 'roasters-2' }] });
  });

  it('has a text that lists can carry with each of the posts', async () => {
    await expectRefusedAt('bio', make({ bio: 'x'.repeat(2_001) }));
    expect((await make({ bio: 'x'.repeat(2_000) }))['bio']).toHaveLength(2_000);
  });

  it('has a slug that no other author of the website has, and that works in an address', async () => {
    await make({ slug: 'ada' });
    const { documentId } = await make({ slug: 'Ada' });
    const before = await stored(server.strapi, UID);
    for (const write of [
      make({ slug: 'ada' }),
      authors.update({ documentId, data: { slug: 'ada' } }),
      make({ slug: 'a b' }),
      make({ slug: '..' }),
    ]) {
      await expectRefusedAt('slug', write);
    }
    expect(await stored(server.strapi, UID)).toEqual(before);
    const { done, refused } = await race(times(10, () => () => make({ slug: 'contested' })));
    expect([done.length, refused.length]).toEqual([1, 9]);
  });

  it('needs a name and a website, and a profile that can be opened', async () => {
    await expectRefusedAt('name', make({ name: ' ' }));
    await expectRefusedAt('website', make({ website: null }));
    for (const url of ['javascript:alert(1)', '/about', 'example.com']) {
      await expectRefusedAt('url', make({ url }));
    }
    await make({ url: 'https://example.com/about' });
  });

  it('stays on the website of its posts, which have one of their own website', async () => {
    const { documentId } = await make({});
    const theirs = await make({}, other);
    await expectRefusedAt('author', content.draft(website, { author: theirs.documentId }));
    const post = await content.post(website, { author: documentId });
    await expectRefusedAt(
      'author',
      posts.update({ documentId: post.documentId, data: { author: theirs.documentId } }),
    );
    await expectRefusedAt('website', authors.update({ documentId, data: { website: other } }));
    // A post that moves leaves its author behind, or is refused.
    await expectRefusedAt('author', posts.update({ documentId: post.documentId, data: { website: other } }));
    await authors.delete({ documentId });
    expect(await posts.findOne({ documentId: post.documentId, populate: ['author'] } as never)).toMatchObject(
      { author: null },
    );
  });

  it('keeps a website from being deleted', async () => {
    await make({});
    const { message } = await violationOf(
      documentsOf('api::website.website').delete({ documentId: website }),
    );
    expect(message).toContain('1 author');
  });
});
