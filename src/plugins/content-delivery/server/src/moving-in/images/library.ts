import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { errors } from '@strapi/utils';
import type { Move } from '../context';
import { ImageProblem } from './addresses';
import { isListed, typeOf } from './type';

export interface LibraryImage {
  id: number;
  /** As the upload provider has it: absolute, or a path on this server. */
  url: string;
}

interface UploadService {
  upload(input: {
    data: { fileInfo: { name: string; alternativeText: string | null } };
    files: { filepath: string; originalFilename: string; mimetype: string; size: number };
  }): Promise<LibraryImage[]>;
}

const FILE = 'plugin::upload.file';

/** Images that were copied into the media library, each once, and remembered by their address at the source. */
export const createLibrary = ({ strapi, memory }: Pick<Move, 'strapi' | 'memory'>) => {
  const security = strapi.config.get<{ allowedTypes?: string[]; deniedTypes?: string[] } | undefined>(
    'plugin::upload.security',
  );

  return {
    /** @returns null when it was not copied before, or somebody has deleted it since */
    async find(address: string): Promise<LibraryImage | null> {
      const known = await memory.find('image', address);
      if (!known) return null;
      return strapi.db.query(FILE).findOne({ where: { id: Number(known.entry) }, select: ['id', 'url'] });
    },

    /** @throws ImageProblem for bytes that are no image, or none that is allowed here */
    async add(address: string, bytes: Buffer, alternativeText: string | null): Promise<LibraryImage> {
      const type = typeOf(bytes);
      if (!type) {
        throw new ImageProblem('It is no image of a kind that is taken: PNG, JPEG, GIF, WebP, AVIF.');
      }
      const { allowedTypes, deniedTypes = [] } = security ?? {};
      if ((allowedTypes && !isListed(type.mime, allowedTypes)) || isListed(type.mime, deniedTypes)) {
        throw new ImageProblem(`Images of the type ${type.mime} can not be uploaded here.`);
      }
      const folder = await mkdtemp(path.join(tmpdir(), 'moving-in-'));
      try {
        const filepath = path.join(folder, `image${type.extension}`);
        await writeFile(filepath, bytes);
        const name = `${nameIn(address)}${type.extension}`;
        const service = strapi.plugin('upload').service('upload') as UploadService;
        return await strapi.db.transaction(async () => {
          const [image] = await service.upload({
            data: { fileInfo: { name, alternativeText } },
            files: { filepath, originalFilename: name, mimetype: type.mime, size: bytes.length },
          });
          if (!image) throw new ImageProblem('The media library did not take it.');
          await memory.save('image', [
            { sourceId: address, entry: String(image.id), version: '', written: null },
          ]);
          return { id: image.id, url: image.url };
        });
      } catch (error) {
        if (!(error instanceof errors.ApplicationError)) throw error;
        throw new ImageProblem(`The media library did not take it: ${error.message}`);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
};

/** What people would call the file: the last part of its address. */
const nameIn = (address: string): string => {
  const last = new URL(address).pathname.split('/').pop() ?? '';
  let name = last;
  try {
    name = decodeURIComponent(last);
  } catch {
    // Not everything with a % is encoded.
  }
  return (
    name
      .replace(/\.[^.]*$/, '')
      .replace(/[^\p{L}\p{N}_-]+/gu, '-')
      .slice(0, 100)
      .replace(/^-+|-+$/g, '') || 'image'
  );
};
