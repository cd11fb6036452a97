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
});
