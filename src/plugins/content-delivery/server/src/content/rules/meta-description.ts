import type { Core } from '@strapi/strapi';
import { fieldError } from '../../platform/field-errors';
import type { Ref } from '../../platform/database/rows';
import type { UIDS } from '../../platform/uids';
import { wasStoredBefore } from './stored-before';

/** Characters. Lists carry it for each entry; search engines show some 160. */
export const MAX_META_DESCRIPTION = 5_000;

/** @returns what is wrong with the length, for an editor; null where nothing is */
export const metaDescriptionProblem = (text: string): string | null =>
  text.length > MAX_META_DESCRIPTION
    ? `The meta description has ${text.length.toLocaleString('en')} characters; ${MAX_META_DESCRIPTION.toLocaleString('en')} are possible. Search engines show about 160.`
    : null;

/**
 * What is longer and was stored before stays: in this row, in the entry's other version, or on the server it comes from.
 * @param before of the row before it was changed; undefined for a new row
 * @throws ValidationError at the field
 */
export const checkMetaDescription = async (
  strapi: Core.Strapi,
  uid: typeof UIDS.post | typeof UIDS.pseoPage,
  { metaDescription: text, ...ref }: Ref & { metaDescription: string | null },
  before: unknown,
): Promise<void> => {
  const problem = text === null ? null : metaDescriptionProblem(text);
  if (text === null || problem === null) return;
  if (await wasStoredBefore(strapi, uid, ref, 'metaDescription', text, before)) return;
  throw fieldError('metaDescription', problem);
};
