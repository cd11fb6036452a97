import { CONVERTED_PICTURES } from '../../../../../contracts/file-types';
import { aroundUploads } from '../../../platform/patches/upload-requests';
import { convertPicture } from './convert';
import { refusalOf } from './refusal';

/** Takes pictures that browsers do not show where they can be converted, and says of what is refused what it is and what would do. */
export const takeKnownFileTypes = (): void =>
  aroundUploads(async (files, prepare, detect) => {
    const types = new Map<string, string>();
    /** New names of converted files. */
    const names = new Map<string, string>();
    for (const file of files) {
      const type = (await detect(file).catch(() => undefined)) ?? file.mimetype ?? '';
      const name = file.originalFilename ?? '';
      if (CONVERTED_PICTURES.includes(type) && (await convertPicture(file))) {
        names.set(name, file.originalFilename ?? name);
      }
      types.set(name, type);
    }
    const prepared = await prepare();
    for (const info of [prepared.filteredBody?.fileInfo ?? []].flat())
      info.name = names.get(info.name ?? '') ?? info.name;
    const errors = prepared.errors.map(({ name }) => ({ name, message: refusalOf(name, types.get(name)) }));
    return { ...prepared, errors };
  });
