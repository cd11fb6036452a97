import { createHash } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import type { CampaignVariable } from '../../../../contracts/pseo-imports';
import { isNewestEscaping, TEMPLATE_FIELDS } from '../templates/resolve';
import type { Templates } from '../templates/templates';
import { createPageTexts, templateVariables, type CampaignTemplates } from '../templates/page-texts';
import type { Ref } from '../../platform/database/rows';
import { UIDS } from '../../platform/uids';

/** A campaign as an import needs it. */
export interface ImportCampaign extends Ref {
  id: number;
  name: string;
  website: Ref & { id: number; name: string };
  templates: CampaignTemplates;
  /** Changes when what pages are made from does. */
  version: string;
}

interface CampaignRow extends Ref {
  id: number;
  name: string;
  website: (Ref & { id: number; name: string }) | null;
}

/** @returns null when there is no such campaign any more */
export const findCampaign = async (
  strapi: Core.Strapi,
  documentId: string,
): Promise<ImportCampaign | null> => {
  const row: (CampaignRow & CampaignTemplates) | null = await strapi.db.query(UIDS.pseoCampaign).findOne({
    where: { documentId },
    populate: { website: { select: ['id', 'documentId', 'name'] } },
  });
  if (!row?.website) return null;
  const templates: CampaignTemplates = Object.fromEntries(
    Object.values(TEMPLATE_FIELDS).map(({ template }) => [template, row[template] ?? null]),
  );
  // Left out where it is not the newest, so that an import that was checked before an upgrade can go on.
  if (isNewestEscaping(row.escapingVersion)) templates.escapingVersion = row.escapingVersion;
  const { id, documentId: own, name, website } = row;
  const version = createHash('sha256')
    .update(JSON.stringify([website.documentId, templates]))
    .digest('hex');
  return { id, documentId: own, name, website, templates, version };
};

/** The variables of a campaign's templates. A template that does not work has none; its editor says so. */
export const variablesOf = async (
  templates: Templates,
  campaign: ImportCampaign,
): Promise<CampaignVariable[]> => {
  const { usedIn, testedIn } = await templateVariables(createPageTexts(templates, campaign.templates));
  return [...usedIn].map(([name, fields]) => ({ name, usedIn: fields, testedIn: testedIn.get(name) ?? [] }));
};
