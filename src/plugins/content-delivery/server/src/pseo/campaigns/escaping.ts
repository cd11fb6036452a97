import type { Core } from '@strapi/strapi';
import { createYielder } from '../../platform/yielder';
import { patchRow } from '../../platform/database/rows';
import { UIDS } from '../../platform/uids';
import type { CampaignPages } from '../pages/of-campaign';
import type { CampaignTemplates } from '../templates/page-texts';
import { kindOf, NEWEST_ESCAPING } from '../templates/resolve';
import { TemplateProblem, type Templates, type Variables } from '../templates/templates';

export interface OlderCampaign {
  id: number;
  documentId: string;
  name: string;
  website: string;
  htmlTemplate: string | null;
}

/** A page whose HTML would be another one. */
export interface DifferingPage {
  slug: string | null;
  isLive: boolean;
}

/** Campaigns whose HTML escapes values as it did before, and what would change if it did not. */
export const createEscapingUpgrade = (
  strapi: Core.Strapi,
  templates: Templates,
  campaignPages: CampaignPages,
) => {
  /** What a reader sees, or an editor is told, of a page. */
  const outcomeOf = async (html: string, escapingVersion: number, variables: Variables): Promise<string> => {
    try {
      return await templates.render(await templates.parse(kindOf('html', escapingVersion), html), variables);
    } catch (error) {
      if (error instanceof TemplateProblem) return error.message;
      throw error;
    }
  };

  return {
    async campaigns(): Promise<OlderCampaign[]> {
      const rows: (Omit<OlderCampaign, 'website'> &
        CampaignTemplates & { website: { name: string } | null })[] = await strapi.db
        .query(UIDS.pseoCampaign)
        .findMany({
          where: {
            $or: [{ escapingVersion: null }, { escapingVersion: { $lt: NEWEST_ESCAPING } }],
          },
          populate: { website: { select: ['id', 'name'] } },
          orderBy: { id: 'asc' },
        });
      return rows.map(({ id, documentId, name, htmlTemplate, website }) => ({
        ...{ id, documentId, name, htmlTemplate },
        website: website?.name ?? '-',
      }));
    },

    /** Pages and drafts, a few at a time. */
    async *differing({ id, htmlTemplate }: OlderCampaign): AsyncGenerator<DifferingPage> {
      if (!htmlTemplate) return;
      const yieldTurn = createYielder();
      for await (const { slug, isLive, variables } of campaignPages.madeByTemplate(id)) {
        await yieldTurn();
        const before = await outcomeOf(htmlTemplate, 1, variables);
        if (before !== (await outcomeOf(htmlTemplate, NEWEST_ESCAPING, variables))) yield { slug, isLive };
      }
    },

    /**
     * @param differs whether readers get anything else by it: if not, pages do not count as changed
     * @throws a ValidationError where live pages could not be made any more
     */
    async apply({ id, documentId }: OlderCampaign, differs: boolean): Promise<void> {
      const data = { escapingVersion: NEWEST_ESCAPING };
      if (differs) await strapi.documents(UIDS.pseoCampaign).update({ documentId, data } as never);
      else await patchRow(strapi, UIDS.pseoCampaign, { id }, data);
    },
  };
};
