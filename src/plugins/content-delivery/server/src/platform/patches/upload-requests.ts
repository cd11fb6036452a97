import { createRequire } from 'node:module';
import path from 'node:path';
import { expectFunction, replaceShared } from './replace';

/** As forms and Strapi's upload from addresses hand it over. */
export interface UploadedFile {
  filepath: string;
  originalFilename?: string | null;
  mimetype?: string | null;
  size: number;
}

interface FileInfo {
  name?: string;
}

interface Prepared {
  validFiles: UploadedFile[];
  filteredBody: { fileInfo?: FileInfo | FileInfo[] } | undefined;
  errors: { name: string; message: string }[];
}

interface MimeValidation {
  detectMimeType(file: UploadedFile): Promise<string | undefined>;
  prepareUploadRequest(
    files: UploadedFile | UploadedFile[] | undefined,
    body: unknown,
    strapi: unknown,
  ): Promise<Prepared>;
}

const load = (): MimeValidation => {
  const require = createRequire(__filename);
  const plugin = path.dirname(require.resolve('@strapi/upload/strapi-server'));
  return require(path.join(plugin, 'utils', 'mime-validation.js')) as MimeValidation;
};

/**
 * Changes `prepareUploadRequest` in a module of Strapi's upload plugin, read at @strapi/upload 5.54.0. All ways in pass it, the media library,
 * `POST /upload` and uploads from an address, and it says no without a word on what would do.
 * @param around prepares the files, and gets a function that finds out what a file is by its first bytes
 */
export const aroundUploads = (
  around: (
    files: UploadedFile[],
    prepare: () => Promise<Prepared>,
    detect: MimeValidation['detectMimeType'],
  ) => Promise<Prepared>,
): void => {
  const module = load();
  const readAt = '@strapi/upload 5.54.0';
  expectFunction(module, 'detectMimeType', { readAt, parameters: 1 });
  replaceShared(
    module,
    'prepareUploadRequest',
    { readAt, parameters: 3 },
    (prepare) => (files, body, strapi) =>
      around([files ?? []].flat(), () => prepare(files, body, strapi), module.detectMimeType),
  );
};
