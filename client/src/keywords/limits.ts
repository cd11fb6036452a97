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
  for (const target of targets) count(perTarget, nameOf(target) ?? target);
  let links = 0;

  return (rule: LinkRule): boolean => {
    const target = nameOf(rule.url) ?? rule.url;
    if (target === ownName || links >= maxLinks) return false;
    if ((perKeyword.get(rule) ?? 0) >= maxPerKeyword || (perTarget.get(target) ?? 0) >= maxPerTarget)
      return false;
    links += 1;
    count(perKeyword, rule);
    count(perTarget, target);
    return true;
  };
};
