import { createSlugAllocator, slugFromTitle } from '../content/rules/free-slug';
import { fitSlug } from '../content/rules/slug';

/** Those that readers know before all others, so that no draft takes the slug of what they know. */
export const liveFirst = <Post>(posts: readonly Post[], isLive: (post: Post) => boolean): Post[] => [
  ...posts.filter(isLive),
  ...posts.filter((post) => !isLive(post)),
];

/**
 * A slug of its own for each post; of several that want the same, the first one gets it.
 * @param wantedBy the slug that a post had, and the title that gives one where nothing of that can stay
 */
export const freeSlugs = <Post>(
  posts: readonly Post[],
  wantedBy: (post: Post) => { slug: string; title: string },
): ReadonlyMap<Post, string> => {
  const slugs = new Map<Post, string>();
  const allocate = createSlugAllocator();
  for (const post of posts) {
    const { slug, title } = wantedBy(post);
    slugs.set(post, allocate(fitSlug('post', slug) || slugFromTitle(title)));
  }
  return slugs;
};
