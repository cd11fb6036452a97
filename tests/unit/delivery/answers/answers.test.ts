import { errors } from '@strapi/utils';
import { createAnswers } from '../../../../src/plugins/content-delivery/server/src/delivery/answers';
import {
  expiryOf,
  leavesOutScheduled,
} from '../../../../src/plugins/content-delivery/server/src/delivery/answers/build';
import type { DeliveryQuery } from '../../../../src/plugins/content-delivery/server/src/delivery/answers/delivery-query';
import { keyOf } from '../../../../src/plugins/content-delivery/server/src/delivery/answers/state';
import type { Website } from '../../../../src/plugins/content-delivery/server/src/delivery/queries/websites';
import { createByteCache } from '../../../../src/plugins/content-delivery/server/src/freshness/cache/bytes';
import { postEntityOf } from '../../../fixtures/post-entity';

const DATE = new Date('2026-01-01T00:00:00.000Z');
const NOW = 1_000_000;
const POST: DeliveryQuery = { route: 'blog', slug: 'a' };
const REDIRECTS: DeliveryQuery = { route: 'redirects' };

const website = (differing: Partial<Website> = {}): Website =>
  ({
    id: 1,
    documentId: 'website',
    account: 'account',
    withholdsScheduled: false,
    language: null,
    sharedSeconds: null,
    ...differing,
  }) as Website;

const post = (title: string) => postEntityOf(DATE, { title });

