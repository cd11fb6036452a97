import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { websiteScope } from '../../freshness/revisions';
import type { MigrationContext } from '../context';
import { withLocks } from '../../freshness/with-locks';
import { percentDecoded } from '../../platform/formats';
import { RemoteFileProblem } from '../../platform/outgoing/problems';
import { FILE_UID } from '../../platform/uids';
import { isListed, type FileType } from './type';

export interface LibraryImage {
  id: number;
  alternativeText: string | null;
  /** As the upload provider has it: absolute, or a path on this server. */
  url: string;
}

interface UploadService {
  upload(input: {
    data: { fileInfo: { name: string; alternativeText: string | null } };
    files: { filepath: string; originalFilename: string; mimetype: string; size: number };
  }): Promise<LibraryImage[]>;
}

/** Images that were copied into the media library, each once, and remembered by what their address at the source comes to. */
export const createLibrary = ({
  strapi,
  ledger,
  website,
}: Pick<MigrationContext, 'strapi' | 'ledger' | 'website'>) => {
  const security = strapi.config.get<{ allowedTypes?: string[]; deniedTypes?: string[] } | undefined>(
    'plugin::upload.security',
  );

  const write = <Result>(work: () => Promise<Result>): Promise<Result> =>
    withLocks(strapi, [websiteScope(website.documentId)], work);

  /**
   * Outside of a transaction: sizes are made and files are sent meanwhile, which takes long.
   * @throws RemoteFileProblem, also where a file cannot be kept: the next image may fit, or the next run succeed
   */
  const upload = async (input: Parameters<UploadService['upload']>[0]): Promise<LibraryImage> => {
    const service = strapi.plugin('upload').service('upload') as UploadService;
    const [image] = await service.upload(input).catch((error: unknown) => {
      throw new RemoteFileProblem(`The media library did not take it: ${(error as Error).message}`);
    });
    if (!image) throw new RemoteFileProblem('The media library did not take it.');
    const { id, url, alternativeText } = image;
    return { id, url, alternativeText };
  };

  return {
    /** @returns null when it was not copied before, or an editor has deleted it since */
    async find(sourceId: string): Promise<LibraryImage | null> {
      const known = await ledger.find('image', sourceId);
      if (!known) return null;
      return strapi.db
        .query(FILE_UID)
        .findOne({ where: { id: Number(known.entry) }, select: ['id', 'url', 'alternativeText'] });
    },

    /** For an image without an alternative text, which was met before where none was known. */
    async describe(image: LibraryImage, alternativeText: string): Promise<void> {
      if (image.alternativeText) return;
      image.alternativeText = alternativeText;
      await write(() =>
        strapi.db.query(FILE_UID).update({ where: { id: image.id }, data: { alternativeText } }),
      );
    },

    /**
     * @param sourceId what it is to be found by
     * @param fileName without the extension, which is that of what it is
     * @throws RemoteFileProblem for what is not allowed here
     */
    async add(
      sourceId: string,
      fileName: string,
      bytes: Buffer,
      type: FileType,
      alternativeText: string | null,
    ): Promise<LibraryImage> {
      const { allowedTypes, deniedTypes = [] } = security ?? {};
      if ((allowedTypes && !isListed(type.mime, allowedTypes)) || isListed(type.mime, deniedTypes)) {
        throw new RemoteFileProblem(`Files of the type ${type.mime} cannot be uploaded here.`);
      }
      const folder = await mkdtemp(path.join(tmpdir(), 'migration-'));
      try {
        const filepath = path.join(folder, `image${type.extension}`);
        await writeFile(filepath, bytes);
        const name = `${fileName}${type.extension}`;
        const image = await upload({
          data: { fileInfo: { name, alternativeText } },
          files: { filepath, originalFilename: name, mimetype: type.mime, size: bytes.length },
        });
        const entry = String(image.id);
        await write(() => ledger.save('image', [{ sourceId, entry, version: '', written: null }]));
        return image;
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
};

/** What people would call the file: the last part of its address. */
export const fileNameIn = (address: string): string => {
  const last = new URL(address).pathname.split('/').pop() ?? '';
  const name = percentDecoded(last);
  return (
    name
      .replace(/\.[^.]*$/, '')
      .replace(/[^\p{L}\p{N}_-]+/gu, '-')
      .slice(0, 100)
      .replace(/^-+|(?<!-)-+$/g, '') || 'image'
  );
};
