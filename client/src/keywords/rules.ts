import { createFolder, foldKeyword } from './fold.js';
import { createOpenings, type Openings } from './openings.js';
import { targetMover, type LinkRedirects } from './redirects.js';
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
  /** The first character that leads on, and where to: most steps have no other. */
  code: number;
  only: Step | undefined;
  others: Map<number, Step> | undefined;
  /** The rule whose keyword ends here. */
  rule: LinkRule | null;
}

export const nextStep = (step: Step, code: number): Step | undefined =>
  step.code === code ? step.only : step.others?.get(code);

/** Rules made ready once, for many pages. */
export interface PreparedLinks {
  readonly tree: Step;
  /** 1 for each unit of UTF-16 that a keyword begins with. */
  readonly firsts: Uint8Array;
  readonly openings: Openings;
  readonly locale: string | undefined;
  readonly redirects: LinkRedirects | undefined;
  /** Where an address leads now. */
  readonly moved: (url: string) => string;
}

/** What rules are made ready for. */
export interface PrepareOptions {
  /** The language of the texts, such as `tr`. */
  locale?: string | undefined;
  /** Rules that lead to an earlier slug lead to the one of now. */
  redirects?: LinkRedirects | undefined;
}

const newStep = (): Step => ({ code: -1, only: undefined, others: undefined, rule: null });

const addStep = (step: Step, code: number): Step => {
  const next = newStep();
  if (step.only) {
    (step.others ??= new Map<number, Step>()).set(code, next);
  } else {
    step.code = code;
    step.only = next;
  }
  return next;
};

/**
 * Makes rules ready to be looked for. Of several rules for one keyword the first counts.
 * @param options or only the language of the texts, such as `tr`
 * @throws TypeError for an origin of redirects that is none
 */
export const prepareLinks = (
  rules: readonly LinkRule[],
  options: string | PrepareOptions = {},
): PreparedLinks => {
  const { locale, redirects } = typeof options === 'string' ? { locale: options } : options;
  const moved = targetMover(redirects);
  const tree = newStep();
  const firsts = new Uint8Array(0x10000);
  const fold = createFolder(locale);
  for (const rule of rules) {
    const keyword = foldKeyword(rule.keyword, fold);
    if (keyword === '' || !isSafeTarget(rule.url)) continue;
    firsts[keyword.charCodeAt(0)] = 1;
    let step = tree;
    for (let index = 0; index < keyword.length; index += 1) {
      const code = keyword.charCodeAt(index);
      step = nextStep(step, code) ?? addStep(step, code);
    }
    step.rule ??= movedRule(rule, moved);
  }
  return { tree, firsts, openings: createOpenings(firsts, locale), locale, redirects, moved };
};

const movedRule = (rule: LinkRule, moved: (url: string) => string): LinkRule => {
  const url = moved(rule.url);
  return url === rule.url ? rule : { ...rule, url };
};

/**
 * Rules as they are, or made ready now.
 * @throws TypeError where they were made ready for another language than is asked for, or with other redirects
 */
export const readyLinks = (
  links: readonly LinkRule[] | PreparedLinks,
  { locale, redirects }: PrepareOptions,
): PreparedLinks => {
  if (!('tree' in links)) return prepareLinks(links, { locale, redirects });
  if (redirects !== undefined && redirects !== links.redirects) {
    throw new TypeError(
      'The links were prepared without these redirects: give them to prepareLinks, and leave them out here.',
    );
  }
  if (locale === undefined || locale === links.locale) return links;
  const prepared = links.locale === undefined ? 'without a locale' : `for the locale "${links.locale}"`;
  throw new TypeError(
    `The links were prepared ${prepared}: prepare them for "${locale}" as well, or leave it out here.`,
  );
};
