import { openRemoteFile } from '../../platform/outgoing/open';
import { PrivateAddress } from '../../platform/outgoing/problems';
import { sized } from '../../platform/outgoing/sized';

export interface DownloadLimits {
  /** Of the image. */
  bytes: number;
  /** Milliseconds for all of it, redirects included. */
  time: number;
  redirects: number;
}

export const DOWNLOAD_LIMITS: DownloadLimits = { bytes: 30 * 1024 * 1024, time: 60_000, redirects: 5 };

/**
 * Fetches an image that imported content names.
 * @param isOwn whether an address lies on the source's own host
 * @param stop calls it off
 * @throws RemoteFileProblem, Unreachable where it is the connection that failed; the reason of `stop`
 */
export const download = async (
  address: string,
  isOwn: (url: URL) => boolean,
  { bytes, time, redirects }: DownloadLimits = DOWNLOAD_LIMITS,
  stop?: AbortSignal,
): Promise<Buffer> => {
  const headers = { Accept: 'image/*', 'User-Agent': 'content-delivery-import' };
  const options = { time, redirects, headers, isTrusted: isOwn, stop };
  try {
    return await openRemoteFile(address, options, async ({ answer }) => {
      const chunks: Buffer[] = [];
      for await (const chunk of sized(answer, bytes)) chunks.push(chunk);
      return Buffer.concat(chunks);
    });
  } catch (error) {
    if (!(error instanceof PrivateAddress)) throw error;
    throw new PrivateAddress(
      `${error.message} Images are taken from there only when it is the host of the source, or named with --image-host.`,
    );
  }
};
