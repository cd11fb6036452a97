import Link from 'next/link';
import type { ListedPost } from '@/lib/content';
import { inLanguage } from '@/lib/direction';
import { categoryPath, postPath } from '@/lib/paths';
import { Cover } from './Cover';
import { PostDates } from './PostDates';

interface Props {
  posts: ListedPost[];
  /** Shows the first one large. */
  hasLead?: boolean;
  /** The level of the titles: one below that of the heading above the list. */
  heading?: 'h2' | 'h3';
  /** False for a list below the fold, where no image is urgent. */
  isFirst?: boolean;
}

/** The first row is seen at once: three cards on a wide screen, or the large one. */
const urgencyOf = (index: number, hasLead: boolean) => {
  if (index === 0) return 'first';
  return index < 3 && !hasLead ? 'soon' : 'near';
};

/** Posts as cards. */
export const PostList = ({ posts, hasLead = false, heading: Heading = 'h2', isFirst = true }: Props) => (
  <ul className={hasLead ? 'cards cards-lead' : 'cards'}>
    {posts.map((post, index) => (
      <li key={post.slug} className="card">
        <Cover
          post={post}
          loading={isFirst ? urgencyOf(index, hasLead) : 'near'}
          sizes={
            hasLead && index === 0
              ? '(min-width: 75rem) 42rem, (min-width: 48rem) 56vw, 94vw'
              : '(min-width: 75rem) 22rem, (min-width: 60rem) 30vw, (min-width: 40rem) 46vw, 94vw'
          }
        />
        <div className="card-text">
          {post.category && (
            <p className="kicker">
              <Link href={categoryPath(post.category)} prefetch={false}>
                {post.category}
              </Link>
            </p>
          )}
          <Heading className="card-title" {...inLanguage(post.lang)}>
            <Link href={postPath(post.slug)} prefetch={false}>
              {post.title}
            </Link>
          </Heading>
          {post.metaDescription && (
            <p className="card-summary" {...inLanguage(post.lang)}>
              {post.metaDescription}
            </p>
          )}
          <PostDates post={post} />
        </div>
      </li>
    ))}
  </ul>
);
