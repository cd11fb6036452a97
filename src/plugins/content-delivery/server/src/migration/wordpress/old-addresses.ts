import { decoded, plainPath } from '../html/decoded';
import { OTHER_VIEWS } from '../html/old-site';
import type { Item } from './file';

/** Null for what is no address of the web. @param base what a path is relative to */
export const urlFrom = (text: string, base?: URL): URL | null => {
  const above = /^[/?]/.test(text) ? base?.href : undefined;
  const url = URL.parse(text, above);
  return url && /^https?:$/.test(url.protocol) ? url : null;
};

/** Where an item was on the old website, as far as an export says. */
export type OldPlaces = Pick<Item, 'id' | 'link' | 'guid' | 'slug' | 'oldSlugs'>;

/** Ends of paths that show the same post too, where no page is called so: a later page of it, for print or in a frame, a file of a server. */
const PERHAPS_VIEWS = /\/(?:(?:page\/)?\d{1,2}|embed|trackback|print|index\.(?:html?|php))$/;

/** Where the posts of a website were, in all ways to write that. */
export class Addresses {
  private readonly certain = new Map<string, string>();
  /** Where a post may have been; null where several may. */
  private readonly likely = new Map<string, string | null>();
  /** Permanent addresses on hosts that the website had before. */
  private readonly elsewhere = new Map<string, string | null>();

  private readonly base: URL;

  /**
   * @param hosts of the website
   * @param frontPages the paths of the front page, as `plainPath` has them
   */
  constructor(
    site: URL,
    private readonly hosts: ReadonlySet<string>,
    private readonly frontPages: ReadonlySet<string>,
  ) {
    this.base = new URL(site);
    if (!this.base.pathname.endsWith('/')) this.base.pathname += '/';
  }

  /** @param slug that it has here */
  add({ id, link, guid, slug: given, oldSlugs }: OldPlaces, slug: string): void {
    const { base, hosts } = this;
    const linked = urlFrom(link, base);
    // Plugins let a post lead to a page of another website.
    const page = linked && hosts.has(linked.host) ? linked : null;
    this.certain.set(`?p=${id}`, slug);
    const key = this.keyOf(page);
    if (key !== null) this.certain.set(key, slug);

    const permanent = urlFrom(guid);
    if (permanent && hosts.has(permanent.host)) this.addLikely(permanent, slug);
    else if (permanent && `${plainPath(permanent.pathname)}${permanent.search}` !== '') {
      this.elsewhere.set(wholeOf(permanent), this.elsewhere.has(wholeOf(permanent)) ? null : slug);
    }
    const folder = page && plainPath(page.pathname) !== '' ? new URL('.', withoutSlash(page)) : base;
    for (const old of [given, ...oldSlugs]) {
      if (old === '') continue;
      for (const above of [folder, base]) {
        this.addLikely(new URL(encodeURIComponent(decoded(old)), above), slug);
      }
      this.addLikely(new URL(`?name=${encodeURIComponent(decoded(old))}`, base), slug);
    }
  }

  slugAt(url: URL): string | null {
    const key = this.keyOf(url);
    if (key === null) return null;
    const post = key.replace(PERHAPS_VIEWS, '');
    return this.certain.get(key) ?? this.likely.get(key) ?? this.certain.get(post) ?? null;
  }

  slugElsewhere(url: URL): string | null {
    return this.elsewhere.get(wholeOf(url)) ?? null;
  }

  private addLikely(url: URL | null, slug: string): void {
    const key = this.keyOf(url);
    if (key === null) return;
    const known = this.likely.get(key);
    this.likely.set(key, known === undefined || known === slug ? slug : null);
  }

  /** What is the same for all ways to write the address of a post; null for the front page. */
  private keyOf(url: URL | null): string | null {
    if (!url) return null;
    const whole = plainPath(url.pathname).replace(/\/{2,}/g, '/');
    const front = [...this.frontPages].find(
      (one) => whole === `${one}/index.php` || whole.startsWith(`${one}/index.php/`),
    );
    const path = (front === undefined ? whole : front + whole.slice(`${front}/index.php`.length)).replace(
      OTHER_VIEWS,
      '',
    );
    const number = url.searchParams.get('p') ?? url.searchParams.get('page_id');
    const name = url.searchParams.get('name');
    // Elsewhere such parameters are a page's own: `/shop/?p=2`.
    if (this.frontPages.has(path)) {
      if (number !== null) return `?p=${number}`;
      return name === null ? null : `?name=${name.toLowerCase()}`;
    }
    return path === '' ? null : path;
  }
}

/** On the web http and https lead to one page. */
const wholeOf = ({ host, pathname, search }: URL): string => `${host}${plainPath(pathname)}${search}`;

const withoutSlash = (url: URL): URL => {
  const bare = new URL(url);
  bare.pathname = bare.pathname.replace(/\/+$/, '');
  return bare;
};
