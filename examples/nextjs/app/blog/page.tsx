import { sortBy, type PostListItem } from 'content-delivery-client';
import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { Filters } from '@/components/Filters';
import { JsonLd } from '@/components/JsonLd';
import { Pagination } from '@/components/Pagination';
import { PostList } from '@/components/PostList';
import { taxonomies, visiblePosts } from '@/lib/content';
import { metadataOf } from '@/lib/metadata';
import { PAGE_SIZE } from '@/lib/page-size';
import {
  blogPath,
  categoryPath,
  matchingPosts,
  pagesOf,
  postPath,
  tagPath,
  viewFrom,
  type BlogView,
} from '@/lib/paths';
import { site } from '@/lib/settings';

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** The page that has the same posts for search engines; orders and combinations are views of it. */
const canonicalOf = ({ category, tag, page }: BlogView): string => {
  if (category && !tag && page === 1) return categoryPath(category);
  if (tag && !category && page === 1) return tagPath(tag);
  return blogPath({ category, tag, page });
};

export const generateMetadata = async ({ searchParams }: Props): Promise<Metadata> => {
  const view = viewFrom(await searchParams);
  if (!view) return {};
  const filters = [view.category, view.tag].filter((name) => name !== null);
  const page = view.page > 1 ? ` – page ${view.page}` : '';
  return metadataOf({
    title: `${filters.length > 0 ? filters.join(', ') : 'Articles'}${page}`,
    description: site().description || `All articles of ${site().name}, by category and tag.`,
    path: canonicalOf(view),
  });
};

const BlogPage = async ({ searchParams }: Props) => {
  const view = viewFrom(await searchParams);
  if (!view) notFound();
  const [posts, terms] = await Promise.all([visiblePosts(), taxonomies()]);
  const { category, tag, sort, page } = view;
  const matching = sortBy(matchingPosts(view, posts), sort, site().language);
  const pages = pagesOf(view, posts);
  if (page > pages) notFound();
  const isFiltered = category !== null || tag !== null;

  return (
    <>
      <header className="page-head">
        <h1>Articles</h1>
        {site().description && <p className="lead">{site().description}</p>}
      </header>
      <Filters view={view} posts={posts} taxonomies={terms} />
      <p className="count" role="status">
        {countOf(matching, isFiltered)}
        {isFiltered && (
          <>
            {' '}
            <Link href={blogPath({ sort })} prefetch={false} scroll={false}>
              Show all
            </Link>
          </>
        )}
      </p>
      {matching.length > 0 && (
        <PostList
          posts={matching.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
          hasLead={!isFiltered && sort === 'newest' && page === 1}
        />
      )}
      <Pagination view={view} pages={pages} />
      <JsonLd
        data={{
          '@type': 'Blog',
          name: site().name,
          url: `${site().url}/blog`,
          blogPost: matching.slice(0, 10).map((post) => ({
            '@type': 'BlogPosting',
            headline: post.title,
            url: site().url + postPath(post.slug),
            datePublished: post.createdAt,
          })),
        }}
      />
    </>
  );
};

const countOf = ({ length }: PostListItem[], isFiltered: boolean): string => {
  if (length === 0) return isFiltered ? 'No article fits these filters.' : 'Nothing has been published yet.';
  return length === 1 ? '1 article' : `${length} articles`;
};

export default BlogPage;
