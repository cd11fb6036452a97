import type { Metadata } from 'next';
import { site } from './settings';

interface Page {
  title: string;
  /** True when the title is whole as it is, so that the name of the site is not put behind it. */
  isWhole?: boolean;
  description?: string;
  path: string;
  image?: string | null;
  /** Where it is not that of the site. */
  language?: string | null;
  /** Where the same is as Markdown. */
  markdown?: string | null;
  /** Not for search engines. */
  isDraft?: boolean;
  /** Of an article. */
  article?: {
    publishedTime: string;
    modifiedTime: string;
    section?: string;
    tags: string[];
    authors?: string[];
  };
}

/** What search engines and other sites show of a page. */
export const metadataOf = (page: Page): Metadata => {
  const { title, isWhole, description, path, image, article, markdown, isDraft } = page;
  const { name, language } = site();
  const shared = { title, description: description || undefined, images: image ? [image] : undefined };
  return {
    title: isWhole ? { absolute: title } : title,
    description: description || undefined,
    alternates: {
      canonical: path,
      // Named again: what a page says of alternates takes the place of what the layout says.
      types: {
        'application/rss+xml': [{ url: '/feed.xml', title: name }],
        ...(markdown ? { 'text/markdown': markdown } : {}),
      },
    },
    robots: isDraft ? { index: false } : undefined,
    referrer: isDraft ? 'no-referrer' : undefined,
    openGraph: {
      ...shared,
      ...(article ? { type: 'article', ...article } : { type: 'website' }),
      url: path,
      siteName: name,
      locale: (page.language ?? language).replace('-', '_'),
    },
    twitter: { ...shared, card: image ? 'summary_large_image' : 'summary' },
  };
};
