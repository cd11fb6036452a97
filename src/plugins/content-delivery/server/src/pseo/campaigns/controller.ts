import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import { checkerFor } from '../../access/editors/rights';
import {
  PAGE_TEMPLATES,
  TEXTS_OF_PAGE,
  type CampaignPreview,
  type PreviewRequest,
  type TextOfPage,
} from '../../../../contracts/campaigns';
import { lengthProblem, type Templates } from '../templates/templates';
import type { CampaignTemplates, PageSource } from '../templates/page-texts';
import { isNewestEscaping, NEWEST_ESCAPING } from '../templates/resolve';
import { createPreview } from './preview';
import { fieldError } from '../../platform/field-errors';
import { UIDS, type ContentUid } from '../../platform/uids';
import { asObject } from '../../platform/input';

type Right = 'read' | 'create' | 'update';
type Texts = Partial<Record<TextOfPage, string>>;

interface CampaignRow extends Record<string, unknown> {
  id: number;
  website: { id: number; name: string; url: string | null } | null;
  escapingVersion: number | null;
}

type PageRow = Record<TextOfPage, string | null> & { variables: Record<string, string> | null };

const creator = { createdBy: { populate: { roles: true } } };
const website = { website: { select: ['id', 'name', 'url'] } };
/** Far more than any page has. */
const MAX_VARIABLES = 1_000;

/** What the forms of campaigns and pages request while an editor writes templates. */
export const createCampaignsController = (strapi: Core.Strapi, parsed: Templates) => {
  const can = (ctx: Context, model: ContentUid, right: Right, entity?: unknown): boolean =>
    checkerFor(strapi, ctx, model).can[right](entity);

  const campaignFor = async (ctx: Context, documentId: string): Promise<CampaignRow> => {
    const campaign: CampaignRow | null = await strapi.db
      .query(UIDS.pseoCampaign)
      .findOne({ where: { documentId }, populate: { ...website, ...creator } });
    if (!campaign || !can(ctx, UIDS.pseoCampaign, 'read', campaign)) {
      throw new errors.NotFoundError('There is no such campaign, or it is not on one of your websites.');
    }
    return campaign;
  };

  /** The draft of a page of this campaign. */
  const pageFor = async (
    ctx: Context,
    documentId: string,
    campaign: CampaignRow | null,
  ): Promise<PageRow> => {
    const page: PageRow | null =
      campaign &&
      (await strapi.db.query(UIDS.pseoPage).findOne({
        where: { documentId, campaign: { id: campaign.id }, publishedAt: null },
        populate: { ...creator, campaign: { select: ['id'], populate: website } },
      }));
    if (!page || !can(ctx, UIDS.pseoPage, 'read', page)) {
      throw new errors.NotFoundError('There is no such page in this campaign.');
    }
    return page;
  };

  return {
    /** Renders a page with templates that need not be saved. Changes nothing. */
    async preview(ctx: Context) {
      const request = requestIn(ctx.request.body);
      const campaign = request.campaign === null ? null : await campaignFor(ctx, request.campaign);
      if (request.templates !== null) {
        const isAllowed = campaign
          ? can(ctx, UIDS.pseoCampaign, 'update', campaign)
          : can(ctx, UIDS.pseoCampaign, 'create');
        if (!isAllowed) throw new errors.ForbiddenError('You may not change this campaign.');
      }
      const page = request.page === null ? null : await pageFor(ctx, request.page, campaign);

      // What a form makes anew is escaped as new campaigns are.
      const escapingVersion = campaign ? campaign.escapingVersion : NEWEST_ESCAPING;
      const templates: CampaignTemplates = request.templates
        ? { ...byAttribute(request.templates), escapingVersion }
        : ((campaign ?? {}) as CampaignTemplates);
      for (const field of TEXTS_OF_PAGE) {
        const tooLong = lengthProblem(request.templates?.[field] ?? '');
        if (tooLong) throw fieldError(PAGE_TEMPLATES[field], tooLong);
      }
      const preview = createPreview(parsed, templates);
      const { variables, faults } = await preview.analyse();
      const source = sourceOf(request, page);
      const rendered = source && (await preview.render(source));
      ctx.body = {
        data: {
          variables,
          // A template that cannot be read is said to be so once.
          faults: [
            ...faults,
            ...(rendered?.faults ?? []).filter(({ field }) => !faults.some((one) => one.field === field)),
          ],
          rendered: source && rendered && { variables: source.variables, texts: rendered.texts },
          isNewestEscaping: isNewestEscaping(escapingVersion),
          website: campaign?.website ? { name: campaign.website.name, url: campaign.website.url } : null,
        } satisfies CampaignPreview,
      };
    },
  };
};

const byAttribute = (texts: Texts): CampaignTemplates =>
  Object.fromEntries(TEXTS_OF_PAGE.map((field) => [PAGE_TEMPLATES[field], texts[field] ?? null]));

/** Null when there is nothing to fill the templates with. */
const sourceOf = ({ variables, texts }: PreviewRequest, page: PageRow | null): PageSource | null => {
  if (page === null && variables === null) return null;
  const own = Object.fromEntries(
    TEXTS_OF_PAGE.map((field) => [field, (texts ? texts[field] : page?.[field]) ?? null]),
  ) as Record<TextOfPage, string | null>;
  return { ...own, variables: variables ?? page?.variables ?? {} };
};

const requestIn = (body: unknown): PreviewRequest => {
  const input = asObject(body, 'body');
  const variables = input['variables'] == null ? null : textsIn(input['variables'], 'variables');
  if (variables && Object.keys(variables).length > MAX_VARIABLES) {
    throw fieldError('variables', `A page has ${MAX_VARIABLES} variables at most.`);
  }
  return {
    campaign: idIn(input, 'campaign'),
    page: idIn(input, 'page'),
    templates: input['templates'] == null ? null : textsIn(input['templates'], 'templates'),
    texts: input['texts'] == null ? null : textsIn(input['texts'], 'texts'),
    variables,
  };
};

const idIn = (input: Record<string, unknown>, field: string): string | null => {
  const value = input[field];
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string' || value === '') throw fieldError(field, `Send "${field}" as an id.`);
  return value;
};

const textsIn = (value: unknown, field: string): Record<string, string> => {
  const record = asObject(value, field);
  if (Object.values(record).some((text) => typeof text !== 'string')) {
    throw fieldError(field, `Each of "${field}" must be a text.`);
  }
  return record as Record<string, string>;
};
