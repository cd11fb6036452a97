import fc from 'fast-check';
import { generatedRuns } from '../../../support/generated-runs';
import { withServer } from '../../../support/with-server';
import { asViolation } from '../../../support/violations';

const POST = 'api::post.post';
const SLUGS = ['a', 'b', 'c'];

/** A place: one slug on one of the two websites. */
interface Place {
  website: number;
  slug: string;
}

/** The reservation rule in its simplest form: a post holds its draft's place and its live version's. */
class Model {
  readonly posts = new Map<string, { draft: Place; live: Place | null }>();

  isFree(place: Place, but?: string): boolean {
    return [...this.posts].every(
      ([id, { draft, live }]) => id === but || (!same(draft, place) && !(live && same(live, place))),
    );
  }
}

const same = (a: Place, b: Place): boolean => a.website === b.website && a.slug === b.slug;

const place = fc.record({ website: fc.nat(1), slug: fc.constantFrom(...SLUGS) });
const post = fc.nat(3);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('create' as const), place, live: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('change' as const), post, place, live: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('publish' as const), post }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('unpublish' as const), post }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('discard' as const), post }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('clone' as const), post, place }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), post }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

describe('any sequence of writes', () => {
  const { content, documentsOf, rowsOf } = withServer();
  const posts = documentsOf(POST);
  const rows = rowsOf(POST);
  let websites: string[];

  beforeAll(async () => {
    websites = [(await content.website()).documentId, (await content.website()).documentId];
  });

  const dataOf = ({ website, slug }: Place) => ({ website: websites[website], slug });

  /** Does a step; it must succeed exactly when the model says so. @returns what it gave */
  const attempt = async <T>(allowed: boolean, write: () => Promise<T>): Promise<T | undefined> => {
    let result: T;
    try {
      result = await write();
    } catch (error) {
      if (allowed) throw error;
      expect(asViolation(error)).toMatchObject({ name: 'ValidationError', path: 'slug' });
      return undefined;
    }
    if (!allowed) throw new Error('A place was given to two posts.');
    return result;
  };

  const run = async (model: Model, now: Step): Promise<void> => {
    if (now.do === 'create') {
      const created = await attempt(model.isFree(now.place), () =>
        posts.create({
          data: { title: 'Generated', ...dataOf(now.place) },
          ...(now.live ? { status: 'published' as const } : {}),
        }),
      );
      if (created) {
        model.posts.set(created.documentId, { draft: now.place, live: now.live ? now.place : null });
      }
      return;
    }
    const documentId = [...model.posts.keys()][now.post];
    const state = documentId === undefined ? undefined : model.posts.get(documentId);
    if (documentId === undefined || !state) return;
    const { draft, live } = state;
    switch (now.do) {
      case 'change': {
        const changed = await attempt(model.isFree(now.place, documentId), () =>
          posts.update({
            documentId,
            data: dataOf(now.place),
            ...(now.live ? { status: 'published' as const } : {}),
          }),
        );
        if (changed) model.posts.set(documentId, { draft: now.place, live: now.live ? now.place : live });
        return;
      }
      case 'publish':
        await posts.publish({ documentId });
        model.posts.set(documentId, { draft, live: draft });
        return;
      case 'unpublish':
        await posts.unpublish({ documentId });
        model.posts.set(documentId, { draft, live: null });
        return;
      case 'discard':
        if (!live) return;
        await posts.discardDraft({ documentId });
        model.posts.set(documentId, { draft: live, live });
        return;
      case 'clone': {
        const clone = await attempt(model.isFree(now.place), () =>
          posts.clone({ documentId, data: dataOf(now.place) }),
        );
        if (clone) model.posts.set(clone.documentId, { draft: now.place, live: null });
        return;
      }
      case 'delete':
        await posts.delete({ documentId });
        model.posts.delete(documentId);
    }
  };

  /** What the database holds, in the model's terms. */
  const places = async (): Promise<string[]> =>
    (await rows.findMany({ populate: ['website'] }))
      .map((row) => {
        const website = websites.indexOf((row['website'] as { documentId: string }).documentId);
        return [row.documentId, row['publishedAt'] ? 'live' : 'draft', website, row['slug']].join(' ');
      })
      .sort();

  it('keeps every slug for the post that reserved it, and frees it as the model says', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        await rows.deleteMany({ where: {} });
        const model = new Model();
        for (const now of steps) await run(model, now);
        const expected = [...model.posts].flatMap(([id, { draft, live }]) => [
          `${id} draft ${draft.website} ${draft.slug}`,
          ...(live ? [`${id} live ${live.website} ${live.slug}`] : []),
        ]);
        expect(await places()).toEqual(expected.sort());
      }),
      { numRuns: generatedRuns(60), endOnFailure: true },
    );
  });
});
