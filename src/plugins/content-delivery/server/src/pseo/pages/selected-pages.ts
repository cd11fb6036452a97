import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import {
  MAX_NAMED_PAGES,
  PAGE_STATES,
  type PageFilter,
  type SelectedPages,
} from '../../../../contracts/pseo-pages';
import { rightsOf } from '../../access/editors/rights';
import type { Narrowing } from './selection';
import { fieldError } from '../../platform/field-errors';
import { UIDS } from '../../platform/uids';
import { asObject, idIn, optionalChoiceIn, optionalTextIn, type Input } from '../../platform/input';

export const filterIn = (input: Input): PageFilter => {
  const campaign = optionalTextIn(input, 'campaign');
  const state = optionalChoiceIn(input, 'state', PAGE_STATES);
  const search = optionalTextIn(input, 'search');
  return {
    website: idIn(input, 'website'),
    ...(campaign !== undefined && { campaign }),
    ...(state !== undefined && { state }),
    ...(search !== undefined && { search }),
  };
};

export const selectedPagesIn = (input: Input): SelectedPages => {
  if (input['filter'] !== undefined) return { filter: filterIn(asObject(input['filter'], 'filter')) };
  const { pages } = input;
  if (
    !Array.isArray(pages) ||
    !pages.every((page) => typeof page === 'string' && /^[a-z0-9]+$/i.test(page))
  ) {
    throw fieldError('pages', 'Choose pages, or say which ones with a filter.');
  }
  if (pages.length === 0) throw fieldError('pages', 'Choose at least one page.');
  if (pages.length > MAX_NAMED_PAGES) {
    throw fieldError('pages', `Choose ${MAX_NAMED_PAGES} pages at most, or use a filter for more.`);
  }
  return { website: idIn(input, 'website'), pages: pages as string[] };
};

/**
 * Whose slugs the user may regenerate.
 * @param publish whether live pages are published again
 * @throws ForbiddenError when it is none
 */
export const slugRightsOf = async (
  strapi: Core.Strapi,
  ctx: Context,
  publish: boolean,
): Promise<Narrowing> => {
  const fields = ['slug', 'targetSlug'];
  const rights = [
    await rightsOf(strapi, ctx, UIDS.pseoPage, 'read', fields),
    await rightsOf(strapi, ctx, UIDS.pseoPage, 'update', fields),
    ...(publish ? [await rightsOf(strapi, ctx, UIDS.pseoPage, 'publish')] : []),
  ].filter((narrowing) => narrowing !== null);
  return rights.length > 0 ? { $and: rights } : null;
};
