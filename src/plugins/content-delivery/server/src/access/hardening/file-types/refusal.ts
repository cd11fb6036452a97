import { CONVERTED_PICTURES, isHeic, OTHER_NAMES, PICTURE_NAMES } from '../../../../../contracts/file-types';

/** Why a file is not taken, and what would be. */
export const refusalOf = (name: string, type = ''): string => {
  if (isHeic(type) || /\.hei[cf]$/i.test(name))
    return (
      `“${name}” was not uploaded: it is a HEIC picture, which browsers do not show. Save it as JPEG: on an iPhone by Settings › Camera › Formats › ` +
      'Most Compatible, on a Mac in Preview by File › Export, elsewhere in any program that opens it.'
    );
  if (CONVERTED_PICTURES.includes(type))
    return `“${name}” was not uploaded: it is damaged, or a kind of TIFF that cannot be read. Save it as JPEG or PNG.`;
  const kind = type === '' ? 'of a kind that is not known' : type;
  return `“${name}” was not uploaded: it is ${kind}. Pictures can be ${PICTURE_NAMES}, and TIFF, which is converted; other files ${OTHER_NAMES}.`;
};
