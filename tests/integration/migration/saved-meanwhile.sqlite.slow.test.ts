import { UID, unique } from '../../fixtures/content';
import { incomingCampaign, incomingPage, incomingPost, incomingTerm, withWriter } from '../../support/writer';

describe('content that is saved here between the look at it and its own write', () => {
  const { server, content, open, slugsOf, find } = withWriter();

  /** Something happens right before the next transaction begins. */
  const beforeWriting = (work: () => Promise<unknown>) => {
    const { db } = server.strapi;
    const transaction = db.transaction.bind(db) as (given: unknown) => Promise<unknown>;
    jest.spyOn(db, 'transaction').mockImplementationOnce((async (given: unknown) => {
      await work();
      return transaction(given);
    }) as never);
  };
  afterEach(() => jest.restoreAllMocks());
  const bring = async (name: string, version: string, before?: () => Promise<unknown>) => {
    const { writer, lines, report } = await open(name);
    await writer.campaign(incomingCampaign());
    const begin = () => before && beforeWriting(before);
    const term = incomingTerm('term', version === '1' ? 'News' : 'Press', {
      sourceId: 'term',
      version,
      id: null,
    });
    return {
      lines,
      counts: report.counts,
      post: async () => (begin(), writer.post(incomingPost('a', { version, content: `<p>${version}</p>` }))),
      page: async () => (begin(), writer.pages([incomingPage('p', { version, html: `<p>${version}</p>` })])),
      term: async () => (begin(), writer.term(term)),
      withdraw: async () => (
        begin(),
        writer.withdrawPost({ sourceId: 'a', where: 'a', why: 'It is private.' })
      ),
    };
  };
  const idOf = (uid: string, name: string) =>
    find(uid, uid === UID.page ? { campaign: { website: { name } } } : { website: { name } });

  it.each([
    ['post', UID.post, { content: '<p>Ours</p>' }],
    ['page', UID.page, { html: '<p>Ours</p>' }],
    ['term', UID.category, { name: 'Ours' }],
  ] as const)('stays as it was saved: %s', async (kind, uid, ours) => {
    const name = unique('meanwhile');
    await (await bring(name, '1'))[kind]();
    const documentId = await idOf(uid, name);
    const status = kind === 'term' ? undefined : 'published';
    const run = await bring(name, '2', () => content.update(uid, documentId, ours, status));
    expect(await run[kind]()).toEqual(kind === 'page' ? ['unchanged'] : 'unchanged');
    expect(run.lines()).toEqual([
      expect.stringMatching(/^altered: .*: It was changed at the source and here\. What is here stays\.$/),
    ]);
    const rows = await server.strapi.db.query(uid).findMany({ where: { documentId } });
    expect(rows).toHaveLength(kind === 'term' ? 1 : 2);
    for (const row of rows as object[]) expect(row).toMatchObject(ours);
    // Nothing was remembered of the newer version: the next run says the same.
    const again = await bring(name, '2');
    await again[kind]();
    expect(again.lines()).toEqual(run.lines());
  });

  it('stays deleted', async () => {
    const name = unique('deleted-meanwhile');
    await (await bring(name, '1')).post();
    const documentId = await idOf(UID.post, name);
    const run = await bring(name, '2', () => content.remove(UID.post, documentId));
    expect(await run.post()).toBe('unchanged');
    expect(run.lines()).toEqual([
      'note: post a: It was brought in before and deleted here since. It stays deleted.',
    ]);
    expect(run.counts.post).toEqual({ made: 0, updated: 0, unchanged: 1, leftOut: 0 });
  });

  it('stays live where the source has withdrawn it', async () => {
    const name = unique('withdrawn-meanwhile');
    await (await bring(name, '1')).post();
    const documentId = await idOf(UID.post, name);
    const edit = () => content.update(UID.post, documentId, { title: 'Ours' }, 'published');
    const run = await bring(name, '1', edit);
    expect(await run.withdraw()).toBe('unchanged');
    expect(run.lines()).toEqual([
      'altered: post a: It is private. It is still live here: an editor has changed it since.',
    ]);
    expect(await slugsOf(name)).toEqual(['a']);
  });
});
