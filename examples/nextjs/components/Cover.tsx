import type { PostListItem } from 'content-delivery-client';
import Image from 'next/image';
import { isResizable } from '@/lib/image-origins';

interface Props {
  post: Pick<PostListItem, 'featuredImage' | 'slug' | 'title'>;
  /** How wide it is shown, for the `sizes` of the image. */
  sizes: string;
  /** True for what is seen first: it is loaded before the rest. */
  isFirst?: boolean;
}

/**
 * A post's image in a frame of 16 to 9, or a plain one in its place. The API knows the address of the image and not its
 * size, so the frame keeps the place. The title stands beside it, so it has no text of its own.
 */
export const Cover = ({ post: { featuredImage, slug, title }, sizes, isFirst = false }: Props) => {
  if (featuredImage === null) {
    return (
      <div className="cover cover-plain" data-hue={hueOf(slug)} aria-hidden="true">
        <span>{[...title.trim()][0]}</span>
      </div>
    );
  }
  const urgency = isFirst
    ? ({ loading: 'eager', fetchPriority: 'high' } as const)
    : ({ loading: 'lazy' } as const);
  return (
    <div className="cover">
      {isResizable(featuredImage) ? (
        <Image src={featuredImage} alt="" fill sizes={sizes} {...urgency} />
      ) : (
        // Of a host that this server is not told to fetch from; browsers load it themselves.
        <img src={featuredImage} alt="" decoding="async" {...urgency} />
      )}
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
