import { escapeAttribute } from './escape';
import { withAttributes } from './start-tag';
import { parseHtml } from './tree';

export interface VideoAddress {
  platform: 'YouTube' | 'Vimeo';
  /** The address of the player. */
  src: string;
}

const YOUTUBE_ID = /^[\w-]{6,20}$/;
const VIMEO_ID = /^\d{3,15}$/;

const parse = (address: string): URL | null => {
  const text = address.trim();
  try {
    const url = new URL(
      text.startsWith('//') ? `https:${text}` : /^[a-z]+:/i.test(text) ? text : `https://${text}`,
    );
    return url.protocol === 'https:' || url.protocol === 'http:' ? url : null;
  } catch {
    return null;
  }
};

/** The player of a video whose page or player address was pasted; `null` for any other address. */
export const videoAt = (address: string): VideoAddress | null => {
  const url = parse(address);
  if (!url) return null;
  const host = url.hostname.replace(/^(www|m|music)\./, '');
  const [first = '', second = ''] = url.pathname.split('/').filter(Boolean);
  if (host === 'youtu.be') return youtube(first, url);
  if (host === 'youtube.com' || host === 'youtube-nocookie.com') {
    if (first === 'watch') return youtube(url.searchParams.get('v') ?? '', url);
    if (['embed', 'shorts', 'live', 'v'].includes(first)) return youtube(second, url);
  }
  if (host === 'vimeo.com') return vimeo(first, second || url.searchParams.get('h'));
  if (host === 'player.vimeo.com' && first === 'video') return vimeo(second, url.searchParams.get('h'));
  return null;
};

const youtube = (id: string, url: URL): VideoAddress | null => {
  if (!YOUTUBE_ID.test(id)) return null;
  const start = secondsOf(url.searchParams.get('t') ?? url.searchParams.get('start') ?? '');
  const src = `https://www.youtube-nocookie.com/embed/${id}${start > 0 ? `?start=${start}` : ''}`;
  return { platform: 'YouTube', src };
};

const vimeo = (id: string, key: string | null): VideoAddress | null => {
  if (!VIMEO_ID.test(id)) return null;
  const secret = key && /^[\da-f]+$/i.test(key) ? `?h=${key}` : '';
  return { platform: 'Vimeo', src: `https://player.vimeo.com/video/${id}${secret}` };
};

/** Seconds of a moment as YouTube writes it: `90`, `90s`, `1m30s`, `1h2m3s`; 0 for none. */
const secondsOf = (moment: string): number => {
  const parts = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s?)?$/.exec(moment);
  if (!parts) return 0;
  const [hours = '0', minutes = '0', seconds = '0'] = parts.slice(1).map((part) => part || '0');
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
};

/** The element of a video that was added in the editor. */
export const videoElement = ({ src, title }: { src: string; title: string }): string =>
  `<iframe src="${escapeAttribute(src)}" title="${escapeAttribute(title)}" width="560" height="315" ` +
  'style="aspect-ratio: 16 / 9; width: 100%; height: auto; border: 0" loading="lazy" ' +
  'allow="fullscreen; picture-in-picture; encrypted-media" allowfullscreen></iframe>';

/** The element of a video with another address or title; its other attributes stay as they are. */
export const changedVideo = (source: string, values: { src: string; title: string }): string => {
  const end = parseHtml(source)[0]?.sourceCodeLocation;
  const startTag = end && 'startTag' in end ? end.startTag : undefined;
  if (!startTag) return videoElement(values);
  return withAttributes(source.slice(0, startTag.endOffset), values) + source.slice(startTag.endOffset);
};
