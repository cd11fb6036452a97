import type { TemplateFault, TextOfPage } from '../../../../contracts/campaigns';
import { placeIn } from '../templates/fault';
import type { Templates } from '../templates/templates';
import {
  createPageTexts,
  NO_TEXTS,
  PAGE_TEXTS,
  templateVariables,
  type CampaignTemplates,
  type PageSource,
  type PageTexts,
} from '../templates/page-texts';

const STOPPED =
  'This template takes too long or too much memory, so it was stopped. Look for a loop that goes round too often.';

export interface RenderedPage {
  texts: Record<TextOfPage, string | null>;
  faults: TemplateFault[];
}

/** Looks at the templates of a campaign as they are being written. */
export const createPreview = (templates: Templates, campaign: CampaignTemplates) => {
  const pageTexts: PageTexts = createPageTexts(templates, campaign);

  return {
    /** The variables that templates use, and which templates cannot be read. */
    async analyse() {
      const { usedIn, unreadable } = await templateVariables(pageTexts);
      const faults: TemplateFault[] = unreadable.map(({ field, message }) => ({
        field,
        ...placeIn(message),
      }));
      const variables = [...usedIn].map(([name, fields]) => ({ name, usedIn: fields }));
      return { variables: variables.sort((a, b) => (a.name < b.name ? -1 : 1)), faults };
    },

    /** The texts of one page. Once a template had to be stopped, the others are not tried. */
    async render(page: PageSource): Promise<RenderedPage> {
      const texts: RenderedPage['texts'] = { ...NO_TEXTS };
      const faults: TemplateFault[] = [];
      for (const field of PAGE_TEXTS) {
        const made = await pageTexts.resolve(page, [field]);
        texts[field] = made.texts[field];
        const isStopped = made.problems.some(({ kind }) => kind === 'template-limit');
        for (const problem of made.problems) {
          faults.push({ field, ...placeIn(problem.message), ...(isStopped && { message: STOPPED }) });
        }
        if (isStopped) break;
      }
      return { texts, faults };
    },
  };
};
