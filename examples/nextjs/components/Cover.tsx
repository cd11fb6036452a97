import type { PostListItem } from 'content-delivery-client';
import { getImageProps } from 'next/image';
import { isResizable } from '@/lib/image-origins';

interface Props {
  post: Pick<PostListItem, 'featuredImage' | 'slug' | 'title'>;
  /** How wide it is shown, for the `sizes` of the image. */
  sizes: string;
  /** When it is loaded: before all others, with the page, or when it comes near. */
  loading?: 'first' | 'soon' | 'near';
}

/**
 * A post's image in a frame of 16 to 9, or a plain one in its place. The API knows the address of the image and not its
 * size, so the frame keeps the place. The title stands beside it, so it has no text of its own.
 */
export const Cover = ({ post: { featuredImage, slug, title }, sizes, loading = 'near' }: Props) => {
  if (featuredImage === null) {
    return (
      <div className="cover cover-plain" data-hue={hueOf(slug)} aria-hidden="true">
        <span>{[...title.trim()][0]}</span>
      </div>
    );
  }
  const urgency = {
    loading: loading === 'near' ? 'lazy' : 'eager',
    fetchPriority: loading === 'first' ? 'high' : undefined,
  } as const;
  // The element itself and not next/image's component, which would bring scripts of its own to the browser. Images of hosts
  // that this server is not told to fetch from are loaded as they are.
  const image = isResizable(featuredImage)
    ? getImageProps({ src: featuredImage, alt: '', fill: true, sizes, ...urgency }).props
    : { src: featuredImage, alt: '', decoding: 'async' as const, ...urgency };
  return (
    <div className="cover">
      <img {...image} />
    </div>
  );
};

/** One of six colours, the same for a post at each visit. */
const hueOf = (slug: string): number => {
  let hash = 0;
  for (const character of slug) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
  // The lowest bits of neighbours are alike.
  return (hash >>> 8) % 6;
};
