import { UID, unique } from '../../fixtures/content';
import { incomingPost, withWriter, type OpenOptions } from '../../support/writer';

describe('a draft without a slug that is brought in', () => {
  const { server, content, open, slugsOf } = withWriter();

  const draft = (proposedSlug: string, more: Partial<Parameters<typeof incomingPost>[1]> = {}) =>
    incomingPost('x', {
      sourceId: 'draft',
      title: 'Hello world',
      slug: null,
      proposedSlug,
      version: proposedSlug,
      status: 'draft',
      ...more,
    });
  const bring = async (name: string, posts: ReturnType<typeof incomingPost>[], more: OpenOptions = {}) => {
    const { writer, report, lines } = await open(name, more);
    for (const post of posts) await writer.post(post);
    return { counts: report.counts.post, lines: lines() };
  };
  const draftSlugsOf = async (name: string) => {
    const drafts: { slug: string }[] = await server.strapi.db
      .query(UID.post)
      .findMany({ where: { website: { name }, publishedAt: null }, orderBy: { slug: 'asc' } });
    return drafts.map(({ slug }) => slug);
  };

  it('makes way for what is published with that slug later, and the dry run says the same', async () => {
    const name = unique('makes-way');
    await bring(name, [draft('hello-world')]);
    expect(await draftSlugsOf(name)).toEqual(['hello-world']);
    const posts = [draft('hello-world-2'), incomingPost('hello-world')];
    const dry = await bring(name, posts, { isDryRun: true });
    const run = await bring(name, posts);
    expect(run).toEqual(dry);
    expect(run).toEqual({ counts: { made: 1, updated: 1, unchanged: 0, leftOut: 0 }, lines: [] });
    expect(await draftSlugsOf(name)).toEqual(['hello-world', 'hello-world-2']);
    expect(await slugsOf(name)).toEqual(['hello-world']);
  });

  it('comes beside a post that is here already, and beside others of the run', async () => {
    const name = unique('beside');
    const website = await content.website({ name, apiKey: `key of ${name}` });
    await content.post(website.documentId, { slug: 'hello-world' });
    const posts = [
      incomingPost('hello-world-2'),
      draft('hello-world'),
      draft('hello-world', { sourceId: 'second' }),
    ];
    const merging = { website: { mayHaveContent: true } };
    const dry = await bring(name, posts, { ...merging, isDryRun: true });
    const run = await bring(name, posts, merging);
    expect(run).toEqual(dry);
    expect(run).toEqual({ counts: { made: 3, updated: 0, unchanged: 0, leftOut: 0 }, lines: [] });
    expect(await draftSlugsOf(name)).toEqual([
      'hello-world',
      'hello-world-2',
      'hello-world-3',
      'hello-world-4',
    ]);
    // It keeps the slug that it got.
    await bring(name, [draft('hello-world', { version: '2' })]);
    expect(await draftSlugsOf(name)).toEqual([
      'hello-world',
      'hello-world-2',
      'hello-world-3',
      'hello-world-4',
    ]);
  });
});
