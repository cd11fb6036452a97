import { openRemoteFile } from '../../platform/outgoing/open';
import { setTimeout as pause } from 'node:timers/promises';
import { Busy, PrivateAddress } from '../../platform/outgoing/problems';
import { sized } from '../../platform/outgoing/sized';

export interface DownloadLimits {
  /** Of the image. */
  bytes: number;
  /** Milliseconds for all of it, redirects included. */
  time: number;
  redirects: number;
}

export const DOWNLOAD_LIMITS: DownloadLimits = { bytes: 30 * 1024 * 1024, time: 60_000, redirects: 5 };

/** How often a server that has too much to do is asked, and how long it is left alone at most, in milliseconds. */
const ATTEMPTS = 4;
const MAX_PAUSE = 60_000;
const FIRST_PAUSE = 1_000;

/**
 * Fetches an image that imported content names. A server that has too much to do (429, 503) is asked again after the time that it
 * says, a minute at most.
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
  const fetchOnce = () =>
    openRemoteFile(address, options, async ({ answer }) => {
      const chunks: Buffer[] = [];
      for await (const chunk of sized(answer, bytes)) chunks.push(chunk);
      return Buffer.concat(chunks);
    });
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await fetchOnce();
      } catch (error) {
        if (!(error instanceof Busy) || attempt === ATTEMPTS) throw error;
        const wait = error.retryAfter ?? FIRST_PAUSE * 2 ** (attempt - 1);
        await paused(Math.min(wait, MAX_PAUSE), stop);
      }
    }
  } catch (error) {
    if (!(error instanceof PrivateAddress)) throw error;
    throw new PrivateAddress(
      `${error.message} Images are taken from there only when it is the host of the source, or named with --image-host.`,
    );
  }
};

/** @throws the reason of `stop` */
const paused = async (milliseconds: number, stop: AbortSignal | undefined): Promise<void> => {
  await pause(milliseconds, undefined, stop && { signal: stop }).catch(() => undefined);
  stop?.throwIfAborted();
};
