import { unstorableProblem, webAddressProblem } from '../../platform/formats';
import type { MigrationContext } from '../context';
import type { IncomingImage } from '../incoming';
import { cut, shown, storable } from '../texts';
import type { ImageOptions } from '../writer';
import { RemoteFileProblem } from '../../platform/outgoing/problems';
import { download, DOWNLOAD_LIMITS } from './download';
import { imagePlaces, withAddresses } from './in-html';
import { createLibrary, fileNameIn, type LibraryImage } from './library';
import { createReach } from './reach';

/** A featured image as a post stores it. */
export interface FeaturedImage {
  /** Its number in the media library. */
  file: number | null;
  url: string | null;
  /** False when something is to be tried again by the next run. */
  isWhole: boolean;
}

const NONE: FeaturedImage = { file: null, url: null, isWhole: true };

/** Images on their way in: copied into the media library, or left at their addresses. */
export const createImages = (
  move: MigrationContext,
  { mode, base, hosts, publicHosts = [], hasRelative = false, signal }: ImageOptions,
) => {
  const { report, isDryRun, publicUrl } = move;
  const library = createLibrary(move);
  /** Asked for once in a run, however many posts show it. */
  const copies = new Map<string, Promise<LibraryImage | RemoteFileProblem>>();
  const reach = createReach();

  const isOwn = (url: URL): boolean => hosts.includes(url.host);
  const isOfSource = (url: URL): boolean => isOwn(url) || publicHosts.includes(url.host);
  const absolute = (address: string): URL | null => {
    try {
      const url = new URL(address, base);
      return /^https?:$/.test(url.protocol) ? url : null;
    } catch {
      return null;
    }
  };

  /** On the source's hosts http and https lead to one image. */
  const nameInLibrary = (address: string): string =>
    isOfSource(new URL(address)) ? address.replace(/^https?:/, '') : address;

  const fetched = async (address: string): Promise<Buffer> => {
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

  const copyOnce = async (address: string, alternativeText: string | null) => {
    try {
      const known = await library.find(nameInLibrary(address));
      if (known) return known;
      const bytes = await fetched(address);
      const image = await library.add(nameInLibrary(address), fileNameIn(address), bytes, alternativeText);
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
    const isFirst = !copies.has(address);
    const copied = await (copies.get(address) ?? remember(address, copyOnce(address, alternativeText)));
    if (!(copied instanceof RemoteFileProblem)) return copied;
    if (isFirst) {
      report.add({
        loss: 'altered',
        kind: 'image',
        where: shown(address),
        what: `It was not copied; its address stays in the content. ${copied.message}`,
        whatToDo: 'Upload it by hand, or run this again when it can be fetched.',
      });
    }
    return null;
  };
  const remember = (address: string, copied: Promise<LibraryImage | RemoteFileProblem>) => {
    copies.set(address, copied);
    return copied;
  };

  const left = (url: URL): void =>
    report.addRepeated({
      loss: 'note',
      kind: 'image',
      where: shown(url.href),
      what: `Images stay on ${url.host}.`,
      whatToDo: 'Copy them (--images copy) before that server is switched off.',
    });

  return {
    mode,

    async featured(image: IncomingImage | null, post: string): Promise<FeaturedImage> {
      if (image === null) return NONE;
      const url = absolute(image.url);
      if (url === null) {
        report.add({
          loss: 'altered',
          kind: 'post',
          where: post,
          what: `Its image has the address "${shown(image.url)}", which is no web address. It was left out.`,
          whatToDo: 'Choose an image here.',
        });
        return NONE;
      }
      // As it was written, where that can be stored as an address: `new URL` would write some of them differently.
      const isStorable = !webAddressProblem(image.url) && !unstorableProblem(image.url);
      const address = isStorable ? image.url : url.href;
      if (mode === 'leave') {
        if (isOfSource(url)) left(url);
        return { ...NONE, url: address };
      }
      if (isDryRun) return { ...NONE, url: address };
      const alternativeText = image.alternativeText === null ? null : cut(storable(image.alternativeText));
      const copied = await copy(url, alternativeText);
      if (copied && alternativeText) await library.describe(copied, alternativeText);
      return copied ? { ...NONE, file: copied.id } : { file: null, url: address, isWhole: false };
    },

    /** HTML with the images of the source's own host replaced by their copies; all else stays byte for byte. */
    async inHtml(html: string): Promise<{ html: string; isWhole: boolean }> {
      const changes: { start: number; end: number; to: string }[] = [];
      let isWhole = true;
      for (const { start, end, address } of imagePlaces(html)) {
        if (!hasRelative && !/^(https?:)?\/\//i.test(address)) continue;
        const url = absolute(address);
        if (url === null || !isOfSource(url)) continue;
        if (mode === 'leave') {
          left(url);
          continue;
        }
        if (isDryRun) continue;
        const copied = await copy(url, null);
        if (copied) {
          const to = /^https?:\/\//i.test(copied.url) ? copied.url : `${publicUrl}${copied.url}`;
          changes.push({ start, end, to });
        } else isWhole = false;
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
