import { UID, unique } from '../../fixtures/content';
import {
  incomingCampaign,
  incomingPage,
  incomingPost,
  incomingTerm,
  openWriterOn,
  withWriter,
  type OpenOptions,
} from '../../support/writer';

describe('content that is brought in again', () => {
  const { server, content, api, open, slugsOf, find, countOf } = withWriter();

  describe('while somebody else is saving', () => {
    /** Lets the next write of a website meet with another writer, as a database says it. */
    const meetOnce = (event: 'beforeCreate' | 'beforeUpdate') => {
      const met = { times: 0 };
      const stop = server.strapi.db.lifecycles.subscribe({
        models: [UID.website],
        [event]() {
          met.times += 1;
          if (met.times === 1) throw Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY' });
        },
      } as never);
      return { met, stop };
    };

    it('still makes its website', async () => {
      const { met, stop } = meetOnce('beforeCreate');
      try {
        const name = unique('met');
        await (await open(name)).writer.post(incomingPost('a'));
        expect(met.times).toBe(2);
        expect(await slugsOf(name)).toEqual(['a']);
      } finally {
        stop();
      }
    });

    it('still gives the key of the source to a website that is there', async () => {
      const name = unique('met');
      await open(name);
      const { met, stop } = meetOnce('beforeUpdate');
      try {
        await open(name, { website: { apiKey: `new key of ${name}` } });
        expect(met.times).toBe(2);
        expect((await api.blog(`new key of ${name}`)).status).toBe(200);
      } finally {
        stop();
      }
    });
  });

  describe('and is read otherwise than before', () => {
    const read = (content: string, by: number, more: object = {}) =>
      incomingPost('a', {
        version: content,
        content,
        reading: { by, source: 'the item', lacks: 0, isHeldByOthers: false, ...more },
      });
    const contentOf = async (name: string) =>
      ((await api.blog(`key of ${name}`, { slug: 'a' })).body as { content?: string }).content;
    /** As the ledger was before readings were remembered. */
    const forgetReading = async (name: string) => {
      const { documentId: website } = (await server.strapi.db
        .query(UID.website)
        .findOne({ where: { name } })) as { documentId: string };
      const rows = server.strapi.db.query('plugin::content-delivery.moved-entry');
      const row = (await rows.findOne({ where: { website, kind: 'post' } })) as {
        id: number;
        version: string;
      };
      const version = row.version.split(' ').slice(0, 2).join(' ');
      expect(version).not.toBe(row.version);
      await rows.update({ where: { id: row.id }, data: { version } });
    };

    it('stays as it is and is named once for all, and comes when that is asked for', async () => {
      const name = unique('read');
      await (await open(name)).writer.post(read('<p>Old</p>', 1));
      const again = await open(name);
      expect(await again.writer.post(read('<p>New</p>', 2))).toBe('unchanged');
      expect(again.lines()).toEqual([
        expect.stringMatching(
          /^note: post a: It is unchanged at the source, and this version would bring it in/,
        ),
      ]);
      expect(await contentOf(name)).toBe('<p>Old</p>');

      const reread = await open(name, { rereads: true });
      expect(await reread.writer.post(read('<p>New</p>', 2))).toBe('updated');
      expect(await contentOf(name)).toBe('<p>New</p>');
      const last = await open(name);
      expect(await last.writer.post(read('<p>New</p>', 2))).toBe('unchanged');
      expect(last.lines()).toEqual([]);
    });

    it('keeps the slug that readers know when it comes again', async () => {
      const name = unique('read');
      await (await open(name)).writer.post(read('<p>Old</p>', 1));
      const reread = await open(name, { rereads: true });
      expect(await reread.writer.post({ ...read('<p>New</p>', 2), slug: 'b' })).toBe('updated');
      expect(await slugsOf(name)).toEqual(['a']);
    });

    it('stays live, and the report says so', async () => {
      const name = unique('read');
      await (await open(name)).writer.post(read('<p>Old</p>', 1));
      await forgetReading(name);
      const again = await open(name);
      await again.writer.post({ ...read('<p>New</p>', 2), status: 'draft' });
      expect(again.lines()).toEqual([
        expect.stringContaining('What is here stays.'),
        expect.stringMatching(/^altered: post a: It is live here, and would come as a draft now\./),
      ]);
      expect(await slugsOf(name)).toEqual(['a']);
    });

    it('is known as unchanged from before, and a change at the source comes', async () => {
      const name = unique('read');
      await (await open(name)).writer.post(read('<p>Old</p>', 1));
      await forgetReading(name);
      const again = await open(name);
      expect(await again.writer.post(read('<p>Old</p>', 2))).toBe('unchanged');
      expect(again.lines()).toEqual([]);
      const changed = read('<p>New</p>', 2, { source: 'another item' });
      expect(await (await open(name)).writer.post(changed)).toBe('updated');
      expect(await contentOf(name)).toBe('<p>New</p>');
    });

    it('does not go live, or lose what it had, because a part of the export is missing', async () => {
      const name = unique('parts');
      const held = { ...read('<p>With b</p>', 1, { isHeldByOthers: true }), status: 'draft' as const };
      await (await open(name)).writer.post(held);
      const part = await open(name);
      expect(await part.writer.post(read('<p>Without</p>', 1, { lacks: 1 }))).toBe('unchanged');
      expect(part.lines()).toEqual([
        expect.stringMatching(/^altered: post a: It is unchanged, but this export/),
      ]);

      for (const source of ['changed', 'changed again']) {
        const changed = await open(name);
        expect(await changed.writer.post(read(`<p>${source}</p>`, 1, { source }))).toBe('updated');
        expect(changed.lines()).toEqual([expect.stringContaining('It stays a draft.')]);
      }
      expect(await slugsOf(name)).toEqual([]);
    });

    it('loses nothing to a newer reader that gets a part of the export', async () => {
      const name = unique('parts');
      await (await open(name)).writer.post(read('<p>With b</p>', 1));
      const part = await open(name, { rereads: true });
      expect(await part.writer.post(read('<p>Without</p>', 2, { lacks: 1 }))).toBe('unchanged');
      expect(part.lines()).toEqual([expect.stringContaining('What is here stays.')]);
      expect(await contentOf(name)).toBe('<p>With b</p>');
    });
  });

  describe('and is shown to nobody at the source any more', () => {
    it('is a draft here, comes back when the source shows it again, and nothing of that counts as a change here', async () => {
      const name = unique('unpublished');
      await (await open(name)).writer.post(incomingPost('a'));
      expect(await slugsOf(name)).toEqual(['a']);

      const second = await open(name);
      const draft = { status: 'draft', version: '2', content: '<p>New</p>' } as const;
      expect(await second.writer.post(incomingPost('a', draft))).toBe('updated');
      expect(await slugsOf(name)).toEqual([]);

      const third = await open(name);
      expect(await third.writer.post(incomingPost('a', { version: '3' }))).toBe('updated');
      expect([second.lines(), third.lines()]).toEqual([[], []]);
      expect(await slugsOf(name)).toEqual(['a']);
    });

    it('stays live when somebody has changed it here, and the report says so', async () => {
      const name = unique('edited');
      await (await open(name)).writer.post(incomingPost('a'));
      const where = { slug: 'a', website: { name } };
      await content.update(UID.post, await find(UID.post, where), { title: 'Ours' }, 'published');
      const { writer, lines } = await open(name);
      expect(await writer.post(incomingPost('a', { status: 'draft', version: '2' }))).toBe('unchanged');
      expect(await slugsOf(name)).toEqual(['a']);
      expect(lines()).toEqual([
        expect.stringMatching(
          /^altered: post a: It was changed at the source and here\..* It is live here, and a draft at the source\./,
        ),
      ]);
    });

    it('is withdrawn where the source only says so, once, in a dry run not, and not where it was changed here', async () => {
      const name = unique('withdrawn');
      const first = await open(name);
      for (const slug of ['a', 'b']) await first.writer.post(incomingPost(slug));
      const where = { slug: 'b', website: { name } };
      await content.update(UID.post, await find(UID.post, where), { title: 'Ours' }, 'published');
      const withdraw = async (isDryRun = false) => {
        const { writer, lines, report } = await open(name, { isDryRun });
        const outcomes = [];
        for (const sourceId of ['a', 'b', 'never-there']) {
          outcomes.push(await writer.withdrawPost({ sourceId, where: sourceId, why: 'It is private.' }));
        }
        return { outcomes, lines: lines(), counts: report.counts.post };
      };
      const dry = await withdraw(true);
      expect((await slugsOf(name)).sort()).toEqual(['a', 'b']);
      const run = await withdraw();
      expect(run).toEqual(dry);
      expect(run).toEqual({
        outcomes: ['updated', 'unchanged', null],
        lines: [
          'note: post a: It is private. It was live here, and is a draft now.',
          'altered: post b: It is private. It is still live here: an editor has changed it since.',
        ],
        counts: { made: 0, updated: 1, unchanged: 1, leftOut: 0 },
      });
      expect(await slugsOf(name)).toEqual(['b']);

      const again = await withdraw();
      expect(again.outcomes).toEqual(['unchanged', 'unchanged', null]);
      expect(again.lines[0]).toBe('note: post a: It is private. It is a draft here.');

      const { writer, lines } = await open(name);
      expect(await writer.post(incomingPost('a'))).toBe('updated');
      expect(lines()).toEqual([]);
      expect((await slugsOf(name)).sort()).toEqual(['a', 'b']);
    });
  });

  it('comes as the first time when its website was deleted here, with the id that the website had', async () => {
    const website = { name: unique('gone'), id: unique('gone-id'), apiKey: null };
    const bring = async () => {
      const { writer, report } = await openWriterOn(server.strapi, { website });
      await writer.term(incomingTerm(null, 'News'));
      await writer.post(incomingPost('a', { category: 'News' }));
      expect(writer.website.documentId).toBe(website.id);
      return report.counts;
    };
    const first = await bring();
    await content.remove(UID.post, await find(UID.post, { website: { name: website.name } }));
    await content.remove(UID.category, await find(UID.category, { website: { name: website.name } }));
    await content.remove(UID.website, website.id);
    const second = await bring();
    expect(second).toEqual(first);
    expect(second).toMatchObject({ category: { made: 1 }, post: { made: 1 } });
    expect(await countOf(UID.post, website.name, { publishedAt: { $notNull: true } })).toBe(1);
  });

  describe('with terms', () => {
    const bring = async (name: string, terms: [string | null, string][], more: OpenOptions = {}) => {
      const run = await open(name, more);
      for (const [id, term] of terms) {
        // Sources without ids know their terms by something else than the name.
        await run.writer.term(incomingTerm(id, term, id?.startsWith('no-id') ? { id: null } : {}));
      }
      return run;
    };

    it.each([
      [
        [
          ['a', 'News'],
          ['b', 'News'],
        ],
      ],
      [
        [
          ['no-id-1', 'Reviews'],
          ['no-id-2', 'Reviews'],
        ],
      ],
    ] as [[string, string][]][])('of one name says that there is one of them: %p', async (terms) => {
      const name = unique('twins');
      const named = terms[0]?.[1] ?? '';
      const line = `left-out: category ${named}: The source has several categories with the name "${named}". They would have one address, so there is one of them here. Posts of all of them get that one.`;
      const dry = await bring(name, terms, { isDryRun: true });
      const first = await bring(name, terms);
      const again = await bring(name, terms);
      const turned = await bring(name, [...terms].reverse());
      expect([dry.lines(), first.lines(), again.lines()]).toEqual([[line], [line], [line]]);
      expect(turned.lines()).toContain(line);
      expect([dry, first, again].map(({ report }) => report.counts.category)).toEqual([
        { made: 1, updated: 0, unchanged: 0, leftOut: 1 },
        { made: 1, updated: 0, unchanged: 0, leftOut: 1 },
        { made: 0, updated: 0, unchanged: 1, leftOut: 1 },
      ]);
      expect(await countOf(UID.category, name)).toBe(1);
    });

    it('that the website has says that the id is another one, and nothing where none is lost', async () => {
      const name = unique('merged');
      const website = await content.website({ name, apiKey: `key of ${name}` });
      const news = await content.category(website.documentId, 'News');
      const tea = await content.category(website.documentId, 'Tea');
      const { lines, report } = await bring(
        name,
        [
          ['a', 'News'],
          [null, 'Tea'],
        ],
        {
          website: { mayHaveContent: true },
        },
      );
      expect(lines()).toEqual([
        `altered: category News: The website has this category already, with the id ${news.documentId}. The id a was not kept.`,
      ]);
      expect(report.counts.category.unchanged).toBe(2);
      expect(tea.documentId).toBeTruthy();
    });

    it('that changed names with each other says that they did not here', async () => {
      const name = unique('swapped');
      await bring(name, [
        ['s1', 'Coffee'],
        ['s2', 'Tea'],
      ]);
      const { lines } = await bring(name, [
        ['s1', 'Tea'],
        ['s2', 'Coffee'],
      ]);
      expect(lines()).toEqual([
        expect.stringMatching(
          /^altered: category Tea: Its name was "Coffee" and is "Tea" at the source now\. The category "Tea" has that address here/,
        ),
        expect.stringMatching(/^altered: category Coffee: Its name was "Tea" and is "Coffee"/),
      ]);
      // One that only waits for another is right in the end.
      const rest: [string, string][] = [
        ['s1', 'Tea'],
        ['s2', 'Water'],
      ];
      expect((await bring(name, rest)).lines()).toHaveLength(1);
      expect((await bring(name, rest)).lines()).toEqual([]);
      const { body } = await api.taxonomies(`key of ${name}`);
      expect((body as { categories: unknown }).categories).toEqual([
        { id: 's1', name: 'Tea' },
        { id: 's2', name: 'Water' },
      ]);
    });
  });

  describe('whose slugs and ids not every database can store', () => {
    const NUL = 'nul\0';
    const HALF = 'half\ud800';

    const bring = async (name: string, isDryRun: boolean) => {
      const { writer, lines, report } = await open(name, { isDryRun });
      await writer.term(incomingTerm(`term ${NUL}`, 'Term'));
      await writer.term(incomingTerm(`tag ${HALF}`, 'Tag', { kind: 'tag' }));
      await writer.post(incomingPost(NUL, { sourceId: 'post' }));
      await writer.post(incomingPost(HALF));
      await writer.post(incomingPost('good', { sourceId: `post ${NUL}`, category: '\0' }));
      await writer.campaign(incomingCampaign({ sourceId: `campaign ${NUL}` }));
      const campaign = `campaign ${NUL}`;
      await writer.pages([
        incomingPage(NUL, { sourceId: 'page', campaign }),
        incomingPage(HALF, { campaign }),
        incomingPage('good', { sourceId: `page ${NUL}`, campaign }),
      ]);
      return { lines: lines(), counts: report.counts };
    };

    it('comes without them, and the dry run says the same', async () => {
      const name = unique('unstorable');
      const dry = await bring(name, true);
      const run = await bring(name, false);
      expect(run).toEqual(dry);
      expect(run.counts).toMatchObject({
        category: { made: 1, leftOut: 0 },
        tag: { made: 1 },
        post: { made: 1, leftOut: 2 },
        campaign: { made: 1 },
        page: { made: 1, leftOut: 2 },
      });
      expect(
        run.lines.filter((line) => /Its slug has characters that cannot be stored/.test(line)),
      ).toHaveLength(4);
      const again = await bring(name, false);
      expect(again.counts).toMatchObject({
        category: { unchanged: 1 },
        tag: { unchanged: 1 },
        post: { unchanged: 1, leftOut: 2 },
        campaign: { unchanged: 1 },
        page: { unchanged: 1, leftOut: 2 },
      });
    });
  });

  it('gets a new id for one that another entry has in other letters, given by this run or before', async () => {
    const name = unique('ids');
    const { writer, lines } = await open(name);
    const id = unique('Case');
    await writer.campaign(incomingCampaign());
    await writer.pages([
      incomingPage('1', { id }),
      incomingPage('2', { id: id.toUpperCase() }),
      incomingPage('3', { id: `${id}-Other` }),
    ]);
    await writer.pages([incomingPage('4', { id: `${id}-OTHER` })]);
    const other = await open(unique('ids'));
    await other.writer.campaign(incomingCampaign());
    await other.writer.pages([incomingPage('5', { id: id.toLowerCase() })]);
    expect([...lines(), ...other.lines()]).toEqual([
      expect.stringMatching(
        new RegExp(`^altered: page ${id.toUpperCase()}, ${id}-OTHER: The id is taken here`),
      ),
      expect.stringMatching(new RegExp(`^altered: page ${id.toLowerCase()}: The id is taken here`)),
    ]);
    const { body } = await api.pseoPages(`key of ${name}`);
    const ids = (body as { pageId: string }[]).map(({ pageId }) => pageId);
    expect(ids).toContain(id);
    expect(ids).toContain(`${id}-Other`);
    expect(new Set(ids.map((one) => one.toLowerCase())).size).toBe(4);
  });

  it('says in a dry run that the key of a website will be another one', async () => {
    const name = unique('rekeyed');
    await open(name);
    const line =
      /^note: website rekeyed\S+: It has the API key of the source now\. The key that it had works no more/;
    const keep = { website: { apiKey: unique('new-key') } };
    const dry = await open(name, { ...keep, isDryRun: true });
    expect(dry.lines()).toEqual([expect.stringMatching(line)]);
    expect((await api.blog(`key of ${name}`)).status).toBe(200);
    const run = await open(name, keep);
    expect(run.lines()).toEqual(dry.lines());
    expect((await api.blog(`key of ${name}`)).status).toBe(401);
    expect((await open(name, { ...keep, isDryRun: true })).lines()).toEqual([]);
  });
});
