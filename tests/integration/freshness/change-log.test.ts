import { logDueMoments } from '../../../src/plugins/content-delivery/server/src/freshness/changes/clock';
import { pruneChangeLog } from '../../../src/plugins/content-delivery/server/src/freshness/changes/prune';
import { unique, UID } from '../../fixtures/content';
import { apiKeysOf } from '../../support/api-keys';
import { resumeClock, stopClockAt } from '../../support/clock';
import { multiply } from '../../support/copied-rows';
import { LIVE, importsBy, TEMPLATES, toCsv } from '../../support/page-imports';
import { runningJobs } from '../../support/jobs';
import { serviceOf } from '../../support/services';
import { withServer } from '../../support/with-server';

const TABLE = 'content_delivery_changes';

interface Row {
  revision: number;
  type: string;
  action: string;
  entry: string | null;
  slug: string | null;
  previous_slug: string | null;
}

describe('the change log', () => {
  const { server, content, documentsOf, asSuperAdmin } = withServer();
  const { ended } = runningJobs(() => server.strapi);
  const panel = asSuperAdmin();

  beforeAll(async () => {
    // What the clock brings is written down when a test says so.
    await serviceOf(server.strapi, 'clock').stop();
  });

  const rows = (website: string): Promise<Row[]> =>
    server.strapi.db.connection(TABLE).where({ website }).orderBy('revision').select('*');
  /** What a change has written for a website: type, action, entry, slug and the slug before. */
  const written = async (website: string, change: () => Promise<unknown>): Promise<unknown[][]> => {
    const before = (await rows(website)).length;
    await change();
    return (await rows(website))
      .slice(before)
      .map(({ type, action, entry, slug, previous_slug }) => [type, action, entry, slug, previous_slug]);
  };
  const site = async (data: Record<string, unknown> = {}) => {
    const account = (await content.defaultAccount()).documentId;
    return (await content.website({ account, ...data })).documentId;
  };

  it('says of a post what readers notice, and nothing of drafts', async () => {
    const website = await site();
    let id = '';
    expect(
      await written(website, async () => {
        id = (await content.draft(website, { slug: 'a' })).documentId;
        await content.update(UID.post, id, { content: '<p>Draft</p>' });
      }),
    ).toEqual([]);
    expect(await written(website, () => content.publish(UID.post, id))).toEqual([
      ['post', 'published', id, 'a', null],
    ]);
    expect(await written(website, () => content.update(UID.post, id, { slug: 'b' }))).toEqual([]);
    expect(await written(website, () => content.publish(UID.post, id))).toEqual([
      ['post', 'updated', id, 'b', 'a'],
      ['redirects', 'updated', null, null, null],
    ]);
    expect(await written(website, () => content.update(UID.post, id, { title: 'New' }, 'published'))).toEqual(
      [['post', 'updated', id, 'b', null]],
    );
    expect(await written(website, () => content.discardDraft(UID.post, id))).toEqual([]);
    // Its earlier slug leads nowhere then.
    const removed = [
      ['post', 'removed', id, 'b', null],
      ['redirects', 'updated', null, null, null],
    ];
    expect(await written(website, () => content.unpublish(UID.post, id))).toEqual(removed);
    await content.publish(UID.post, id);
    expect(await written(website, () => content.remove(UID.post, id))).toEqual(removed);
  });

  it('judges a whole transaction, and has nothing of one that was taken back', async () => {
    const website = await site();
    const { documentId } = await content.post(website, { slug: 'kept' });
    const inOne = (last: () => Promise<unknown>) => () =>
      server.strapi.db.transaction(async () => {
        await content.unpublish(UID.post, documentId);
        await content.publish(UID.post, documentId);
        await last();
      });
    expect(
      await written(
        website,
        inOne(async () => undefined),
      ),
    ).toEqual([['post', 'updated', documentId, 'kept', null]]);
    expect(
      await written(website, async () => {
        const failing = inOne(() => Promise.reject(new Error('taken back')));
        await expect(failing()).rejects.toThrow('taken back');
      }),
    ).toEqual([]);
    expect(
      await written(website, () =>
        server.strapi.db.transaction(async () => {
          const { documentId: brief } = await content.post(website);
          await content.remove(UID.post, brief);
        }),
      ),
    ).toEqual([]);
  });

  it('has a withheld post when it is delivered, and a moved one on both websites', async () => {
    const withholding = await site({ scheduledPosts: 'withhold' });
    const other = await site();
    const scheduleDate = new Date(Date.now() + 3_600_000);
    let id = '';
    expect(
      await written(withholding, async () => {
        id = (await content.post(withholding, { slug: 'later', scheduleDate })).documentId;
      }),
    ).toEqual([]);
    expect(
      await written(withholding, () => content.update(UID.post, id, { scheduleDate: null }, 'published')),
    ).toEqual([['post', 'published', id, 'later', null]]);
    let there: unknown[] = [];
    expect(
      await written(withholding, async () => {
        there = await written(other, () => content.update(UID.post, id, { website: other }, 'published'));
      }),
    ).toEqual([['post', 'removed', id, 'later', null]]);
    expect(there).toEqual([['post', 'published', id, 'later', null]]);
  });

  it('has what the clock brings, once, whoever looks', async () => {
    const [withholding, including] = [await site({ scheduledPosts: 'withhold' }), await site()];
    await logDueMoments(server.strapi);
    const scheduleDate = new Date(Date.now() + 3_600_000);
    const late = { slug: 'late', scheduleDate };
    const [withheld, included] = [await content.post(withholding, late), await content.post(including, late)];
    const saved = await content.post(withholding, { slug: 'saved', scheduleDate });
    const { body } = await panel.get(`/content-delivery/websites`);
    const keys = (body.data as { documentId: string; keys: { current: { id: string } } }[]).find(
      ({ documentId }) => documentId === including,
    )?.keys;
    await panel.post(`/content-delivery/websites/${including}/api-key/rotate`, {
      currentKey: keys?.current.id,
      oldKeyWorksFor: 'hour',
    });
    stopClockAt(new Date(scheduleDate.getTime() + 5_000).toISOString());
    try {
      let there: unknown[] = [];
      const both = await written(withholding, async () => {
        there = await written(including, async () => {
          await content.update(UID.post, saved.documentId, { title: 'Changed' }, 'published');
          await Promise.all([1, 2, 3].map(() => logDueMoments(server.strapi)));
          await logDueMoments(server.strapi);
        });
      });
      expect(both).toEqual([
        ['post', 'published', saved.documentId, 'saved', null],
        ['post', 'published', withheld.documentId, 'late', null],
      ]);
      expect(there).toEqual(expect.arrayContaining([['post', 'updated', included.documentId, 'late', null]]));
      expect(there.filter((row) => (row as string[])[0] === 'website')).toEqual([
        ['website', 'updated', null, null, null],
      ]);
      expect(
        await written(withholding, () =>
          content.update(UID.post, saved.documentId, { title: 'Again' }, 'published'),
        ),
      ).toEqual([['post', 'updated', saved.documentId, 'saved', null]]);
    } finally {
      resumeClock();
    }
  });

  it('has what the clock brings to a website whatever another one has: two live rows of a post, or no lock', async () => {
    const sql = server.strapi.db.connection;
    const [first = '', second = ''] = [
      await site({ scheduledPosts: 'withhold' }),
      await site({ scheduledPosts: 'withhold' }),
    ].sort();
    await logDueMoments(server.strapi);
    const scheduleDate = new Date(Date.now() + 3_600_000);
    const [twice, other] = [
      await content.post(first, { slug: 'twice', scheduleDate }),
      await content.post(second, { slug: 'other', scheduleDate }),
    ];
    const { id, ...row } = (await sql('posts')
      .where({ document_id: twice.documentId })
      .whereNotNull('published_at')
      .first()) as { id: number };
    await sql('posts').insert(row);
    const copy = (await sql('posts').where({ document_id: twice.documentId }).max('id as id').first()) as {
      id: number;
    };
    const link = (await sql('posts_website_lnk').where({ post_id: id }).first()) as { website_id: number };
    await sql('posts_website_lnk').insert({ post_id: copy.id, website_id: link.website_id });
    const transaction = jest.spyOn(server.strapi.db, 'transaction');
    stopClockAt(new Date(scheduleDate.getTime() + 5_000).toISOString());
    try {
      let there: unknown[] = [];
      const here = await written(first, async () => {
        there = await written(second, async () => {
          transaction.mockRejectedValueOnce(new Error('This website cannot be written.'));
          await expect(logDueMoments(server.strapi)).rejects.toThrow('This website cannot be written.');
        });
        await logDueMoments(server.strapi);
      });
      expect(there).toEqual([['post', 'published', other.documentId, 'other', null]]);
      expect(here).toEqual([['post', 'published', twice.documentId, 'twice', null]]);
    } finally {
      resumeClock();
      transaction.mockRestore();
      await sql('posts').where({ id: copy.id }).delete();
    }
  });

  it('has a post as updated whose date had come before the log began', async () => {
    const website = await site({ scheduledPosts: 'withhold' });
    const scheduleDate = new Date(Date.now() - 2 * 3_600_000);
    const { documentId } = await content.post(website, { slug: 'old', scheduleDate });
    await server.strapi.db.connection('content_delivery_moments').where({ website }).delete();
    expect(
      await written(website, () => content.update(UID.post, documentId, { title: 'New' }, 'published')),
    ).toEqual([['post', 'updated', documentId, 'old', null]]);
  });

  it('has what the clock brings without holding two websites at a time', async () => {
    const websites = [await site({ scheduledPosts: 'withhold' }), await site({ scheduledPosts: 'withhold' })];
    await logDueMoments(server.strapi);
    const scheduleDate = new Date(Date.now() + 3_600_000);
    for (const website of websites) await content.post(website, { slug: 'due', scheduleDate });
    /** Which of both each transaction names. */
    const named = new Map<string, Set<string>>();
    const note = ({ __knexTxId: id, bindings }: { __knexTxId?: string; bindings?: unknown[] }): void => {
      for (const website of websites) {
        if (id === undefined || !bindings?.includes(`website:${website}`)) continue;
        named.set(id, (named.get(id) ?? new Set()).add(website));
      }
    };
    stopClockAt(new Date(scheduleDate.getTime() + 1_000).toISOString());
    server.strapi.db.connection.on('query', note);
    try {
      await logDueMoments(server.strapi);
    } finally {
      server.strapi.db.connection.off('query', note);
      resumeClock();
    }
    expect([...named.values()].map((some) => [...some])).toEqual([...websites].sort().map((one) => [one]));
  });

  /** Some at a time, and once more. */
  const look = async (): Promise<void> => {
    await Promise.all([1, 2, 3].map(() => logDueMoments(server.strapi)));
    await logDueMoments(server.strapi);
  };
  const HOUR = 3_600_000;

  it('has one row of a website for more posts at once than it names, once, whoever looks', async () => {
    const website = await site({ scheduledPosts: 'withhold' });
    await look();
    const scheduleDate = new Date(Date.now() + HOUR);
    const { documentId } = await content.post(website, { slug: 'many', scheduleDate });
    await multiply(
      server.strapi,
      {
        table: 'posts',
        link: 'posts_website_lnk',
        owner: 'post_id',
        change: (n) => ({ slug: `many-${n}`, unique_key: null }),
      },
      documentId,
      501,
    );
    try {
      stopClockAt(new Date(scheduleDate.getTime() + 1_000).toISOString());
      expect(await written(website, look)).toEqual([['website', 'updated', null, null, null]]);
      // Beyond the time that is looked at again.
      for (const minutes of [1, 2, 30]) {
        stopClockAt(new Date(scheduleDate.getTime() + minutes * 60_000).toISOString());
        expect(await written(website, look)).toEqual([]);
      }
      expect(
        await written(website, () => content.update(UID.post, documentId, { title: 'Changed' }, 'published')),
      ).toEqual([['post', 'updated', documentId, 'many', null]]);
    } finally {
      resumeClock();
      await server.strapi.db.connection('posts').where('slug', 'like', 'many-%').delete();
    }
  });

  it('has what the clock brings once, however the clock is set back and forth', async () => {
    const [website, other] = [await site({ scheduledPosts: 'withhold' }), await site()];
    await look();
    const start = Date.now();
    const at = (hours: number): string => new Date(start + hours * HOUR).toISOString();
    const early = (await content.post(website, { slug: 'early', scheduleDate: at(1) })).documentId;
    const edited = (await content.post(website, { slug: 'edited', scheduleDate: at(2) })).documentId;
    const published = (id: string, slug: string) => ['post', 'published', id, slug, null];
    try {
      stopClockAt(at(10));
      expect((await written(website, look)).sort()).toEqual(
        [published(early, 'early'), published(edited, 'edited')].sort(),
      );
      stopClockAt(at(0.5));
      expect(await written(website, look)).toEqual([]);
      // Readers do not get it any more, so this is told at its moment. But lists of another server's may have it.
      expect(
        await written(website, () => content.update(UID.post, edited, { title: 'Edited' }, 'published')),
      ).toEqual([['website', 'updated', null, null, null]]);
      const late = (await content.post(website, { slug: 'late', scheduleDate: at(3) })).documentId;
      await apiKeysOf(server.strapi).rotate(other, 4 * HOUR);

      stopClockAt(at(1.5));
      expect(await written(website, look)).toEqual([]);
      stopClockAt(at(2.5));
      expect(await written(website, look)).toEqual([published(edited, 'edited')]);
      // Ahead and back without a look at what is between.
      stopClockAt(at(12));
      stopClockAt(at(2.6));
      expect(await written(website, look)).toEqual([]);
      stopClockAt(at(3.5));
      expect(await written(website, look)).toEqual([published(late, 'late')]);
      stopClockAt(at(5));
      expect(await written(other, look)).toEqual([['website', 'updated', null, null, null]]);
      for (const hours of [20, 0.1, 1, 2, 3.01, 5, 20, 40]) {
        stopClockAt(at(hours));
        expect(await written(website, () => written(other, look))).toEqual([]);
      }
      expect((await rows(other)).map(({ type }) => type).slice(-2)).toEqual(['website', 'website']);
    } finally {
      resumeClock();
    }
  });

  it('has a post again that a website withholds since its clock was set back', async () => {
    const website = await site();
    await look();
    const start = Date.now();
    const at = (hours: number): string => new Date(start + hours * HOUR).toISOString();
    const { documentId } = await content.post(website, { slug: 'later', scheduleDate: at(1) });
    try {
      stopClockAt(at(2));
      expect(await written(website, look)).toEqual([['post', 'updated', documentId, 'later', null]]);
      stopClockAt(at(0.5));
      await content.update(UID.website, website, { scheduledPosts: 'withhold' });
      expect(await written(website, look)).toEqual([]);
      stopClockAt(at(1.1));
      expect(await written(website, look)).toEqual([['post', 'published', documentId, 'later', null]]);
    } finally {
      resumeClock();
    }
  });

  it('names taxonomies, links and websites as a whole, on each website that shows them', async () => {
    const account = (await content.account()).documentId;
    const [first, second] = [await site({ account }), await site({ account })];
    expect(await written(first, () => content.category(first))).toEqual([
      ['taxonomies', 'updated', null, null, null],
    ]);
    expect(await written(second, () => content.category(first))).toEqual([]);
    const tag = await content.tag(first);
    expect(await written(first, () => content.remove(UID.tag, tag.documentId))).toEqual([
      ['taxonomies', 'updated', null, null, null],
    ]);
    expect(
      await written(second, async () => {
        expect(await written(first, () => content.link({ account }))).toEqual([
          ['internal-links', 'updated', null, null, null],
        ]);
      }),
    ).toEqual([['internal-links', 'updated', null, null, null]]);
    expect(
      await written(first, () => content.update(UID.website, first, { scheduledPosts: 'withhold' })),
    ).toEqual([['website', 'updated', null, null, null]]);
  });

  it('has authors, one by one', async () => {
    const website = await site();
    let author = '';
    expect(
      await written(website, async () => {
        author = (await content.author(website, { name: 'Ada', slug: 'ada' })).documentId;
      }),
    ).toEqual([['authors', 'published', author, 'ada', null]]);
    expect(await written(website, () => content.update(UID.author, author, { slug: 'grace' }))).toEqual([
      ['authors', 'updated', author, 'grace', 'ada'],
    ]);
    expect(await written(website, () => content.remove(UID.author, author))).toEqual([
      ['authors', 'removed', author, 'grace', null],
    ]);
  });

  it('has campaigns and pages, one by one and in bulk', async () => {
    const website = await site();
    const { documentId: campaign } = await content.campaign(website);
    expect(
      await written(website, () => content.update(UID.campaign, campaign, { htmlTemplate: '<p>New</p>' })),
    ).toEqual([['campaign', 'updated', campaign, null, null]]);
    const page = await content.page(campaign, { slug: 'one' });
    const draft = await content.pageDraft(campaign, { slug: 'two' });
    const bulk = async (action: string, pages: string[]) => {
      const answer = await panel.post('/content-delivery/pseo-page-jobs', { website, action, pages });
      expect(answer.status).toBe(202);
      await ended((answer.body.data as { documentId: string }).documentId);
    };
    expect(await written(website, () => bulk('publish', [draft.documentId]))).toEqual([
      ['pseo-page', 'published', draft.documentId, 'two', null],
    ]);
    expect(await written(website, () => bulk('unpublish', [page.documentId, draft.documentId]))).toEqual(
      expect.arrayContaining([
        ['pseo-page', 'removed', page.documentId, 'one', null],
        ['pseo-page', 'removed', draft.documentId, 'two', null],
      ]),
    );
    expect(await written(website, () => bulk('delete', [page.documentId]))).toEqual([]);
  });

  it('has the pages of a small import by name, and of a large one their campaign', async () => {
    const website = await site();
    const { documentId: campaign } = await content.campaign(website, TEMPLATES);
    const imports = importsBy(server.strapi, panel);
    const file = (count: number, text: string) =>
      toCsv([['city', 'text'], ...Array.from({ length: count }, (_, i) => [`City ${i}`, text])]);
    const small = await written(website, () => imports.imported(campaign, file(2, 'a'), LIVE));
    expect(small.map(([type, action]) => [type, action])).toEqual([
      ['pseo-page', 'published'],
      ['pseo-page', 'published'],
    ]);
    const large = await written(website, () => imports.imported(campaign, file(501, 'b'), LIVE));
    expect(new Set(large.map((row) => JSON.stringify(row)))).toEqual(
      new Set([JSON.stringify(['campaign', 'updated', campaign, null, null])]),
    );
  });

  it('gives each row a revision of its own, and none below one that was read, while many write', async () => {
    const website = await site();
    const { strapi } = server;
    let isWriting = true;
    const seen: number[] = [];
    const reading = (async () => {
      while (isWriting) {
        const after = seen[seen.length - 1] ?? 0;
        const found: number[] = await strapi.db
          .connection(TABLE)
          .where({ website })
          .where('revision', '>', after)
          .orderBy('revision')
          .pluck('revision');
        seen.push(...found);
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    const ids = await Promise.all(
      Array.from({ length: 12 }, async () => (await content.post(website, { slug: unique('s') })).documentId),
    );
    await panel.post(`/content-manager/collection-types/${UID.post}/actions/bulkUnpublish`, {
      documentIds: ids,
    });
    isWriting = false;
    await reading;
    const all = (await rows(website)).map(({ revision }) => revision);
    // The website itself, and each post twice.
    expect(new Set(all).size).toBe(1 + 2 * ids.length);
    expect(seen).toEqual(all.slice(0, seen.length));
  });

  it('forgets what is too old, what is too much, and what was of a website that is gone', async () => {
    const { strapi } = server;
    const [kept, gone] = [await site(), await site()];
    for (const website of [kept, kept, kept, gone]) await content.category(website);
    await documentsOf(UID.category)
      .findMany({ filters: { website: { documentId: gone } } })
      .then(([one]) => content.remove(UID.category, one?.documentId ?? ''));
    await content.remove(UID.website, gone);
    const newest = (await rows(kept)).slice(-2);
    await pruneChangeLog(strapi, { days: 30, rows: 2 }, () => true);
    expect(await rows(kept)).toEqual(newest);
    expect(await rows(gone)).toEqual([]);
    await strapi.db
      .connection(TABLE)
      .where({ website: kept, revision: newest[0]?.revision ?? 0 })
      .update({ at: new Date(Date.now() - 31 * 24 * 3_600_000) });
    await pruneChangeLog(strapi, { days: 30, rows: 2 }, () => true);
    expect(await rows(kept)).toEqual(newest.slice(1));
  });

  it('keeps the log of a website that is made while it is purged', async () => {
    const { strapi } = server;
    await site();
    const sql = strapi.db.connection;
    let made: Promise<string> | undefined;
    // The website comes right before the first look at who has a log.
    const connection = Object.assign((table: string) => {
      const query = sql(table);
      if (table !== TABLE || made) return query;
      const run = query.then.bind(query);
      query.then = (async (...then: Parameters<typeof run>) => {
        made ??= site();
        await made;
        return run(...then);
      }) as typeof query.then;
      return query;
    }, sql);
    const db: unknown = Object.create(strapi.db, { connection: { value: connection } });
    const watched = Object.create(strapi, { db: { value: db } }) as typeof strapi;
    await pruneChangeLog(watched, { days: 30, rows: 10 }, () => true);
    expect(await rows((await made) ?? '')).toHaveLength(1);
  });
});
