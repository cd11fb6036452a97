import type { ListedPost } from '@/lib/content';
import { getImageProps } from 'next/image';
import { isResizable } from '@/lib/image-origins';

interface Props {
  post: Pick<ListedPost, 'image' | 'slug' | 'title'>;
  /** How wide it is shown, for the `sizes` of the image. */
  sizes: string;
  /** When it is loaded: before all others, with the page, or when it comes near. */
  loading?: 'first' | 'soon' | 'near';
  /** True where the image says something that the text beside it does not. */
  isDescribed?: boolean;
}

/**
 * A post's image in a frame of 16 to 9, or a plain one in its place: of images of other hosts the size is not known, so the
 * frame keeps the place. In lists the title stands beside it, so it has no text of its own there.
 */
export const Cover = ({ post: { image, slug, title }, sizes, loading = 'near', isDescribed }: Props) => {
  if (image === null) {
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
  const alt = (isDescribed && image.alt) || '';
  // The element itself and not next/image's component, which would bring scripts of its own to the browser. Images of hosts
  // that this server is not told to fetch from are loaded as they are, in one of the sizes that the content server has made.
  const element = isResizable(image.url)
    ? getImageProps({ src: image.url, alt, fill: true, sizes, ...urgency }).props
    : { src: image.url, alt, srcSet: srcSetOf(image), sizes, decoding: 'async' as const, ...urgency };
  return (
    <div className="cover">
      <img {...element} />
    </div>
  );
};

/** The image and its smaller ones by their widths; undefined where there is only one. */
const srcSetOf = ({ url, width, formats }: NonNullable<ListedPost['image']>): string | undefined => {
  if (width === null || formats.length === 0) return undefined;
  return [...formats, { url, width }].map((one) => `${encodeURI(one.url)} ${one.width}w`).join(', ');
};

/** One of six colours, the same for a post at each visit. */
const hueOf = (slug: string): number => {
  let hash = 0;
  for (const character of slug) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
  // The lowest bits of neighbours are alike.
  return (hash >>> 8) % 6;
};
