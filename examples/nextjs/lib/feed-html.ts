import 'server-only';
import type { Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { sanitize } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import { SKIP, visit } from 'unist-util-visit';
import { SCHEMA } from './html';

/**
 * HTML of the content server for readers of feeds, who see it away from the website: safe, without frames, with absolute addresses.
 * @param base the address of the article
 */
export const feedHtml = (html: string, base: string): string => {
  const tree = sanitize(fromHtml(html, { fragment: true }), SCHEMA) as Root;
  visit(tree, 'element', ({ tagName, properties }, index, parent) => {
    if (tagName === 'iframe' && parent && index !== undefined) {
      parent.children.splice(index, 1);
      return [SKIP, index];
    }
    for (const name of ['href', 'src', 'cite']) {
      const address = properties[name];
      if (typeof address === 'string' && URL.canParse(address, base)) {
        properties[name] = new URL(address, base).href;
      }
    }
  });
  return toHtml(tree);
};
