import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Core } from '@strapi/strapi';
import type { PostImage } from '../../../../contracts/delivery';
import type { ReportWriter } from '../../migration';
import { imagePlaces } from '../../migration/images/in-html';
import { percentDecoded } from '../../platform/formats';
import { openRemoteFile } from '../../platform/outgoing/open';
import { RemoteFileProblem } from '../../platform/outgoing/problems';
import { sized } from '../../platform/outgoing/sized';
import { FILE_UID } from '../../platform/uids';
import { uploadFolderOf } from '../../platform/upload-folder';
import type { Sink } from '../sinks/sink';
import { createFileNames } from '../file-names';
import { addressesIn, withOthers } from './addresses';

/** A file of the media library in an export, and the address under which content shows it. */
export interface ExportedFile {
  address: string;
  /** Its name in the export. */
  file: string;
}

const FOLDER = 'files';
/** Where Strapi's local provider keeps files. */
const UPLOADS = '/uploads/';
const MAX_BYTES = 1024 * 1024 * 1024;

interface NotedFile {
  /** Its name in the export. */
  file: string;
  isUpload: boolean;
  addresses: string[];
}

interface StoredFile {
  url: string;
  formats: Record<string, { url?: unknown } | null> | null;
}

/** The addresses of files that a provider other than the local one keeps. */
const addressesElsewhere = async (strapi: Core.Strapi): Promise<Set<string>> => {
  const rows: StoredFile[] = await strapi.db.query(FILE_UID).findMany({
    where: { provider: { $ne: 'local' } },
    select: ['url', 'formats'],
  });
  const found = new Set<string>();
  for (const { url, formats } of rows) {
    found.add(url);
    for (const format of Object.values(formats ?? {})) {
      if (typeof format?.url === 'string') found.add(format.url);
    }
  }
  return found;
};

/** Files of the media library that content shows: noted while it is written, and added to the export at the end. */
export const createPictures = async (
  strapi: Core.Strapi,
  publicUrl: string,
  report: ReportWriter,
  signal: AbortSignal,
) => {
  const elsewhere = await addressesElsewhere(strapi);
  /** Names in the export, by address. */
  const names = new Map<string, string>();
  /** By path below the folder of uploads, which addresses with other queries share, or else by address. */
  const files = new Map<string, NotedFile>();
  const nameFor = createFileNames();

  /** The path below the folder of uploads; null for what lies elsewhere. */
  const uploadOf = (address: string): string | null => {
    const inside = address.startsWith(`${publicUrl}${UPLOADS}`) ? address.slice(publicUrl.length) : address;
    if (!inside.startsWith(UPLOADS)) return null;
    const name = percentDecoded(inside.slice(UPLOADS.length).replace(/[?#].*$/s, ''));
    const isPlain = name !== '' && !name.split(/[/\\]/).some((part) => part === '' || part.startsWith('.'));
    return isPlain && !name.includes('\0') ? name : null;
  };

  /** As it is known by; null for what is not of the library. */
  const fullAddress = (address: string): string | null => {
    if (uploadOf(address) === null && !elsewhere.has(address)) return null;
    const full = address.startsWith('/') ? `${publicUrl}${address}` : address;
    const url = URL.parse(full);
    if (!url) return null;
    url.hash = '';
    return url.href;
  };

  const newName = (address: string): string => {
    const { name, ext } = path.posix.parse(percentDecoded(new URL(address).pathname));
    return `${FOLDER}/${nameFor(name, 'file', ext.replace(/[^\w.]/g, '').slice(0, 12))}`;
  };

  const noted = (address: string): string | null => {
    const full = fullAddress(address);
    if (full === null) return null;
    const known = names.get(full);
    if (known !== undefined) return known;
    const upload = uploadOf(full);
    const source = upload ?? full;
    const shared = files.get(source) ?? { file: newName(full), isUpload: upload !== null, addresses: [] };
    shared.addresses.push(full);
    files.set(source, shared);
    names.set(full, shared.file);
    return shared.file;
  };

  const addLocal = async (file: string, upload: string, sink: Sink): Promise<void> => {
    const place = path.join(uploadFolderOf(strapi), ...upload.split('/'));
    const found = await stat(place).catch(() => null);
    if (!found?.isFile()) throw new RemoteFileProblem('There is no such file any more.');
    await sink.add(file, createReadStream(place));
  };

  const addRemote = (file: string, address: string, sink: Sink): Promise<void> =>
    openRemoteFile(
      address,
      {
        time: sink.fetchTime,
        redirects: 5,
        headers: { 'User-Agent': 'content-delivery-export' },
        // The library's own host, which the operator has configured.
        isTrusted: ({ host }) => host === new URL(address).host,
        stop: signal,
      },
      ({ answer }) => sink.addWhole(file, sized(answer, MAX_BYTES)),
    );

  return {
    noteHtml(html: string): void {
      for (const address of addressesIn(html)) noted(address);
    },

    noteImage(image: Pick<PostImage, 'url'> | null): void {
      if (image) noted(image.url);
    },

    /** The name in the export of what content shows under an address; null for what is not of the library. */
    nameOf: noted,

    /** HTML in which what is of the library has the address of its file in the export. */
    withFiles: (html: string): string =>
      withOthers(html, (address) => {
        const file = noted(address);
        return file === null ? null : `/${encodeURI(file)}`;
      }),

    /** HTML in which what is of the library has its full address, and those of its pictures. */
    withFullAddresses(html: string): { html: string; pictures: string[] } {
      const full = withOthers(html, fullAddress);
      const shown = imagePlaces(full).map(({ address }) => address);
      return { html: full, pictures: shown.filter((address) => fullAddress(address) !== null) };
    },

    /** Adds all that was noted. @returns what could be added */
    async write(sink: Sink): Promise<ExportedFile[]> {
      const added: ExportedFile[] = [];
      for (const [source, { file, isUpload, addresses }] of files) {
        signal.throwIfAborted();
        try {
          await (isUpload ? addLocal(file, source, sink) : addRemote(file, source, sink));
          for (const address of addresses) added.push({ address, file });
        } catch (error) {
          if (!(error instanceof RemoteFileProblem)) throw error;
          for (const address of addresses) {
            report.add(
              { loss: 'left-out', kind: 'image', where: address },
              `The file is not in the export. ${error.message}`,
              'Look at what shows it, in the media library or in the post.',
            );
          }
        }
      }
      return added;
    },
  };
};

export type Pictures = Awaited<ReturnType<typeof createPictures>>;
