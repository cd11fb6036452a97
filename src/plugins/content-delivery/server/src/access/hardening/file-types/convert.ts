import { rename, rm } from 'node:fs/promises';
import sharp from 'sharp';
import type { UploadedFile } from '../../../platform/patches/upload-requests';

const QUALITY = 90;

/**
 * Makes a JPEG of a picture, or a PNG where it is transparent, in its place.
 * @returns false for one that cannot be read, which stays as it is
 */
export const convertPicture = async (file: UploadedFile): Promise<boolean> => {
  const converted = `${file.filepath}.converted`;
  try {
    const picture = sharp(file.filepath).autoOrient();
    const { hasAlpha } = await picture.metadata();
    const format = hasAlpha ? picture.png() : picture.jpeg({ quality: QUALITY });
    const { size } = await format.toFile(converted);
    await rename(converted, file.filepath);
    const [type, extension] = hasAlpha ? ['image/png', '.png'] : ['image/jpeg', '.jpg'];
    const name = (file.originalFilename ?? 'picture').replace(/\.tiff?$/i, '');
    Object.assign(file, { size, mimetype: type, originalFilename: `${name}${extension}` });
    return true;
  } catch {
    await rm(converted, { force: true });
    return false;
  }
};
