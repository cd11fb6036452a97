import { linksIn } from '../../../../../../../client/src/link-keywords/link-keywords';
import { prepareLinks, type LinkRule } from '../../../../../../../client/src/keywords/rules';
import type { KeywordCount } from '../../../../contracts/editing';

export interface Keyword {
  keyword: string;
  url: string;
}

/**
 * Counts the keywords in the text of a piece of HTML as the client for front ends links them (specification 2.3). A
 * keyword that does not occur is left out; the most frequent comes first.
 */
export const countKeywords = (html: string, links: readonly Keyword[]): KeywordCount[] => {
  if (links.length === 0) return [];
  const counts = new Map<LinkRule, number>();
  for (const { rule } of linksIn(html, prepareLinks(links)).places)
    counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return Array.from(counts, ([{ keyword, url }, count]) => ({ keyword, url, count })).sort(
    (a, b) => b.count - a.count || (a.keyword < b.keyword ? -1 : 1),
  );
};
