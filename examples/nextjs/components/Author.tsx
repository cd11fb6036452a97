import type { PostAuthor } from 'content-delivery-client';

/** Who has written a post, with a link to their page where there is one. */
export const Author = ({ author: { name, url } }: { author: Pick<PostAuthor, 'name' | 'url'> }) => (
  <p className="dates">
    By{' '}
    {url === null ? (
      name
    ) : (
      <a href={url} rel="author">
        {name}
      </a>
    )}
  </p>
);
