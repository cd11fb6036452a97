import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { prependRouteMiddleware } from '../../platform/patches/routes';
import { bodyOf } from '../../platform/request-body';
import { UIDS } from '../../platform/uids';
import {
  createPageTexts,
  NO_TEXTS,
  PAGE_TEXTS,
  STORED_TEXTS,
  type CampaignTemplates,
} from '../templates/page-texts';
import { renderAhead } from '../templates/rendered-before';
import type { Templates, Variables } from '../templates/templates';
import type { PageTextSources } from './rule';

type Data = Record<string, unknown>;

/** A page as it is stored, and what a form or a caller changes of it. */
interface Saved {
  /** documentId; undefined for a new one. */
  page: string | undefined;
  data: Data;
  isPublished: boolean;
}

interface Call {
  uid: string;
  action: string;
  params: { documentId?: string; data?: Data; status?: string };
}

/** Renders the texts of a page that is saved by itself; what is wrong with them is said by its rule, under the lock. */
const render = async (
  strapi: Core.Strapi,
  templates: Templates,
  { page, data, isPublished }: Saved,
): Promise<void> => {
  const stored: (Data & { campaign: CampaignTemplates | null }) | null =
    page === undefined
      ? null
      : await strapi.db
          .query(UIDS.pseoPage)
          .findOne({ where: { documentId: page, publishedAt: null }, populate: { campaign: true } });
  const chosen = chosenIn(data['campaign']);
  const campaign: CampaignTemplates | null | undefined =
    chosen === undefined
      ? stored?.campaign
      : await strapi.db.query(UIDS.pseoCampaign).findOne({ where: { documentId: chosen } });
  if (!campaign) return;
  const source = { ...NO_TEXTS, ...stored, ...data } as PageTextSources;
  const variables = variablesIn(source.variables);
  if (!variables) return;
  await createPageTexts(templates, campaign).resolve(
    { ...source, variables },
    isPublished ? PAGE_TEXTS : STORED_TEXTS,
  );
};

/** The campaign that a form connects, by its documentId; undefined where it is the stored one. */
const chosenIn = (campaign: unknown): string | undefined => {
  if (typeof campaign === 'string') return campaign;
  const { connect, set } = (campaign ?? {}) as Record<string, unknown>;
  const [first] = [connect ?? set].flat() as ({ documentId?: string } | undefined)[];
  return first?.documentId;
};

/** As the rule will have them; null for what it will refuse. */
const variablesIn = (value: unknown): Variables | null => {
  if (value === null || value === undefined) return {};
  return typeof value === 'object' && Object.values(value).every((one) => typeof one === 'string')
    ? (value as Variables)
    : null;
};

/** Of one page that is saved or published through the document service, where the transaction is its own. */
export const renderAheadOfWrites = (strapi: Core.Strapi, templates: Templates): void => {
  strapi.documents.use((context, next) => {
    const { uid, action, params } = context as unknown as Call;
    const isPublished = action === 'publish' || params.status === 'published';
    const isMeant = ['create', 'update', 'publish'].includes(action) && uid === UIDS.pseoPage;
    if (!isMeant || strapi.db.inTransaction()) return next();
    const saved = { page: params.documentId, data: params.data ?? {}, isPublished };
    return renderAhead(
      () => render(strapi, templates, saved),
      async () => next(),
    ) as ReturnType<typeof next>;
  });
};

/** The panel saves and publishes in one transaction, which begins after its route. */
export const renderAheadOfPublishing = (strapi: Core.Strapi, templates: () => Templates): void => {
  prependRouteMiddleware(strapi, 'content-manager', 'collection-types.publish', (ctx: Context, next) => {
    const { model, id } = ctx['params'] as { model?: string; id?: string };
    if (model !== UIDS.pseoPage) return next();
    const saved = { page: id, data: bodyOf(ctx), isPublished: true };
    return renderAhead(() => render(strapi, templates(), saved), next);
  });
};
