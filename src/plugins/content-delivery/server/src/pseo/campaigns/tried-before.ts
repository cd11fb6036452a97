import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { rememberVersion } from '../../content/edit-conflicts';
import { currentLogEnd } from '../../freshness/changes/log-end';
import { pagesChangedSince } from '../../freshness/changes/since';
import { UIDS } from '../../platform/uids';
import type { CampaignPages } from '../pages/of-campaign';
import { RESOLVED_FIELDS } from '../templates/resolve';
import { TemplateProblem, type Templates, type Variables } from '../templates/templates';
import {
  changedTemplates,
  loadCampaign,
  tryOnLivePages,
  type ChangedTemplate,
  type KnownPages,
} from './live-pages';

/** What was tried on the live pages of a campaign before the write that is under way took any lock. */
interface Tried {
  /** The row number of the campaign. */
  campaign: number | string;
  templates: ReadonlySet<string>;
  /** documentId */
  website: string;
  /** The campaign's own documentId. */
  documentId: string;
  /** The last row of the website's change log ahead of the first page that was read. */
  since: number;
  known: KnownPages;
  /** The write is not taken back any more. */
  isLast: boolean;
}

/** How often live pages are looked at ahead of the lock, because some changed between the look and the lock. */
const ATTEMPTS = 5;
/** New pages that are tried under the lock in the end. Rendering more could take long. */
const MAX_UNDER_LOCK = 100;

const running = new AsyncLocalStorage<Tried>();

/** Live pages have changed since the templates were tried on them: the write is taken back, and they are tried again. */
class PagesChanged extends Error {}

const nameOf = ({ parsed: { kind, template } }: ChangedTemplate): string => `${kind} ${template}`;

/** On which pages these templates were not tried yet. @returns documentIds; null where it may be any page */
const newPages = async (
  strapi: Core.Strapi,
  { templates, website, documentId, since }: Tried,
  changed: readonly ChangedTemplate[],
): Promise<string[] | null> =>
  changed.every((one) => templates.has(nameOf(one)))
    ? pagesChangedSince(strapi, website, documentId, since)
    : null;

/**
 * Tries the templates of a campaign on its live pages before the write that changes them begins: a hundred thousand pages may take
 * hours, and others who write to the website wait for its lock. Under the lock the change log is asked which pages have
 * changed meanwhile; they are tried there only where others keep saving, and where they are few. Writes in a transaction of
 * somebody else, and past the document service, try them under the lock.
 */
export const tryTemplatesBefore = (
  strapi: Core.Strapi,
  templates: Templates,
  campaignPages: CampaignPages,
): void => {
  /** Null where no template changes that live pages are made with, or the write will be refused for another reason. */
  const tryOut = async (
    { documentId, data = {} }: UpdateParams,
    before: Tried | null,
    known: KnownPages,
    isLast: boolean,
  ): Promise<Tried | null> => {
    const old = await loadCampaign(strapi, { documentId });
    if (!old?.website) return null;
    const given = [...Object.values(RESOLVED_FIELDS).map(({ template }) => template), 'escapingVersion'];
    const campaign = {
      ...old,
      ...Object.fromEntries(given.flatMap((name) => (name in data ? [[name, data[name]]] : []))),
    };
    const changed = await changedTemplates(templates, campaign, old).catch((error: unknown) => {
      if (error instanceof TemplateProblem) return [];
      throw error;
    });
    if (changed.length === 0) return null;
    const website = old.website.documentId;
    const since = await currentLogEnd(strapi, website);
    const pages = before && (await newPages(strapi, before, changed));
    await tryOnLivePages(campaignPages, templates, old.id, changed, { known, pages });
    return {
      campaign: old.id,
      templates: new Set(changed.map(nameOf)),
      website,
      documentId: old.documentId,
      since,
      known,
      isLast,
    };
  };

  strapi.documents.use(async (context, next) => {
    if (context.uid !== UIDS.pseoCampaign || context.action !== 'update') return next();
    if (running.getStore() || strapi.db.inTransaction()) return next();
    const { params } = context as unknown as { params: UpdateParams };
    const putVersionBack = rememberVersion(strapi);
    const known = createKnownPages();
    let tried: Tried | null = null;
    for (let attempt = 1; ; attempt += 1) {
      // Again from the front: what is called around the document service, guards among it, is passed once for each call.
      const write = () =>
        attempt === 1 ? next() : strapi.documents(UIDS.pseoCampaign).update(params as never);
      tried = await tryOut(params, tried, known, attempt === ATTEMPTS);
      if (!tried) return write();
      try {
        return await running.run(tried, write);
      } catch (error) {
        if (!(error instanceof PagesChanged)) throw error;
        putVersionBack();
      }
    }
  });
};

interface UpdateParams {
  documentId: string;
  data?: Record<string, unknown>;
}

/**
 * Tries changed templates on the live pages of a campaign as they are now, unless that was done before the write began. Right only
 * while the website's lock is held.
 * @param campaign its row number
 * @throws PagesChanged where it is better done ahead of the lock once more; an ApplicationError where that was done often enough
 *   and imports or bulk work still change too many; else as `tryOnLivePages`
 */
export const tryOnNewPages = async (
  strapi: Core.Strapi,
  templates: Templates,
  campaignPages: CampaignPages,
  campaign: number | string,
  changed: readonly ChangedTemplate[],
): Promise<void> => {
  if (changed.length === 0) return;
  const tried = running.getStore();
  if (tried?.campaign !== campaign) return tryOnLivePages(campaignPages, templates, campaign, changed);
  const pages = await newPages(strapi, tried, changed);
  if (pages?.length === 0) return;
  if (!tried.isLast) throw new PagesChanged();
  if (!pages || pages.length > MAX_UNDER_LOCK) throw busy();
  await tryOnLivePages(campaignPages, templates, campaign, changed, { known: tried.known, pages });
};

const createKnownPages = (): KnownPages => {
  const known = new Set<string>();
  const keyOf = (template: ChangedTemplate, variables: Variables): string =>
    createHash('sha256')
      .update(JSON.stringify([nameOf(template), variables]))
      .digest('base64url');
  return {
    has: (template, variables) => known.has(keyOf(template, variables)),
    add: (template, variables) => void known.add(keyOf(template, variables)),
  };
};

const busy = () =>
  new errors.ApplicationError(
    'The pages of this campaign are being changed at the moment, so its new templates could not be tried on them. ' +
      'Nothing was saved. Please try again when imports and bulk changes are done.',
  );
