import type { LinkKeywordsOptions } from './options.js';
import type { LinkRule } from './rules.js';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPES[character] as string);

const ATTRIBUTE_NAME = /^[a-z][a-z0-9:_.-]*$/i;

/** @throws TypeError for an attribute whose name is none, or that is not one's own to set */
export const openingTag = (rule: LinkRule, { attributes = {} }: LinkKeywordsOptions): string => {
  const { rel = '', ...others } = typeof attributes === 'function' ? attributes(rule) : attributes;
  const rels = new Set([...(rule.nofollow ? ['nofollow'] : []), ...rel.split(/\s+/).filter(Boolean)]);
  const all = { href: rule.url, ...(rels.size > 0 ? { rel: [...rels].join(' ') } : {}) };
  for (const name of Object.keys(others)) {
    if (!ATTRIBUTE_NAME.test(name) || name.toLowerCase() === 'href') {
      throw new TypeError(`A link cannot be given the attribute "${name}".`);
    }
  }
  const written = Object.entries({ ...all, ...others }).map(([name, value]) => ` ${name}="${escape(value)}"`);
  return `<a${written.join('')}>`;
};

export const textOf = (rule: LinkRule, written: string, { text = 'written' }: LinkKeywordsOptions): string =>
  text === 'anchor' && rule.anchor ? escape(rule.anchor) : written;
