import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { FileUses } from '../../../../../contracts/media-library';
import { FILE_UID } from '../../../platform/uids';
import { describeUses, entriesOf } from './described';
import { touchedFiles } from './touched';
import { createUses } from './uses';

/**
 * Where a file is used, as far as the user may see.
 * @param id the number of the file, as a request names it
 * @throws NotFoundError for a file that is not there, or that the user cannot see
 */
export const usesOfFile = async (
  strapi: Core.Strapi,
  userAbility: unknown,
  id: string,
): Promise<FileUses> => {
  const files = await touchedFiles(strapi, { files: id });
  // Narrowed to what the user can see.
  const isVisible = files[0] && (await strapi.db.query(FILE_UID).count({ where: { id: files[0].id } })) > 0;
  if (!isVisible) throw new errors.NotFoundError('There is no such file, or it belongs to another website.');
  const { uses, isCut } = await createUses(strapi)(files);
  const described = await describeUses(strapi, userAbility, files, await entriesOf(strapi, uses), isCut);
  return { uses: described.uses, more: described.more };
};
