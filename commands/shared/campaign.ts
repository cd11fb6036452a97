import type { Core } from '@strapi/strapi';
import { ImportProblem } from '../../src/plugins/content-delivery/server/src/pseo/imports';

interface Found {
  documentId: string;
  name: string;
  website: { documentId: string; name: string } | null;
}

/** @throws ImportProblem when none or several are meant */
export const findCampaign = async (
  strapi: Core.Strapi,
  wanted: string,
): Promise<Found & { website: { documentId: string } }> => {
  const campaigns: Found[] = await strapi.db.query('api::pseo-campaign.pseo-campaign').findMany({
    where: { $or: [{ documentId: wanted }, { name: wanted }] },
    populate: { website: { select: ['documentId', 'name'] } },
  });
  const [campaign] = campaigns.filter(({ documentId }) => documentId === wanted).concat(campaigns);
  if (!campaign?.website) throw new ImportProblem(`There is no campaign "${wanted}".`);
  if (campaign.documentId !== wanted && campaigns.length > 1) {
    const each = campaigns.map(({ documentId, website }) => `${documentId} (${website?.name ?? '-'})`);
    throw new ImportProblem(
      `Several campaigns are named "${wanted}". Give the documentId of one: ${each.join(', ')}.`,
    );
  }
  return { ...campaign, website: campaign.website };
};
