import Link from 'next/link';
import type { ListedPost } from '@/lib/content';
import { blogPath } from '@/lib/paths';
import { PAGE_SIZE } from '@/lib/page-size';
import { Breadcrumbs } from './Breadcrumbs';
import { PostList } from './PostList';

interface Props {
  kind: 'category' | 'tag';
  name: string;
  path: string;
  posts: ListedPost[];
}

/** The newest posts of a category or with a tag. */
export const TermPage = ({ kind, name, path, posts }: Props) => (
  <>
    <Breadcrumbs
      crumbs={[
        { name: 'Articles', path: '/blog' },
        { name, path },
      ]}
    />
    <header className="page-head">
      <p className="kicker">{kind === 'category' ? 'Category' : 'Tag'}</p>
      <h1>{name}</h1>
      <p className="soft">{posts.length === 1 ? '1 article' : `${posts.length} articles`}</p>
    </header>
    {posts.length > 0 ? (
      <PostList posts={posts.slice(0, PAGE_SIZE)} />
    ) : (
      <p className="empty">Nothing has been published here yet.</p>
    )}
    {posts.length > PAGE_SIZE && (
      <p className="more">
        <Link href={blogPath({ [kind]: name, page: 2 })} prefetch={false}>
          Older articles →
        </Link>
      </p>
    )}
  </>
);
