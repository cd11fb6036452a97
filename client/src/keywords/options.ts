import type { LinkRule } from './rules.js';

export interface LinkKeywordsOptions {
  /**
   * The page that the HTML is on, as a path or an address: no link leads to it. Give the whole address when
   * rules may lead to whole addresses of the same site.
   */
  currentUrl?: string;
  /** The most links that are added to the page. */
  maxLinks?: number;
  /** The most links for one keyword. */
  maxPerKeyword?: number;
  /** The most links to one target; links that the HTML has already count. */
  maxPerTarget?: number;
  /** Links in headings too. */
  headings?: boolean;
  /** Names of further elements to leave alone, such as `blockquote`. */
  skip?: readonly string[];
  /** The language of the text, such as `tr`: for letter case, and for words in scripts without spaces. */
  locale?: string;
  /** The text of a link: `written`, as in the HTML, or `anchor`, that of a pSEO page's rule. */
  text?: 'written' | 'anchor';
  /** Further attributes of the links, such as `{ class: 'auto' }`. */
  attributes?: Record<string, string> | ((rule: LinkRule) => Record<string, string>);
}
