import { createRequire } from 'node:module';
import path from 'node:path';
import { CONVERTED_PICTURES } from '../../../../../contracts/file-types';
import { convertPicture, type UploadedFile } from './convert';
import { refusalOf } from './refusal';

interface Prepared {
  validFiles: UploadedFile[];
  filteredBody: { fileInfo?: FileInfo | FileInfo[] } | undefined;
  errors: { name: string; message: string }[];
}
interface FileInfo {
  name?: string;
}

/** What every door of Strapi's upload plugin (5.54.0) passes: the media library, `POST /upload`, uploads from an address. */
interface MimeValidation {
  detectMimeType(file: UploadedFile): Promise<string | undefined>;
  prepareUploadRequest(
    files: UploadedFile | UploadedFile[] | undefined,
    body: unknown,
    strapi: unknown,
  ): Promise<Prepared>;
}

/** Its function as it was before: all servers of one process share the module. */
const BEFORE = Symbol.for('content-delivery.prepare-upload-before');

const load = (): MimeValidation & { [BEFORE]?: MimeValidation['prepareUploadRequest'] } => {
  const require = createRequire(__filename);
  const plugin = path.dirname(require.resolve('@strapi/upload/strapi-server'));
  return require(path.join(plugin, 'utils', 'mime-validation.js')) as MimeValidation;
};

/**
 * Takes pictures that browsers do not show where they can be converted, and says of what is refused what it is and what would do.
 * @throws when Strapi's plugin has no such function any more
 */
export const takeKnownFileTypes = (): void => {
  const module = load();
  const prepare = (module[BEFORE] ??= module.prepareUploadRequest);
  if (typeof prepare !== 'function')
    throw new Error("Strapi's upload plugin has no function prepareUploadRequest any more.");

  module.prepareUploadRequest = async (files, body, strapi) => {
    const all = [files ?? []].flat();
    const types = new Map<string, string>();
    /** New names of converted files. */
    const names = new Map<string, string>();
    for (const file of all) {
      const type = (await module.detectMimeType(file).catch(() => undefined)) ?? file.mimetype ?? '';
      const name = file.originalFilename ?? '';
      if (CONVERTED_PICTURES.includes(type) && (await convertPicture(file))) {
        names.set(name, file.originalFilename ?? name);
      }
      types.set(name, type);
    }
    const prepared = await prepare(files, body, strapi);
    for (const info of [prepared.filteredBody?.fileInfo ?? []].flat())
      info.name = names.get(info.name ?? '') ?? info.name;
    const errors = prepared.errors.map(({ name }) => ({ name, message: refusalOf(name, types.get(name)) }));
    return { ...prepared, errors };
  };
};
