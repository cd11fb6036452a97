import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import { percentDecoded } from '../../platform/formats';
import { closedSignal } from '../../platform/response-closed';
import { openRemoteFile, type RemoteFile } from '../../platform/outgoing/open';
import { UnsuitableAnswer } from '../../platform/outgoing/problems';
import { sized } from '../../platform/outgoing/sized';
import {
  fetchFilesWith,
  type FetchUrlToInputFile,
  type Progress,
} from '../../platform/patches/file-from-address';

/** Bytes; the media library accepts more from direct uploads. */
const MAX_BYTES = 200 * 1024 * 1024;
/** Milliseconds for one file. */
const TIME = 60_000;
const PORTS = [80, 443];
const HEADERS = { Accept: '*/*', 'Accept-Encoding': 'identity', 'User-Agent': 'content-delivery-upload' };

/**
 * One sentence for whatever does not answer as a website does: which of it was the case would reveal what there is in
 * the server's network, and which of its ports are closed, filtered or open.
 */
const NOT_FETCHED =
  'It cannot be fetched. The address has to begin with http:// or https:// and lead to a file on a website that everybody can reach, at its usual port.';

/**
 * Fetches what an editor uploads by its address: from public addresses only, looked at as they are connected to and
 * after each redirect, and no more bytes and time than are given.
 * @param isTrusted exceptions to this; there are none outside of tests
 * @param stop calls it off
 * @returns a service method in the form of Strapi's, which throws ApplicationErrors for people
 */
export const createFetchToFile =
  (
    isTrusted: (url: URL) => boolean = () => false,
    stop: () => AbortSignal | undefined = () => undefined,
    time = TIME,
  ): FetchUrlToInputFile =>
  async (address, tmpWorkingDirectory, sizeLimit, onProgress) => {
    // What the file is called elsewhere is no path here.
    const filepath = path.join(tmpWorkingDirectory, 'fetched');
    const options = { time, redirects: 5, headers: HEADERS, ports: PORTS, isTrusted, stop: stop() };
    try {
      return await openRemoteFile(String(address), options, async (remote) => ({
        file: {
          ...describe(remote),
          filepath,
          tmpWorkingDirectory,
          size: await store(remote, filepath, Math.min(sizeLimit || MAX_BYTES, MAX_BYTES), onProgress),
        },
      }));
    } catch (error) {
      await rm(filepath, { force: true });
      throw new errors.ApplicationError(error instanceof UnsuitableAnswer ? error.message : NOT_FETCHED);
    }
  };

const store = async (
  { answer }: RemoteFile,
  filepath: string,
  limit: number,
  onProgress: (progress: Progress) => void = () => undefined,
): Promise<number> => {
  const length = Number.parseInt(answer.headers['content-length'] ?? '', 10);
  const totalBytes = Number.isFinite(length) ? length : null;
  let bytesWritten = 0;
  const counted = async function* () {
    for await (const chunk of sized(answer, limit)) {
      bytesWritten += chunk.length;
      onProgress({ bytesWritten, totalBytes });
      yield chunk;
    }
  };
  onProgress({ bytesWritten, totalBytes });
  await pipeline(Readable.from(counted()), createWriteStream(filepath));
  return bytesWritten;
};

const describe = ({ answer: { headers }, url }: RemoteFile) => ({
  mimetype: headers['content-type']?.split(';')[0]?.trim() || 'application/octet-stream',
  originalFilename: fileName(headers['content-disposition'], url),
});

/** As the server calls the file, or the last part of its address; without characters that mean a folder on some system. */
const fileName = (disposition: string | undefined, url: URL): string => {
  const [, encoded] = /filename\*=(?:UTF-8'[^']*')([^;\s]+)/i.exec(disposition ?? '') ?? [];
  const [, quoted, bare] = /filename="([^"]*)"|filename=([^;\s]+)/i.exec(disposition ?? '') ?? [];
  const name =
    percentDecoded(encoded ?? '') || quoted || bare || percentDecoded(url.pathname.split('/').pop() ?? '');
  return (
    name
      // eslint-disable-next-line no-control-regex
      .replace(/[<>:"/\\|?*\u0000-\u001F]+/g, '-')
      .replace(/^[.\s]+/, '')
      .slice(-200) || 'file'
  );
};

/** Uploads from addresses go the way above. Called while plugins register. */
export const fetchPublicFilesOnly = (strapi: Core.Strapi): void =>
  fetchFilesWith(
    strapi,
    createFetchToFile(undefined, () => whileConnected(strapi)),
  );

/** Aborts when the client disconnects. */
const whileConnected = (strapi: Core.Strapi): AbortSignal | undefined => {
  const response = strapi.requestContext.get()?.res;
  return response && closedSignal(response);
};
