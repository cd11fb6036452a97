import { anchorOf, attributesOf } from '../keywords/anchors.js';
import { matchesIn } from '../keywords/find.js';
import { createLimits } from '../keywords/limits.js';
import type { Match } from '../keywords/matches.js';
import type { LinkKeywordsOptions } from '../keywords/options.js';
import { readyLinks, type LinkRule, type PreparedLinks } from '../keywords/rules.js';
import { walkTexts, type Tree } from '../keywords/walk.js';

export { prepareLinks, type LinkRule, type PreparedLinks, type PrepareOptions } from '../keywords/rules.js';
export type { LinkRedirects } from '../keywords/redirects.js';
export type { LinkKeywordsOptions } from '../keywords/options.js';

const TEXT = 3;

const TREE: Tree<Node> = {
  childrenOf: (node) => node.childNodes,
  textOf: (node) => (node.nodeType === TEXT ? (node as Text).data : null),
  nameOf: (node) => ('localName' in node ? (node as Element).localName.toLowerCase() : null),
  attributeOf: (node, name) => ('getAttribute' in node ? (node as Element).getAttribute(name) : null),
};

/**
 * `linkKeywords` for what a browser shows already: the keywords in an element become links, by the same rules and limits, without a
 * parser of HTML. Make the element safe first: it is changed where it is.
 * @param element such as the one that a post's content was put into
 * @param links rules, or rules that `prepareLinks` made ready once for many pages
 * @returns how many links were added
 * @throws TypeError for an attribute whose name is none, or that is not one's own to set
 */
export const linkElements = (
  element: Element,
  links: readonly LinkRule[] | PreparedLinks,
  options: LinkKeywordsOptions = {},
): number => {
  const prepared = readyLinks(links, options);
  if (!prepared.tree.only) return 0;
  const { texts, targets } = walkTexts(
    element.childNodes,
    TREE,
    options,
    (value, isOpen, continues, node: Node) => ({ value, isOpen, continues, node: node as Text }),
  );
  const allow = createLimits(targets.map(prepared.moved), options);
  let count = 0;
  matchesIn(texts, prepared).forEach((matches, index) => {
    const allowed = matches.filter(({ rule }) => allow(rule));
    count += allowed.length;
    const text = texts[index];
    // From the end, so that what is in front stays where it is.
    if (text) for (const match of allowed.reverse()) link(text.node, match, options);
  });
  return count;
};

const link = (text: Text, { start, end, rule }: Match, options: LinkKeywordsOptions): void => {
  const made = text.ownerDocument.createElement('a');
  for (const [name, value] of Object.entries(attributesOf(rule, options))) made.setAttribute(name, value);
  const written = text.splitText(start);
  written.splitText(end - start);
  written.replaceWith(made);
  made.append(anchorOf(rule, options) ?? written);
};
