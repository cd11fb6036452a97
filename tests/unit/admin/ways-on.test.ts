import { contentManager } from '../../../src/plugins/content-delivery/admin/src/shared/content-manager';
import {
  chosen,
  prefilledWebsite,
  readPrefilledWebsite,
} from '../../../src/plugins/content-delivery/admin/src/edit-view/website-of-new-entry/prefilled';
import { nextStepOf } from '../../../src/plugins/content-delivery/admin/src/websites/next-step';

const filterOf = (address: string) => [...new URL(address, 'https://cms.example.com').searchParams];

describe('the link to the posts of a website', () => {
  it('filters by a name that only one website has', () => {
    expect(filterOf(contentManager.posts({ documentId: 'abc', name: 'Tea & “Ü”' }))).toEqual([
      ['page', '1'],
      ['filters[$and][0][website][name][$eq]', 'Tea & “Ü”'],
    ]);
  });

  it('filters by the id where several websites have the name', () => {
    expect(filterOf(contentManager.posts({ documentId: 'abc', name: null }))).toContainEqual([
      'filters[$and][0][website][documentId][$eq]',
      'abc',
    ]);
  });
});

describe('the website of a new post', () => {
  it('is what the link has brought along', () => {
    const website = { documentId: 'abc', name: 'Tea' };
    expect(readPrefilledWebsite(prefilledWebsite({ ...website, kind: 'nextjs' } as typeof website))).toEqual(
      website,
    );
    expect(chosen('api::website.website', website)).toMatchObject({
      connect: [{ documentId: 'abc', label: 'Tea' }],
      disconnect: [],
    });
  });

  it.each([null, undefined, {}, { website: {} }, { website: { documentId: 1, name: 'a' } }, 'text'])(
    'is left open for %j',
    (state) => expect(readPrefilledWebsite(state)).toBeNull(),
  );
});

describe('the next step of a website', () => {
  const nothing = { livePosts: 0, scheduledPosts: 0, draftPosts: 0, livePages: 0, links: 0 };
  it.each([
    [{}, 'write'],
    [{ draftPosts: 2 }, 'publish'],
    [{ scheduledPosts: 1, draftPosts: 2 }, 'wait'],
    [{ livePosts: 1, draftPosts: 2 }, null],
    [{ livePages: 1 }, null],
    [{ livePosts: null, scheduledPosts: null, draftPosts: null }, null],
    [{ livePages: null }, 'write'],
  ])('with %j is %s', (numbers, step) => {
    expect(nextStepOf({ ...nothing, ...numbers })).toBe(step);
  });
});
