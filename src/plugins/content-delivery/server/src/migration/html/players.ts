import { withoutTrailingSlash } from '../../platform/formats';
import { attributeValue, escapeAttribute } from '../../platform/html/references';

/** Where a player of an address is; null for an address that is none of the host's players. */
type PlayerAt = (address: URL) => string | null;

interface Host {
  /** As `URL.host` has them, without `www.` and `m.`. */
  hosts: readonly string[];
  /** For readers who do not see it. */
  title: string;
  playerAt: PlayerAt;
  /** Pixels, where it is no video. */
  height?: number;
}

const ID = /^[\w-]{11}$/;

/** `90`, `1m30s` as seconds; 0 for what is none, or longer than a day. */
const seconds = (text: string | null): number => {
  const [, h = '0', m = '0', s = '0'] =
    /^(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,5})s?)?$/.exec(text ?? '') ?? [];
  return Number(h) * 3600 + Number(m) * 60 + Number(s);
};

const youTube: PlayerAt = ({ host, pathname, searchParams, hash }) => {
  const path = withoutTrailingSlash(pathname);
  const inPath = host.endsWith('youtu.be') ? /^\/([^/]+)$/ : /^\/(?:embed|shorts|live|v)\/([^/]+)$/;
  const id = path === '/watch' ? searchParams.get('v') : inPath.exec(path)?.[1];
  if (id === null || id === undefined || !ID.test(id) || id === 'videoseries') return null;
  const start = seconds(
    searchParams.get('t') ?? searchParams.get('start') ?? /^#t=(\w+)$/.exec(hash)?.[1] ?? null,
  );
  return `https://www.youtube-nocookie.com/embed/${id}${start > 0 ? `?start=${start}` : ''}`;
};

const vimeo: PlayerAt = ({ pathname, searchParams }) => {
  const [, id, hash = searchParams.get('h')] =
    /^\/(?:video\/)?(\d{5,12})(?:\/([0-9a-f]{6,20}))?\/?$/.exec(pathname) ?? [];
  return id === undefined
    ? null
    : `https://player.vimeo.com/video/${id}${hash ? `?h=${encodeURIComponent(hash)}` : ''}`;
};

const spotify: PlayerAt = ({ pathname }) => {
  const [, type, id] =
    /^\/(?:intl-\w+\/)?(?:embed\/)?(track|album|playlist|episode|show|artist)\/(\w{10,30})\/?$/.exec(
      pathname,
    ) ?? [];
  return id === undefined ? null : `https://open.spotify.com/embed/${type}/${id}`;
};

const soundCloud: PlayerAt = ({ origin, pathname }) =>
  /^\/(?!pages\/|you\/|search\/|charts\/)[\w-]+\/(?:sets\/)?[\w-]+\/?$/.test(pathname)
    ? `https://w.soundcloud.com/player/?url=${encodeURIComponent(origin + pathname)}`
    : null;

const dailymotion: PlayerAt = ({ host, pathname }) => {
  const path = host.endsWith('dai.ly')
    ? /^\/([a-z0-9]{5,10})\/?$/
    : /^\/(?:embed\/)?video\/([a-z0-9]{5,10})(?:_[^/]*)?\/?$/;
  const id = path.exec(pathname)?.[1];
  return id === undefined ? null : `https://www.dailymotion.com/embed/video/${id}`;
};

const ted: PlayerAt = ({ pathname }) => {
  const name = /^\/talks\/(\w+_\w+)\/?$/.exec(pathname)?.[1];
  return name === undefined ? null : `https://embed.ted.com/talks/${name}`;
};

const HOSTS: readonly Host[] = [
  {
    hosts: ['youtube.com', 'youtu.be', 'youtube-nocookie.com'],
    title: 'Video on YouTube',
    playerAt: youTube,
  },
  { hosts: ['vimeo.com', 'player.vimeo.com'], title: 'Video on Vimeo', playerAt: vimeo },
  { hosts: ['dailymotion.com', 'dai.ly'], title: 'Video on Dailymotion', playerAt: dailymotion },
  { hosts: ['ted.com'], title: 'Talk on TED', playerAt: ted },
  { hosts: ['open.spotify.com'], title: 'Audio on Spotify', playerAt: spotify, height: 352 },
  { hosts: ['soundcloud.com'], title: 'Audio on SoundCloud', playerAt: soundCloud, height: 166 },
];

/**
 * The player of a well-known host for one of its addresses, as the host gives it for embedding; null for all others.
 * @param address as it is written in HTML
 */
export const playerOf = (address: string): string | null => {
  const url = URL.parse(attributeValue(address));
  if (!url) return null;
  const name = url.host.replace(/^(?:www|m)\./, '');
  const host = HOSTS.find(({ hosts }) => hosts.includes(name));
  const source = host?.playerAt(url) ?? null;
  if (!host || source === null) return null;
  const size = host.height === undefined ? 'width="640" height="360"' : `width="640" height="${host.height}"`;
  return `<iframe src="${escapeAttribute(source)}" title="${host.title}" ${size} loading="lazy" allowfullscreen></iframe>`;
};
