import { updatedDate, type PostListItem } from 'content-delivery-client';
import { dayOf } from '@/lib/dates';

/** When a post was published, and when it was changed after that. */
export const PostDates = ({ post }: { post: Pick<PostListItem, 'createdAt' | 'updatedAt'> }) => {
  const updated = updatedDate(post);
  return (
    <p className="dates">
      <time dateTime={post.createdAt}>{dayOf(post.createdAt)}</time>
      {updated && (
        <>
          {' · Updated '}
          <time dateTime={updated}>{dayOf(updated)}</time>
        </>
      )}
    </p>
  );
};
