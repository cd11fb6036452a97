import type { LinkRedirects } from './redirects.js';
import type { LinkRule } from './rules.js';

export interface LinkKeywordsOptions {
  /**
   * The page that the HTML is on, as a path that begins with a slash or an http(s) address: no link leads to it. Give the whole
   * address when rules may lead to whole addresses of the same site.
   */
  currentUrl?: string | undefined;
  /** The most links that are added to the page. */
  maxLinks?: number | undefined;
  /** The most links for one keyword. */
  maxPerKeyword?: number | undefined;
  /** The most links to one target; links that the HTML has already count. */
  maxPerTarget?: number | undefined;
  /** Links in headings too. */
  headings?: boolean | undefined;
  /** Names of further elements to leave alone, such as `blockquote`. */
  skip?: readonly string[] | undefined;
  /** The language of the text, such as `tr`: for letter case, and for words in scripts without spaces. Rules that were prepared have theirs. */
  locale?: string | undefined;
  /** Rules that lead to an earlier slug lead to the one of now, and so never to the page itself. Rules that were prepared have theirs. */
  redirects?: LinkRedirects | undefined;
  /** The text of a link: `written`, as in the HTML, or `anchor`, that of a pSEO page's rule. */
  text?: 'written' | 'anchor' | undefined;
  /** Further attributes of the links, such as `{ class: 'auto' }`. */
  attributes?: Record<string, string> | ((rule: LinkRule) => Record<string, string>) | undefined;
}
