import {
  inCategory,
  slugFromName,
  withTag,
  type PostListItem,
  type Taxonomies,
} from 'content-delivery-client';
import Link from 'next/link';
import { blogPath, type BlogView } from '@/lib/paths';

/** How many tags are shown at once; the others open on request. */
const TAGS_AT_ONCE = 12;

interface Choice {
  name: string;
  href: string;
  isChosen: boolean;
}

interface Props {
  view: BlogView;
  /** All posts; categories and tags without one are not offered. */
  posts: PostListItem[];
  taxonomies: Taxonomies;
}

/** Filters and orders, as links: they work without scripts, and each view can be kept and sent on. */
export const Filters = ({ view, posts, taxonomies }: Props) => {
  const { category, tag, sort } = view;
  const same = (chosen: string | null, name: string): boolean =>
    chosen !== null && slugFromName(chosen) === slugFromName(name);
  const countOf = (name: string): number => posts.filter((post) => withTag(post, name)).length;

  const categories: Choice[] = [
    { name: 'All', href: blogPath({ tag, sort }), isChosen: category === null },
    ...taxonomies.categories
      .filter(({ name }) => posts.some((post) => inCategory(post, name)))
      .map(({ name }) => ({
        name,
        href: blogPath({ category: name, tag, sort }),
        isChosen: same(category, name),
      })),
  ];
  const tags: Choice[] = taxonomies.tags
    .map(({ name }) => ({ name, count: countOf(name) }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count)
    .map(({ name }) => {
      const isChosen = same(tag, name);
      // A chosen tag is left by choosing it again.
      return { name, href: blogPath({ category, tag: isChosen ? null : name, sort }), isChosen };
    });
  const orders: Choice[] = [
    { name: 'Newest', href: blogPath({ category, tag }), isChosen: sort === 'newest' },
    { name: 'By title', href: blogPath({ category, tag, sort: 'title' }), isChosen: sort === 'title' },
  ];
  const [shown, hidden] = [tags.slice(0, TAGS_AT_ONCE), tags.slice(TAGS_AT_ONCE)];

  return (
    <nav className="filters" aria-label="Filter and sort">
      <Choices label="Category" choices={categories} kind="tabs" />
      <div className="filters-row">
        {tags.length > 0 && (
          <div className="filters-tags">
            <Choices label="Tag" choices={shown} kind="chips" />
            {hidden.length > 0 && (
              <details open={hidden.some(({ isChosen }) => isChosen)}>
                <summary>{hidden.length} more tags</summary>
                <Choices label="More tags" choices={hidden} kind="chips" />
              </details>
            )}
          </div>
        )}
        <Choices label="Order" choices={orders} kind="switch" />
      </div>
    </nav>
  );
};

const Choices = ({ label, choices, kind }: { label: string; choices: Choice[]; kind: string }) => (
  <ul className={`choices ${kind}`} aria-label={label}>
    {choices.map(({ name, href, isChosen }) => (
      <li key={name}>
        <Link href={href} prefetch={false} scroll={false} aria-current={isChosen ? 'true' : undefined}>
          {name}
        </Link>
      </li>
    ))}
  </ul>
);
