import type { Core } from '@strapi/strapi';
import { expectFunction } from './replace';

/** As Strapi's upload pipeline takes a file. */
interface FetchedFile {
  filepath: string;
  originalFilename: string;
  mimetype: string;
  /** Bytes. */
  size: number;
  tmpWorkingDirectory: string;
}

export interface Progress {
  bytesWritten: number;
  totalBytes: number | null;
}

export type FetchUrlToInputFile = (
  url: unknown,
  tmpWorkingDirectory: string,
  sizeLimit?: number,
  onProgress?: (progress: Progress) => void,
) => Promise<{ file: FetchedFile }>;

/**
 * Changes `fetchUrlToInputFile` of Strapi's upload plugin, read at @strapi/upload 5.54.0: it looks names up before it connects,
 * follows redirects anywhere, and leaves out several ranges, `0.0.0.0/8` among them. Another method takes its place.
 */
export const fetchFilesWith = (strapi: Core.Strapi, fetchUrlToInputFile: FetchUrlToInputFile): void => {
  strapi.get('services').extend('plugin::upload.file', (service: object) => {
    expectFunction(service, 'fetchUrlToInputFile', { readAt: '@strapi/upload 5.54.0', parameters: 4 });
    return { ...service, fetchUrlToInputFile };
  });
};
