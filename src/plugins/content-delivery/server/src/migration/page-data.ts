import { isBlank, linkTargetProblem, variablesProblem } from '../platform/formats';
import { MAX_STRING_LENGTH } from '../pseo/templates/page-texts';
import { datesInOrder } from './dates';
import type { IncomingPageLink, IncomingPageTexts } from './incoming';
import type { ReportWriter } from './report';
import { shown, type Texts } from './texts';

export const linksOf = (links: readonly IncomingPageLink[], texts: Texts): IncomingPageLink[] =>
  links.flatMap((link) => {
    const keyword = texts.short('keyword of a link', link.keyword);
    const url = texts.storable('address of a link', link.url);
    const problem = isBlank(keyword) ? 'It has no keyword.' : linkTargetProblem(url);
    if (problem) {
      texts.alter(
        `Its link for "${shown(keyword)}" leads to "${shown(url)}" and was left out. ${problem}`,
        'Add the link here with an address that may be linked to.',
      );
      return [];
    }
    const anchor = link.anchor === null ? null : texts.short('anchor of a link', link.anchor);
    return [{ ...link, keyword, url, anchor }];
  });

const variablesOf = (page: IncomingPageTexts, texts: Texts): Record<string, string> => {
  const problem = variablesProblem(page.variables);
  if (problem) {
    texts.alter(`Its variables were left out. ${problem}`, 'Enter them here.');
    return {};
  }
  return Object.fromEntries(
    Object.entries(page.variables).map(([name, text]) => [
      texts.storable('name of a variable', name),
      texts.storable(`variable ${shown(name)}`, text),
    ]),
  );
};

/** The attributes of a page but its HTML, without what may be lost on the way. */
export const pageDataOf = (report: ReportWriter, page: IncomingPageTexts, where: string, texts: Texts) => {
  let targetSlug = texts.optional('target slug', page.targetSlug, texts.storable);
  if (targetSlug !== null && targetSlug.length > MAX_STRING_LENGTH) {
    texts.alter(
      `Its target slug is longer than ${MAX_STRING_LENGTH} characters. Its slug serves as one.`,
      'Enter a shorter one here.',
    );
    targetSlug = null;
  }
  const dates = datesInOrder(report, 'page', where, page);
  return {
    slug: page.slug,
    targetSlug,
    variables: variablesOf(page, texts),
    metaTitle: texts.optional('meta title', page.metaTitle, texts.short),
    metaDescription: texts.optional('meta description', page.metaDescription, texts.storable),
    internalLinks: linksOf(page.internalLinks, texts),
    ...dates,
  };
};

export type PageData = ReturnType<typeof pageDataOf>;
