import { linksIn } from '../../../../../../../client/src/link-keywords/link-keywords';
import { prepareLinks, type LinkRule } from '../../../../../../../client/src/keywords/rules';
import type { TemplateKind } from '../../pseo/templates/liquid';
import type { createRenderer } from '../../pseo/templates/renderer';
import type { Variables } from '../../pseo/templates/templates';

/** A text as front ends get it, and what it is made of. */
export interface SurveyedText {
  /** Null where the template makes the text. */
  html: string | null;
  variables: Variables | null;
  /** Rules of its own, which come before those of all texts. */
  rules: LinkRule[];
}

export interface TextLinks {
  /** Where those lead that are written in it. */
  addresses: string[];
  /** Those of the rules that link something in it: first its own, then those of all. */
  rules: number[];
}

/** What makes the HTML of pages without their own. */
export interface CampaignTemplate {
  kind: TemplateKind;
  text: string;
}

type Render = ReturnType<typeof createRenderer>['render'];

/** Reads the links of texts, by the matcher that front ends have; null for a text that cannot be made. */
export const createSurvey =
  (render: Render) =>
  (
    texts: readonly SurveyedText[],
    rules: readonly LinkRule[],
    template: CampaignTemplate | null,
  ): (TextLinks | null)[] => {
    const shared = prepareLinks(rules);
    return texts.map((text) => {
      const html = text.html ?? htmlOf(render, template, text.variables ?? {});
      if (html === null) return null;
      const all = text.rules.length > 0 ? [...text.rules, ...rules] : rules;
      const prepared = text.rules.length > 0 ? prepareLinks(all) : shared;
      const { places, targets } = linksIn(html, prepared);
      const found = new Set(places.map(({ rule }) => rule));
      return {
        addresses: [...new Set(targets)],
        rules: all.flatMap((rule, index) => (found.has(rule) ? index : [])),
      };
    });
  };

const htmlOf = (render: Render, template: CampaignTemplate | null, variables: Variables): string | null => {
  if (!template) return '';
  const rendered = render(template.kind, template.text, variables);
  return 'text' in rendered ? rendered.text : null;
};
