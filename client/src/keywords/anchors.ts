import type { LinkKeywordsOptions } from './options.js';
import type { LinkRule } from './rules.js';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPES[character] as string);

const ATTRIBUTE_NAME = /^[a-z][a-z0-9:_.-]*$/i;

/**
 * The attributes of a link.
 * @throws TypeError for an attribute whose name is none, or that is not one's own to set
 */
export const attributesOf = (
  rule: LinkRule,
  { attributes = {} }: LinkKeywordsOptions,
): Record<string, string> => {
  const { rel = '', ...others } = typeof attributes === 'function' ? attributes(rule) : attributes;
  const rels = new Set([...(rule.nofollow ? ['nofollow'] : []), ...rel.split(/\s+/).filter(Boolean)]);
  const all = { href: rule.url, ...(rels.size > 0 ? { rel: [...rels].join(' ') } : {}) };
  for (const name of Object.keys(others)) {
    if (!ATTRIBUTE_NAME.test(name) || name.toLowerCase() === 'href') {
      throw new TypeError(`A link cannot be given the attribute "${name}".`);
    }
  }
  return { ...all, ...others };
};

/** Writes opening tags, each rule's once. They throw a TypeError as `attributesOf` does. */
export const createOpeningTags = (options: LinkKeywordsOptions): ((rule: LinkRule) => string) => {
  const known = new Map<LinkRule, string>();
  return (rule) => {
    let tag = known.get(rule);
    if (tag === undefined) {
      const attributes = Object.entries(attributesOf(rule, options));
      tag = `<a${attributes.map(([name, value]) => ` ${name}="${escape(value)}"`).join('')}>`;
      // A function may give each link others.
      if (typeof options.attributes !== 'function') known.set(rule, tag);
    }
    return tag;
  };
};

/** The text that a link has in place of the one that is written; null for that. */
export const anchorOf = ({ anchor }: LinkRule, { text = 'written' }: LinkKeywordsOptions): string | null =>
  (text === 'anchor' && anchor) || null;

/** @param written HTML */
export const textOf = (rule: LinkRule, written: string, options: LinkKeywordsOptions): string => {
  const anchor = anchorOf(rule, options);
  return anchor === null ? written : escape(anchor);
};