describe('answers', () => {
  const REVISIONS = [1, 2, 3, 4];
  let now: number;
  let revisions: number[];
  let isServable: boolean;
  let cache: ReturnType<typeof createByteCache>;
  let snapshot: {
    now: Date;
    revisions: jest.Mock;
    websiteById: jest.Mock;
    nextDueDate: jest.Mock;
    livePostBySlug: jest.Mock;
    taxonomies: jest.Mock;
  };
  const whole = jest.fn();

  beforeEach(() => {
    now = NOW;
    jest.spyOn(Date, 'now').mockImplementation(() => now);
    revisions = REVISIONS;
    isServable = true;
    cache = createByteCache(1_000_000);
    whole.mockClear();
    snapshot = {
      now: new Date(NOW),
      revisions: jest.fn(async () => revisions),
      websiteById: jest.fn(async () => website()),
      nextDueDate: jest.fn(async () => null),
      livePostBySlug: jest.fn(async () => ({ post: post('One'), movedTo: null, revisions })),
      taxonomies: jest.fn(async () => ({ categories: [], tags: [] })),
    };
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const createOwn = () =>
    createAnswers({
      queries: {
        single: (read: (one: unknown) => unknown) => read(snapshot),
        snapshot: (read: (one: unknown) => unknown) => {
          whole();
          return read(snapshot);
        },
      } as never,
      cache,
      gate: { isServable: () => isServable } as never,
      release: '1',
      publicUrl: 'https://cms.example.com',
      templates: {} as never,
    });
  const caller = (own = website()) => ({
    website: own,
    validity: { scopes: [], revisions: REVISIONS, expiresAt: Infinity, validFrom: -Infinity },
    observed: { revisions: new Map<string, number>(), at: 0 },
  });
  const textOf = (found: unknown): unknown =>
    JSON.parse(String((found as { entry: { identity: { bytes: Buffer } } }).entry.identity.bytes));
  const missing = () => ({ post: null, movedTo: null, revisions });

  it('are kept while they are fresh, and made again then', async () => {
    const answers = createOwn();
    const first = await answers.get(POST, caller());
    expect([textOf(first), first]).toMatchObject([{ title: 'One' }, { isNew: true }]);
    expect(await answers.get(POST, caller())).toMatchObject({ isNew: false });
    expect(cache.figures()).toMatchObject({ hits: 1, builds: 1 });
    isServable = false;
    snapshot.livePostBySlug.mockResolvedValue({ post: post('Two'), movedTo: null, revisions });
    expect(textOf(await answers.get(POST, caller()))).toMatchObject({ title: 'Two' });
    expect(whole).not.toHaveBeenCalled();
  });

  it('are made with the settings of their moment where these may have changed since the key was looked up', async () => {
    revisions = [1, 2, 3, 5];
    const answers = createOwn();
    await answers.get(POST, caller());
    expect(whole).toHaveBeenCalledTimes(1);
    expect(snapshot.websiteById).toHaveBeenCalledTimes(1);
    revisions = REVISIONS;
    await answers.get({ route: 'taxonomies' }, caller());
    expect(snapshot.websiteById).toHaveBeenCalledTimes(1);
  });

  it('are a 404 of a website that is gone', async () => {
    revisions = [2, 2, 3, 4];
    snapshot.websiteById.mockResolvedValue(null);
    await expect(createOwn().get(POST, caller())).rejects.toThrow('The website is gone.');
  });

  it('are forgotten once they are known to be gone, and kept where that is not known', async () => {
    const answers = createOwn();
    await answers.get(POST, caller());
    isServable = false;
    snapshot.livePostBySlug.mockRejectedValueOnce(new Error('no database'));
    await expect(answers.get(POST, caller())).rejects.toThrow('no database');
    expect(cache.get(keyOf(POST, caller()))).toBeDefined();
    snapshot.livePostBySlug.mockImplementation(async () => missing());
    await expect(answers.get(POST, caller())).rejects.toThrow(errors.NotFoundError);
    expect(cache.get(keyOf(POST, caller()))).toBeUndefined();
  });

  describe('that another request is having made already', () => {
    /** Two requests, the second of which joins the build of the first. */
    const both = async (query: DeliveryQuery, own: Website) => {
      const answers = createOwn();
      return Promise.allSettled([answers.get(query, caller(own)), answers.get(query, caller(own))]);
    };

    it('are shared', async () => {
      const [first, second] = await both(POST, website());
      expect([first.status, second.status]).toEqual(['fulfilled', 'fulfilled']);
      expect(snapshot.livePostBySlug).toHaveBeenCalledTimes(1);
    });

    it('are looked for once more where a withheld post may have come since', async () => {
      snapshot.livePostBySlug.mockImplementationOnce(async () => missing());
      const [first, second] = await both(POST, website({ withholdsScheduled: true }));
      expect([first.status, second.status]).toEqual(['rejected', 'fulfilled']);
    });

    it('are looked for once more only, by who joined only, and for an unknown slug only', async () => {
      snapshot.livePostBySlug.mockImplementation(async () => missing());
      const withheld = website({ withholdsScheduled: true });
      await both(POST, withheld);
      expect(snapshot.livePostBySlug).toHaveBeenCalledTimes(2);
      await both(POST, website());
      expect(snapshot.livePostBySlug).toHaveBeenCalledTimes(3);
      snapshot.livePostBySlug.mockRejectedValue(new Error('no database'));
      await both(POST, withheld);
      expect(snapshot.livePostBySlug).toHaveBeenCalledTimes(4);
      snapshot.taxonomies.mockRejectedValue(new errors.NotFoundError('gone'));
      await both({ route: 'taxonomies' }, withheld);
      expect(snapshot.taxonomies).toHaveBeenCalledTimes(1);
    });

    it('are not shared by who could not learn the revisions: what was begun before they came may be too old', async () => {
      const answers = createOwn();
      const ask = () => answers.get(POST, { ...caller(), observed: { revisions: null, at: 0 } });
      await Promise.all([ask(), ask()]);
      expect(snapshot.livePostBySlug).toHaveBeenCalledTimes(2);
    });

    it('are made again where their time has come before the request that joined', async () => {
      const related: DeliveryQuery = { route: 'blog', slug: 'a', include: ['related'] };
      Object.assign(snapshot, { relatedPosts: () => async () => new Map() });
      snapshot.nextDueDate.mockResolvedValueOnce(new Date(NOW - 1));
      await both(related, website());
      expect(snapshot.livePostBySlug).toHaveBeenCalledTimes(2);
    });

    it('are taken where it made them itself, whatever the clock says', async () => {
      const related: DeliveryQuery = { route: 'blog', slug: 'a', include: ['related'] };
      Object.assign(snapshot, { relatedPosts: () => async () => new Map() });
      snapshot.nextDueDate.mockResolvedValue(new Date(NOW - 1));
      expect(await createOwn().get(related, caller())).toMatchObject({ isNew: true });
      expect(snapshot.livePostBySlug).toHaveBeenCalledTimes(1);
    });
  });

  describe('to which time alone makes a difference', () => {
    const withheld = website({ withholdsScheduled: true });
    const due = new Date(NOW + 5);

    it.each<[DeliveryQuery, boolean, boolean]>([
      // Whether posts are left out on a website that shows their date, and whether the answer ends where posts are withheld.
      [{ route: 'blog' }, false, true],
      [POST, false, false],
      [{ ...POST, include: ['id'] }, false, false],
      [{ ...POST, include: ['related'] }, true, true],
      [{ route: 'blog', include: ['related'] }, true, true],
      [REDIRECTS, false, true],
      [{ route: 'taxonomies' }, false, false],
      [{ route: 'pseo-pages' }, false, false],
    ])('%j', async (query, hides, ends) => {
      expect([leavesOutScheduled(query, website()), leavesOutScheduled(query, withheld)]).toEqual([
        hides,
        true,
      ]);
      snapshot.nextDueDate.mockResolvedValue(due);
      expect(await expiryOf(query, withheld, snapshot as never)).toBe(ends ? due.getTime() : Infinity);
      const shown = hides && ends ? due.getTime() : Infinity;
      expect(await expiryOf(query, website(), snapshot as never)).toBe(shown);
      snapshot.nextDueDate.mockResolvedValue(null);
      expect(await expiryOf(query, withheld, snapshot as never)).toBe(Infinity);
    });
  });
});
