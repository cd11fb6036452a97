import type { PostListItem, PseoPageListItem } from '../contract.js';
import { isVisible } from '../rules/is-visible.js';
import { oneLine } from '../site/one-line.js';
import { absoluteOn, type SitePaths } from '../site/paths.js';
import type { PagesSource, PostsSource } from '../site/sources.js';

export interface LlmsTxtOptions extends SitePaths {
  title: string;
  description?: string | undefined;
  /** What a pSEO page is called. */
  pageTitle?: ((page: PseoPageListItem) => string) | undefined;
  /** Headings: `Posts` for posts without a category, `Pages`. */
  headings?: { posts?: string | undefined; pages?: string | undefined } | undefined;
}

/**
 * What a website has, in the form of https://llmstxt.org: visible posts by category, newest first, and live pSEO pages. Let `post`
 * lead to the Markdown of an article where there is one.
 * @throws ContentDeliveryError
 */
export const llmsTxt = async (
  client: PostsSource & PagesSource,
  options: LlmsTxtOptions,
): Promise<string> => {
  const { title, description = '', page, pageTitle = ({ slug }) => slug, headings = {} } = options;
  const absolute = absoluteOn(options.origin);
  const [posts, pages] = await Promise.all([client.posts.list(), page ? client.pseoPages.list() : []]);
  const byCategory = new Map<string, PostListItem[]>();
  for (const post of posts.filter(isVisible)) {
    const name = post.category ?? headings.posts ?? 'Posts';
    const listed = byCategory.get(name);
    if (listed) listed.push(post);
    else byCategory.set(name, [post]);
  }
  const lines = [`# ${oneLine(title)}`, ''];
  if (description) lines.push(`> ${oneLine(description)}`, '');
  for (const [name, listed] of byCategory) {
    lines.push(`## ${oneLine(name)}`, '');
    for (const post of listed) {
      lines.push(item(post.title, absolute(options.post(post)), post.metaDescription));
    }
    lines.push('');
  }
  if (page && pages.length > 0) {
    lines.push(`## ${headings.pages ?? 'Pages'}`, '');
    for (const one of pages) lines.push(item(pageTitle(one), absolute(page(one)), ''));
    lines.push('');
  }
  return lines.join('\n');
};

const item = (title: string, address: string, description: string): string => {
  const name = oneLine(title).replace(/[[\]\\]/g, '\\$&');
  // A parenthesis would end the link.
  const target = address.replace(/\(/g, '%28').replace(/\)/g, '%29');
  return `- [${name}](${target})${description ? `: ${oneLine(description)}` : ''}`;
};
