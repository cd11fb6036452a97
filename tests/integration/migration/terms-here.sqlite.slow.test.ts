import { UID, unique } from '../../fixtures/content';
import { incomingPost, incomingTerm, withWriter, type OpenOptions } from '../../support/writer';

describe('categories and tags of other names here, or deleted here', () => {
  const { content, api, open, find, countOf } = withWriter();

  const bring = async (name: string, terms: [string, string][], more: OpenOptions = {}) => {
    const run = await open(name, more);
    for (const [sourceId, term] of terms) await run.writer.term(incomingTerm(null, term, { sourceId }));
    return run;
  };
  const LISTED = ['News', 'Tea'];
  /** Terms that the source lists, and a post that names them and a tag that it does not list. */
  const bringAll = async (name: string, slug: string, more: OpenOptions = {}, version = '1') => {
    const listed = LISTED.map((term): [string, string] => [term, term]);
    const run = await bring(name, listed, more);
    const post = { category: 'News', tags: ['Only named', 'Stays'], version };
    await run.writer.post(incomingPost(slug, post));
    return run;
  };
  const postOf = async (name: string, slug: string) =>
    (await api.blog(`key of ${name}`, { slug })).body as { category: string | null; tags: string[] };
  const idOf = (uid: string, website: string, name: string) =>
    find(uid, { name, website: { name: website } });

  it('do not come back with posts that name them as the source does', async () => {
    const name = unique('renamed');
    await bringAll(name, 'a');
    await content.update(UID.category, await idOf(UID.category, name, 'News'), { name: 'Updates' });
    await content.update(UID.tag, await idOf(UID.tag, name, 'Only named'), { name: 'Ours' });
    const dry = await bringAll(name, 'b', { isDryRun: true });
    const { lines } = await bringAll(name, 'b');
    expect(lines()).toEqual([
      'note: post b: It names the category "News", which is called "Updates" here. It has that one.',
      'note: post b: It names the tag "Only named", which is called "Ours" here. It has that one.',
    ]);
    expect(dry.lines()).toEqual(lines());
    expect(await postOf(name, 'b')).toMatchObject({ category: 'Updates', tags: ['Ours', 'Stays'] });
    expect([await countOf(UID.category, name), await countOf(UID.tag, name)]).toEqual([2, 2]);
  });

  it('are left away from posts when they were deleted, which is said once; one of the name is taken', async () => {
    const name = unique('deleted');
    await bringAll(name, 'a');
    await content.remove(UID.category, await idOf(UID.category, name, 'News'));
    await content.remove(UID.tag, await idOf(UID.tag, name, 'Only named'));
    const dry = await bringAll(name, 'b', { isDryRun: true });
    const { lines, writer, isComplete } = await bringAll(name, 'b');
    expect(dry.lines()).toEqual(lines());
    await writer.post(incomingPost('c', { category: 'News' }));
    expect(lines()).toEqual([
      'note: post b, c: The category "News" was deleted here, so it came without.',
      'note: post b: The tag "Only named" was deleted here, so it came without.',
    ]);
    expect(isComplete()).toBe(true);
    expect(await postOf(name, 'b')).toMatchObject({ category: null, tags: ['Stays'] });
    expect([await countOf(UID.category, name), await countOf(UID.tag, name)]).toEqual([1, 1]);

    const website = await find(UID.website, { name });
    await content.category(website, 'News');
    expect((await bringAll(name, 'b', {}, '2')).lines()).toHaveLength(1);
    expect(await postOf(name, 'b')).toMatchObject({ category: 'News' });
  });

  const CANNOT = /^altered: category \.\.\/\.\.\/escaped: The name .* so it is called "escaped" here\.$/;

  it('get another name where theirs cannot be an address, in every run the same', async () => {
    const name = unique('unsafe');
    const all = async (slug: string, more: OpenOptions = {}) => {
      const run = await bring(name, [['1', '../../escaped']], more);
      await run.writer.post(incomingPost(slug, { category: '../../escaped', tags: ['..'] }));
      return run;
    };
    const dry = await all('a', { isDryRun: true });
    const { lines } = await all('a');
    expect([...lines()].sort()).toEqual([
      expect.stringMatching(CANNOT),
      expect.stringMatching(/^altered: tag \.\.: The name "\.\." cannot .* so it is called "Tag" here\.$/),
      expect.stringMatching(/^note: post a: It names the category .* which is called "escaped" here/),
      expect.stringMatching(/^note: tag \.\.: Only posts name this tag/),
    ]);
    expect([...dry.lines()].sort()).toEqual([...lines()].sort());
    await all('b');
    for (const slug of ['a', 'b']) {
      expect(await postOf(name, slug)).toMatchObject({ category: 'escaped', tags: ['Tag'] });
    }
    expect([await countOf(UID.category, name), await countOf(UID.tag, name)]).toEqual([1, 1]);
  });

  it('keep a name that cannot be an address where their front ends stay, which is said', async () => {
    const name = unique('kept');
    const run = async (version: string) => {
      const one = await open(name, { keepsNames: true });
      await one.writer.term(incomingTerm('k', '..', { version }));
      await one.writer.post(incomingPost('a', { category: '..' }));
      return one;
    };
    expect((await run('1')).lines()).toEqual([
      expect.stringMatching(/^note: category \.\.: The name "\.\." was kept/),
    ]);
    expect(await postOf(name, 'a')).toMatchObject({ category: '..' });
    expect((await run('1')).lines()).toEqual([]);
    // An import that keeps no names leaves one that is here.
    const { writer, lines } = await open(name, { source: 'other', website: { mayHaveContent: true } });
    await writer.post(incomingPost('b', { category: '..' }));
    expect(lines()).toEqual([]);
    expect(await postOf(name, 'b')).toMatchObject({ category: '..' });
  });

  it('are not made anew for the second of two terms of the source with their name', async () => {
    const name = unique('renamed-twin');
    const twins: [string, string][] = [
      ['1', 'News'],
      ['2', 'News'],
    ];
    await bring(name, twins);
    await content.update(UID.category, await idOf(UID.category, name, 'News'), { name: 'Updates' });
    const { writer, lines } = await bring(name, twins);
    await writer.post(incomingPost('a', { category: 'News' }));
    expect(lines()).toEqual([
      expect.stringMatching(/^left-out: category News: The source has several categories with the name/),
      expect.stringMatching(/^note: post a: It names the category "News", which is called "Updates" here/),
    ]);
    expect(await countOf(UID.category, name)).toBe(1);
  });

  it('do so with authors, too: one of a name that is here, one that was deleted, and an address as a name', async () => {
    const name = unique('authors');
    const author = (login: string, version: string) => ({
      sourceId: `author ${login}`,
      version,
      id: null,
      name: version,
    });
    const authorOf = async (slug: string) => {
      const { body } = await api.blog(`key of ${name}`, { slug, include: 'author' });
      return (body as { author: { name: string; slug: string } | null }).author;
    };
    const all = async (slug: string, names: [string, string][], more: OpenOptions = {}) => {
      const run = await open(name, more);
      for (const [login, version] of names) await run.writer.author(author(login, version));
      await run.writer.post(incomingPost(slug, { author: `author ${names[0]?.[0] ?? ''}` }));
      return run;
    };
    const first = await all('a', [
      ['jane', 'Jane Doe'],
      ['kim', 'kim@example.com'],
    ]);
    expect(await authorOf('a')).toMatchObject({ name: 'Jane Doe', slug: 'jane-doe' });
    expect(first.report.counts.author).toMatchObject({ made: 2 });
    expect(first.lines()).toEqual([expect.stringMatching(/^altered: author kim: .*e-mail address/)]);
    expect(await find(UID.author, { name: 'kim', website: { name } })).not.toBe('');

    // Of the same name at another number of the source: one author.
    const again = await all('b', [['jane-2', 'JANE doe']]);
    expect(again.report.counts.author).toMatchObject({ made: 0, unchanged: 1 });
    expect(await authorOf('b')).toMatchObject({ slug: 'jane-doe' });
    // Renamed at the source: the slug stays.
    await all('c', [['jane', 'Jane Roe']]);
    expect(await authorOf('a')).toMatchObject({ name: 'Jane Roe', slug: 'jane-doe' });
    // Changed here: that stays.
    const kim = await find(UID.author, { name: 'kim', website: { name } });
    await content.update(UID.author, kim, { name: 'Kim' });
    const touched = await all('d', [['kim', 'Kim K.']]);
    expect(await authorOf('d')).toMatchObject({ name: 'Kim' });
    expect(touched.lines()).toEqual([expect.stringContaining('What is here stays.')]);
    // Deleted here: posts come without.
    await content.remove(UID.author, kim);
    await all('e', [['kim', 'Kim K.']]);
    expect(await authorOf('e')).toBeNull();
    const dry = await all('f', [['new', 'New']], { isDryRun: true });
    expect(dry.report.counts.author).toMatchObject({ made: 1 });
    expect(await countOf(UID.author, name)).toBe(1);
  });
});
