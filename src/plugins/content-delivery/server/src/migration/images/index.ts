import { storable, unstorableProblem, webAddressProblem } from '../../platform/formats';
import type { MigrationContext } from '../context';
import type { IncomingImage } from '../incoming';
import { isTaken } from '../html/linked-files';
import { cut, shown } from '../texts';
import type { ImageOptions } from '../writer';
import { RemoteFileProblem } from '../../platform/outgoing/problems';
import { download, DOWNLOAD_LIMITS } from './download';
import { imageAndFilePlaces, imagePlaces, withAddresses, type FilePlace } from './in-html';
import { createLibrary, fileNameIn, type LibraryImage } from './library';
import { createReach } from './reach';
import { linkedTypeOf, typeOf, type FileType } from './type';

/** A featured image as a post stores it. */
export interface FeaturedImage {
  /** Its number in the media library. */
  file: number | null;
  url: string | null;
  /** False when something is to be tried again by the next run. */
  isWhole: boolean;
}

/** Another run would not take it either. */
class NotTaken extends RemoteFileProblem {}

const NONE: FeaturedImage = { file: null, url: null, isWhole: true };

/** Images on their way in: copied into the media library, or left at their addresses. */
export const createImages = (
  context: MigrationContext,
  {
    mode,
    base,
    hosts,
    publicHosts = [],
    hasRelative = false,
    localFile,
    only,
    files = false,
    signal,
  }: ImageOptions,
) => {
  const { report, isDryRun, publicUrl } = context;
  const library = createLibrary(context);
  /** Asked for once in a run, however many posts show it. */
  const copies = new Map<string, Promise<LibraryImage | RemoteFileProblem>>();
  const reach = createReach();

  const isOwn = (url: URL): boolean => hosts.includes(url.host);
  const isOfSource = (url: URL): boolean => isOwn(url) || publicHosts.includes(url.host);
  const staysElsewhere = (url: URL): boolean => only !== undefined && !only.has(withoutFragment(url));
  const absolute = (address: string): URL | null => {
    const url = URL.parse(address, base);
    return url && /^https?:$/.test(url.protocol) ? url : null;
  };

  /** Photon, the network of WordPress.com, shows smaller copies: the original stands in the address. */
  const originalOf = (url: URL): URL => {
    if (!/^i\d\.wp\.com$/.test(url.host)) return url;
    const protocol = url.searchParams.get('ssl') === '1' ? 'https:' : new URL(base).protocol;
    const original = absolute(`${protocol}/${url.pathname}`);
    return original && isOfSource(original) ? original : url;
  };

  const named = new Set<string>();
  /** A picture of another website, which may vanish with that. */
  const ofOthers = (url: URL): void => {
    if (only !== undefined || named.has(url.href) || publicUrl.startsWith(url.origin)) return;
    named.add(url.href);
    report.addRepeated(
      { loss: 'note', kind: 'image', where: shown(url.href) },
      `Images stay on ${url.host}, which is not the host of the source.`,
      `Copy them too: --image-host ${url.host}.`,
    );
  };

  /** On the source's hosts http and https lead to one image. */
  const nameInLibrary = (address: string): string =>
    isOfSource(new URL(address)) ? address.replace(/^https?:/, '') : address;

  const fetched = async (address: string): Promise<Buffer> => {
    const local = await localFile?.(new URL(address));
    if (local) return local;
    const { origin } = new URL(address);
    reach.expect(origin);
    try {
      const bytes = await download(address, isOwn, DOWNLOAD_LIMITS, signal);
      reach.note(origin, null);
      return bytes;
    } catch (error) {
      if (error instanceof RemoteFileProblem) reach.note(origin, error);
      throw error;
    }
  };

  /** @throws RemoteFileProblem for what is not taken */
  const typeIn = (address: string, bytes: Buffer): FileType => {
    const extension = /\.\w+$/.exec(new URL(address).pathname)?.[0] ?? '';
    const type = typeOf(bytes) ?? (files ? linkedTypeOf(bytes, extension) : null);
    if (type) return type;
    throw new NotTaken(
      files
        ? 'It is no file of a kind that is taken: PNG, JPEG, GIF, WebP, AVIF, PDF, MP3, M4A, OGG, WAV, FLAC, MP4, WebM, or a document or archive by its name.'
        : 'It is no image of a kind that is taken: PNG, JPEG, GIF, WebP, AVIF.',
    );
  };

  const copyOnce = async (address: string, alternativeText: string | null) => {
    try {
      const known = await library.find(nameInLibrary(address));
      if (known) return known;
      const bytes = await fetched(address);
      const type = typeIn(address, bytes);
      const image = await library.add(
        nameInLibrary(address),
        fileNameIn(address),
        bytes,
        type,
        alternativeText,
      );
      report.report.images += 1;
      return image;
    } catch (error) {
      if (error instanceof RemoteFileProblem) return error;
      throw error;
    }
  };

  /** @returns null, and a line in the report, for an image that cannot be had */
  const copy = async (url: URL, alternativeText: string | null): Promise<LibraryImage | null> => {
    const address = withoutFragment(url);
    const known = copies.get(address);
    const copying = known ?? copyOnce(address, alternativeText);
    copies.set(address, copying);
    const copied = await copying;
    if (!(copied instanceof RemoteFileProblem)) return copied;
    if (!known) {
      report.addRepeated(
        { loss: 'altered', kind: 'image', where: shown(address) },
        `It was not copied; its address stays in the content. ${copied.message}`,
        'Upload it by hand, or run this again when it can be fetched.',
        url.host,
      );
    }
    return null;
  };

  const left = (url: URL): void =>
    report.addRepeated(
      { loss: 'note', kind: 'image', where: shown(url.href) },
      `Images stay on ${url.host}.`,
      'Copy them (--images copy) before that server is switched off.',
    );

  /** Which images a run would ask for: a dry run fetches none, so it cannot tell which cannot be had. */
  const wouldCopy = (url: URL): void => {
    if (named.has(withoutFragment(url))) return;
    named.add(withoutFragment(url));
    report.addRepeated(
      { loss: 'note', kind: 'image', where: shown(url.href) },
      `Images of ${url.host} would be copied. A dry run does not fetch them: which of them cannot be had, the run itself says.`,
      'Nothing, as long as that host can be reached.',
    );
  };

  /** The places of pictures, and of files where these are copied too. */
  const placesIn = (html: string): FilePlace[] => {
    if (!files) return imagePlaces(html);
    return imageAndFilePlaces(html).filter(({ address, isPicture }) => {
      if (isPicture) return true;
      const url = absolute(address);
      return url !== null && (only?.has(withoutFragment(url)) ?? isTaken(url));
    });
  };

  /** A picture that content names as one of the website that shows it. */
  const ofFrontEnd = (address: string): void => {
    if (address === '' || /^[a-z][a-z\d+.-]*:/i.test(address)) return;
    report.addRepeated(
      { loss: 'note', kind: 'image', where: shown(address) },
      'Its address is relative, so it is one of the front end. It stays as it is.',
      'Keep it on the front end, or upload it here and choose it in the text.',
    );
  };

  return {
    /** What is remembered of an entry whose images were handled so. */
    mode: files && mode === 'copy' ? ('files' as const) : mode,

    async featured(image: IncomingImage | null, post: string): Promise<FeaturedImage> {
      if (image === null) return NONE;
      const written = absolute(image.url);
      const url = written && originalOf(written);
      if (url === null) {
        report.add(
          { loss: 'altered', kind: 'post', where: post },
          `Its image has the address "${shown(image.url)}", which is no web address. It was left out.`,
          'Choose an image here.',
        );
        return NONE;
      }
      // As it was written, where that can be stored as an address: `new URL` would write some of them differently.
      const isStorable = !webAddressProblem(image.url) && !unstorableProblem(image.url);
      const address = isStorable ? image.url : url.href;
      if (mode === 'leave') {
        if (isOfSource(url)) left(url);
        return { ...NONE, url: address };
      }
      if (isDryRun && !staysElsewhere(url)) wouldCopy(url);
      if (isDryRun || staysElsewhere(url)) return { ...NONE, url: address };
      const alternativeText = image.alternativeText === null ? null : cut(storable(image.alternativeText));
      const copied = await copy(url, alternativeText);
      if (copied && alternativeText) await library.describe(copied, alternativeText);
      return copied ? { ...NONE, file: copied.id } : { file: null, url: address, isWhole: false };
    },

    /** HTML with the images of the source's own host replaced by their copies; all else stays byte for byte. */
    async inHtml(html: string): Promise<{ html: string; isWhole: boolean }> {
      const changes: { start: number; end: number; to: string }[] = [];
      let isWhole = true;
      for (const { start, end, address, isPicture } of placesIn(html)) {
        if (!hasRelative && !/^(https?:)?\/\//i.test(address)) {
          ofFrontEnd(address);
          continue;
        }
        const written = absolute(address);
        if (written === null) continue;
        const url = originalOf(written);
        if (!isOfSource(url)) {
          if (isPicture) ofOthers(url);
          continue;
        }
        if (staysElsewhere(url)) continue;
        if (mode === 'leave') {
          left(url);
          continue;
        }
        if (isDryRun) {
          wouldCopy(url);
          continue;
        }
        const copied = await copy(url, null);
        if (copied) {
          const to = /^https?:\/\//i.test(copied.url) ? copied.url : `${publicUrl}${copied.url}`;
          changes.push({ start, end, to });
        } else if (isPicture || !((await copies.get(withoutFragment(url))) instanceof NotTaken)) {
          isWhole = false;
        }
      }
      return { html: withAddresses(html, changes), isWhole };
    },
  };
};

export type Images = ReturnType<typeof createImages>;

/** A fragment is not sent; two addresses that differ in it are one image. */
const withoutFragment = (url: URL): string => {
  const bare = new URL(url);
  bare.hash = '';
  return bare.href;
};
