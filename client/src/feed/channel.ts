/** What all kinds of feeds say, each in its own way. Addresses are absolute, dates ISO 8601. */
export interface Channel {
  title: string;
  description: string;
  language: string | null;
  address: string;
  /** Of the feed itself; null where it is not known. */
  self: string | null;
  updated: string;
  items: readonly ChannelItem[];
}

export interface ChannelItem {
  address: string;
  title: string;
  description: string;
  /** Null where only the description is shown. */
  html: string | null;
  published: string;
  updated: string;
  /** Names of categories and tags. */
  terms: readonly string[];
  image: string | null;
  author: { name: string; url: string | null } | null;
}

const TYPES: Record<string, string> = {
  avif: 'image/avif',
  gif: 'image/gif',
  png: 'image/png',
  svg: 'image/svg+xml',
  webp: 'image/webp',
};

/** The type of an image by the ending of its address. */
export const imageTypeOf = (address: string): string => {
  const [, ending = ''] = /\.([a-z]+)(?:[?#]|$)/i.exec(address) ?? [];
  return TYPES[ending.toLowerCase()] ?? 'image/jpeg';
};
