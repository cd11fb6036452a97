import type { LinkKeywordsOptions } from './options.js';
import type { LinkRule } from './rules.js';
import { targetNamer } from './targets.js';

/** Says of one link after another whether it may be set. */
export const createLimits = (targets: readonly string[], options: LinkKeywordsOptions) => {
  const { currentUrl, maxLinks = Infinity, maxPerKeyword = Infinity, maxPerTarget = Infinity } = options;
  const nameOf = targetNamer(currentUrl);
  const ownName = currentUrl === undefined ? undefined : nameOf(currentUrl);
  const perKeyword = new Map<LinkRule, number>();
  const perTarget = new Map<string, number>();
  const count = <Key>(counts: Map<Key, number>, key: Key): void =>
    void counts.set(key, (counts.get(key) ?? 0) + 1);
  if (maxPerTarget < Infinity) for (const target of targets) count(perTarget, nameOf(target) ?? target);
  let links = 0;

  return (rule: LinkRule): boolean => {
    if (links >= maxLinks) return false;
    if (maxPerKeyword < Infinity && (perKeyword.get(rule) ?? 0) >= maxPerKeyword) return false;
    if (ownName !== undefined || maxPerTarget < Infinity) {
      const target = nameOf(rule.url) ?? rule.url;
      if (target === ownName || (perTarget.get(target) ?? 0) >= maxPerTarget) return false;
      count(perTarget, target);
    }
    if (maxPerKeyword < Infinity) count(perKeyword, rule);
    links += 1;
    return true;
  };
};
