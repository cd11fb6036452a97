import { foldKeyword } from './fold.js';
import { isSafeTarget } from './targets.js';

/** An internal link, or a link of a pSEO page. */
export interface LinkRule {
  /** What to look for. */
  keyword: string;
  /** A site-relative path or an http(s) address; rules with anything else are ignored. */
  url: string;
  /** The text of the link, where the option `text` asks for it. */
  anchor?: string | undefined;
  /** Not looked at here; for the option `attributes`. */
  internal?: boolean | undefined;
  /** Gives the link `rel="nofollow"`. */
  nofollow?: boolean | undefined;
}

/** A step of the tree of keywords: the next character leads to the next step. */
export interface Step {
  next: Map<number, Step>;
  /** The rule whose keyword ends here. */
  rule: LinkRule | null;
}

/** Rules made ready once, for many pages. */
export interface PreparedLinks {
  readonly tree: Step;
  readonly locale: string | undefined;
}

const newStep = (): Step => ({ next: new Map(), rule: null });

/**
 * Makes rules ready to be looked for. Of several rules for one keyword the first counts.
 * @param locale the language of the texts, such as `tr`
 */
export const prepareLinks = (rules: readonly LinkRule[], locale?: string): PreparedLinks => {
  const tree = newStep();
  for (const rule of rules) {
    const keyword = foldKeyword(rule.keyword, locale);
    if (keyword === '' || !isSafeTarget(rule.url)) continue;
    let step = tree;
    for (let index = 0; index < keyword.length; index += 1) {
      const code = keyword.charCodeAt(index);
      let next = step.next.get(code);
      if (!next) step.next.set(code, (next = newStep()));
      step = next;
    }
    step.rule ??= rule;
  }
  return { tree, locale };
};

/**
 * Rules as they are, or made ready now.
 * @throws TypeError where they were made ready for another language than is asked for
 */
export const readyLinks = (
  links: readonly LinkRule[] | PreparedLinks,
  locale: string | undefined,
): PreparedLinks => {
  if (!('tree' in links)) return prepareLinks(links, locale);
  if (locale === undefined || locale === links.locale) return links;
  const prepared = links.locale === undefined ? 'without a locale' : `for the locale "${links.locale}"`;
  throw new TypeError(
    `The links were prepared ${prepared}: prepare them for "${locale}" as well, or leave it out here.`,
  );
};
