import { createHash, type Hash } from 'node:crypto';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { escapeAttribute, escapeText } from '../../../platform/html/references';
import { MigrationProblem } from '../../writer';
import type { ExportAuthor, ExportEntry, Item, ItemTerm, Site, ExportTerm } from './entries';
import { EXPORT_AGAIN } from './export-again';

const PARSER = { xmlns: false, position: true } as const;

const WEB_PAGE = `This is a web page (HTML), perhaps the login page of the old website, and not its export. ${EXPORT_AGAIN}`;

/** What else people give, by the root of its XML. */
const OTHER_ROOTS: ReadonlyMap<string, string> = new Map([
  ['html', WEB_PAGE],
  [
    'feed',
    `This is an Atom feed or an export of another system, and not an export of WordPress. ${EXPORT_AGAIN}`,
  ],
  ['urlset', `This is a sitemap, and not an export of WordPress. ${EXPORT_AGAIN}`],
  ['sitemapindex', `This is a sitemap, and not an export of WordPress. ${EXPORT_AGAIN}`],
  [
    'br',
    `The file begins with a message of PHP instead of the export. Turn messages off (WP_DEBUG_DISPLAY) and export again. ${EXPORT_AGAIN}`,
  ],
]);

/** Mistakes of the text, after which the rest can still be understood. */
const HARMLESS = /disallowed character\.|entity|the string "\]\]>" is disallowed/;

/** The elements that have the parts of a term, by the term's element. */
const TERM_PARTS: ReadonlyMap<string, ReadonlyMap<string, Exclude<keyof ExportTerm, 'kind'>>> = new Map([
  [
    'wp:category',
    new Map([
      ['wp:term_id', 'id'],
      ['wp:category_nicename', 'nicename'],
      ['wp:category_parent', 'parent'],
      ['wp:cat_name', 'name'],
      ['wp:category_description', 'description'],
    ]),
  ],
  [
    'wp:tag',
    new Map([
      ['wp:term_id', 'id'],
      ['wp:tag_slug', 'nicename'],
      ['wp:tag_name', 'name'],
      ['wp:tag_description', 'description'],
    ]),
  ],
  [
    'wp:term',
    new Map([
      ['wp:term_id', 'id'],
      ['wp:term_taxonomy', 'taxonomy'],
      ['wp:term_slug', 'nicename'],
      ['wp:term_parent', 'parent'],
      ['wp:term_name', 'name'],
      ['wp:term_description', 'description'],
    ]),
  ],
]);

/** What WordPress calls otherwise. */
const STATUSES: ReadonlyMap<string, string> = new Map([
  ['published', 'publish'],
  ['live', 'publish'],
  ['scheduled', 'future'],
]);

const AUTHOR = 'wp:author';
const AUTHOR_PARTS: ReadonlyMap<string, Exclude<keyof ExportAuthor, 'kind'>> = new Map([
  ['wp:author_login', 'login'],
  ['wp:author_display_name', 'displayName'],
]);

/**
 * Names and titles, which WordPress keeps as HTML and writes in CDATA sections. Outside of them they are text, in which
 * what looks like a tag is none.
 */
const MARKUP: ReadonlySet<string> = new Set([
  ...['title', 'description', 'category'],
  ...['wp:cat_name', 'wp:tag_name', 'wp:term_name', 'wp:author_display_name'],
]);

/** Texts of an item that are HTML, in CDATA sections or not. */
const TEXTS: ReadonlySet<string> = new Set(['content:encoded', 'excerpt:encoded']);
/** Elements of HTML that have no end. */
const VOID_ELEMENTS: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);

/** A part of a text: decoded by XML, of a CDATA section, or a tag in it. */
interface Piece {
  raw: string;
  kind: 'text' | 'cdata' | 'element';
}

const joined = (pieces: readonly Pick<Piece, 'raw'>[]): string => pieces.map(({ raw }) => raw).join('');

const openingTag = (name: string, attributes: SaxesTagPlain['attributes']): string => {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`);
  return `<${name}${written.join('')}>`;
};

/** Where entities of HTML stand as they are. */
const withoutTags = (text: string): string => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const ITEM_PARTS: ReadonlyMap<string, keyof PlainItem> = new Map([
  ['title', 'title'],
  ['link', 'link'],
  ['pubDate', 'pubDate'],
  ['guid', 'guid'],
  ['dc:creator', 'author'],
  ['wp:post_id', 'id'],
  ['wp:post_type', 'type'],
  ['wp:status', 'status'],
  ['wp:post_name', 'slug'],
  ['wp:post_date', 'date'],
  ['wp:post_date_gmt', 'dateGmt'],
  ['wp:post_modified_gmt', 'modifiedGmt'],
  ['wp:post_password', 'password'],
  ['wp:post_parent', 'parent'],
  ['wp:menu_order', 'menuOrder'],
  ['wp:attachment_url', 'attachmentUrl'],
]);

/** What WordPress and plugins count or note by themselves. */
const COUNTERS = /^_edit_l|^_?(?:pingme|encloseme)$|views|_oembed_/;

type PlainItem = Omit<
  Item,
  'kind' | 'position' | 'line' | 'isSticky' | 'terms' | 'meta' | 'oldSlugs' | 'comments' | 'digest'
>;

/** Before any of them was read. */
const NO_TEXTS = Object.fromEntries(
  [...ITEM_PARTS.values(), 'content', 'excerpt'].map((part) => [part, '']),
) as Record<keyof PlainItem, string>;

/** An export piece by piece, as XML without any of its dangers: no document types, no custom entities. */
export class ExportParser {
  private readonly parser = new SaxesParser(PARSER);
  private readonly path: string[] = [];
  private text: Piece[] = [];
  /** Elements that are open in a text, as other programs write HTML: without a CDATA section around it. */
  private elementsWithin = 0;
  /** Where in `text` what follows the last of them begins. */
  private afterElements = 0;
  /** Whether the element that is read has entities that XML does not know, so that it is HTML for all that it should not be. */
  private hasHtml = false;
  private entries: ExportEntry[] = [];
  private readonly site: Site = { kind: 'site', title: '', link: '', description: '', blogUrl: '' };
  private version: string | null = null;
  private isSiteDone = false;
  private item: Item | null = null;
  private itemDigest: Hash = createHash('sha256');
  private term: ExportTerm | null = null;
  private author: ExportAuthor | null = null;
  private metaKey = '';
  private items = 0;
  private lastItem: Item | null = null;
  private isEnding = false;

  /**
   * @param linesBefore of the file, in front of what is written first
   * @param onMistake called with each mistake in the text that did not matter
   */
  constructor(
    private readonly linesBefore: number,
    private readonly onMistake: (line: number, what: string) => void,
  ) {
    const { parser } = this;
    parser.on('error', (error) => this.mistake(error.message));
    parser.on('xmldecl', ({ encoding }) => this.checkEncoding(encoding));
    parser.on('doctype', (doctype) => this.refuseDoctype(doctype));
    parser.on('opentag', (tag) => this.open(tag));
    parser.on('closetag', ({ name }) => this.close(name));
    parser.on('text', (raw) => this.text.push({ raw, kind: 'text' }));
    parser.on('cdata', (raw) => this.text.push({ raw, kind: 'cdata' }));
  }

  /** @returns what is complete now. @throws MigrationProblem */
  write(text: string): ExportEntry[] {
    this.parser.write(text);
    return this.taken();
  }

  /** @throws MigrationProblem when the file does not end here */
  end(): ExportEntry[] {
    this.isEnding = true;
    this.parser.close();
    this.finishSite();
    return this.taken();
  }

  private taken(): ExportEntry[] {
    const { entries } = this;
    this.entries = [];
    return entries;
  }

  private get line(): number {
    return this.parser.line + this.linesBefore;
  }

  private open({ name, attributes }: SaxesTagPlain): void {
    if (this.elementsWithin > 0 || (this.path.length === 4 && this.isInText())) {
      this.elementsWithin += 1;
      this.text.push({ raw: openingTag(name, attributes), kind: 'element' });
      return;
    }
    this.path.push(name);
    this.clear();
    const depth = this.path.length;
    if (depth === 1) this.checkRoot(name);
    if (depth === 3 && (name === 'item' || name === AUTHOR || TERM_PARTS.has(name))) this.finishSite();
    if (depth === 3 && name === AUTHOR) this.author = { kind: 'author', login: '', displayName: '' };
    if (depth === 3 && name === 'item') {
      this.item = this.newItem();
      this.itemDigest = createHash('sha256');
    }
    if (depth === 3 && TERM_PARTS.has(name)) {
      const taxonomy = name === 'wp:category' ? 'category' : name === 'wp:tag' ? 'post_tag' : '';
      this.term = { kind: 'term', id: '', taxonomy, nicename: '', name: '', parent: '', description: '' };
    }
    if (depth === 4 && name === 'category') {
      const domain = attributes['domain'] ?? '';
      // WXR 1.0 names tags otherwise.
      const taxonomy = domain === 'tag' ? 'post_tag' : domain;
      this.digest('category', domain, attributes['nicename'] ?? '');
      this.item?.terms.push({ taxonomy, nicename: attributes['nicename'] ?? '', name: '' });
    }
    if (depth === 4 && name === 'wp:comment' && this.item) this.item.comments += 1;
  }

  private close(name: string): void {
    if (this.elementsWithin > 0) {
      this.elementsWithin -= 1;
      if (!VOID_ELEMENTS.has(name)) this.text.push({ raw: `</${name}>`, kind: 'element' });
      this.afterElements = this.text.length;
      return;
    }
    const depth = this.path.length;
    const parent = this.path[depth - 2] ?? '';
    const after = joined(this.text.slice(this.afterElements));
    const text = this.afterElements > 0 ? this.asMarkup() : after;
    const markup = MARKUP.has(name) ? this.asMarkup() : text;
    this.path.pop();
    this.clear();
    if (depth === 5 && parent === 'wp:postmeta') this.readMeta(name, text);
    else if (depth === 4 && this.item) this.readItem(this.item, name, text, markup, after);
    else if (depth === 4 && this.term) {
      const part = TERM_PARTS.get(parent)?.get(name);
      if (part !== undefined) this.term[part] = markup.trim();
    } else if (depth === 4 && this.author) {
      const part = AUTHOR_PARTS.get(name);
      if (part !== undefined) this.author[part] = markup.trim();
    } else if (depth === 3) this.closePart(name, markup.trim());
  }

  private clear(): void {
    this.text = [];
    this.afterElements = 0;
    this.hasHtml = false;
  }

  /** Whether what is read is a text of an item, in which elements are HTML. */
  private isInText(): boolean {
    const name = this.path[3] ?? '';
    return this.item !== null && (TEXTS.has(name) || MARKUP.has(name));
  }

  /** What is read as HTML: what XML has decoded is text in it. */
  private asMarkup(): string {
    const escaped = this.hasHtml ? withoutTags : escapeText;
    return joined(this.text.map(({ raw, kind }) => ({ raw: kind === 'text' ? escaped(raw) : raw })));
  }

  private closePart(name: string, text: string): void {
    if (name === 'title' || name === 'link' || name === 'description') this.site[name] = text;
    if (name === 'wp:base_blog_url') this.site.blogUrl = text;
    if (name === 'wp:wxr_version') this.version = text;
    if (name === 'item' && this.item) {
      this.item.digest = this.itemDigest.digest('hex');
      this.item.terms = withoutNameless(this.item.terms);
      // Other programs that write this format have other words, and leave numbers out.
      this.item.status = STATUSES.get(this.item.status.toLowerCase()) ?? this.item.status.toLowerCase();
      if (this.item.id === '') this.item.id = this.item.link || `at ${this.item.position}`;
      this.entries.push(this.item);
      this.lastItem = this.item;
      this.item = null;
    }
    if (this.author && name === AUTHOR) {
      this.entries.push(this.author);
      this.author = null;
    }
    if (this.term && TERM_PARTS.has(name)) {
      this.entries.push(this.term);
      this.term = null;
    }
  }

  private digest(...parts: readonly string[]): void {
    this.itemDigest.update(JSON.stringify(parts));
  }

  /** @param after what follows the elements in a text: the digest is what it was before these were read */
  private readItem(item: Item, name: string, text: string, markup: string, after: string): void {
    if (name !== 'wp:comment' && name !== 'wp:postmeta') this.digest(name, after);
    const part = ITEM_PARTS.get(name);
    if (part !== undefined) item[part] = markup.trim();
    else if (name === 'content:encoded') item.content = text;
    else if (name === 'excerpt:encoded') item.excerpt = text;
    else if (name === 'wp:is_sticky') item.isSticky = text.trim() === '1';
    else if (name === 'category') {
      const term = item.terms.at(-1);
      if (term) term.name = markup.trim();
    }
  }

  private readMeta(name: string, text: string): void {
    if (name === 'wp:meta_key') this.metaKey = text.trim();
    if (name === 'wp:meta_value' && !COUNTERS.test(this.metaKey)) this.digest(this.metaKey, text);
    if (name === 'wp:meta_value' && this.metaKey === '_wp_old_slug') this.item?.oldSlugs.push(text.trim());
    // The first one counts, as it does for WordPress when it asks for a single value.
    if (name === 'wp:meta_value' && this.item && !this.item.meta.has(this.metaKey)) {
      this.item.meta.set(this.metaKey, text);
    }
  }

  private newItem(): Item {
    this.items += 1;
    return {
      kind: 'item',
      position: this.items,
      line: this.line,
      ...NO_TEXTS,
      isSticky: false,
      terms: [],
      meta: new Map(),
      oldSlugs: [],
      comments: 0,
      digest: '',
    };
  }

  private finishSite(): void {
    if (this.isSiteDone) return;
    this.isSiteDone = true;
    if (this.version === null) {
      throw new MigrationProblem(
        `This is an RSS feed: it has the latest posts as readers get them, and is not an export. ${EXPORT_AGAIN}`,
      );
    }
    if (!/^1\.\d+$/.test(this.version)) {
      throw new MigrationProblem(
        `This export has the format WXR ${this.version}; 1.0 to 1.2 can be read. Export it with a current WordPress.`,
      );
    }
    this.entries.push(this.site);
  }

  private checkRoot(name: string): void {
    if (name === 'rss') return;
    const known = OTHER_ROOTS.get(name.toLowerCase());
    throw new MigrationProblem(
      known ??
        `This is not an export of WordPress: its XML begins with <${name}> instead of <rss>. ${EXPORT_AGAIN}`,
    );
  }

  private checkEncoding(encoding: string | undefined): void {
    // Whatever else it has said, it was decoded by that.
    if (encoding === undefined || /^utf-?8$/i.test(encoding)) return;
    throw new MigrationProblem(
      `The file says that its encoding is ${encoding}, but only after its beginning. Write encoding="UTF-8" in its first line, if that is what it is.`,
    );
  }

  private refuseDoctype(doctype: string): void {
    if (/^\s*html\b/i.test(doctype)) throw new MigrationProblem(WEB_PAGE);
    throw new MigrationProblem(
      `The file has a document type (<!DOCTYPE …>, line ${this.line}), which exports of WordPress do not have and which is not read. Remove it, or export again.`,
    );
  }

  private mistake(message: string): void {
    const what = message.replace(/^\d+:\d+: /, '');
    if (this.isEnding) {
      throw new MigrationProblem(
        `The file is cut off: it ends in line ${this.line}, ${this.place()}. Download the export again; a server's time limit may have ended it.`,
      );
    }
    if (this.path.length > 0 && HARMLESS.test(what)) {
      if (what.includes('entity')) this.hasHtml = true;
      this.onMistake(this.line, what);
      return;
    }
    throw new MigrationProblem(
      this.path.length === 0
        ? `This is not an export of WordPress: line ${this.line} is no XML (${what}) ${EXPORT_AGAIN}`
        : `The file is damaged in line ${this.line}, ${this.place()}: ${what} Correct it there, or export again.`,
    );
  }

  private place(): string {
    const last = this.lastItem;
    const after = last
      ? `after item ${last.position}, "${last.title}" (line ${last.line})`
      : 'before the first item';
    return this.item
      ? `within item ${this.item.position}, which begins in line ${this.item.line}, ${after}`
      : after;
  }
}

/** WXR 1.0 names each tag twice, once without its nicename. */
const withoutNameless = (terms: ItemTerm[]): ItemTerm[] => {
  const keyOf = ({ taxonomy, name }: ItemTerm): string => `${taxonomy} ${name}`;
  const named = new Set(terms.filter(({ nicename }) => nicename !== '').map(keyOf));
  return terms.filter((term) => term.nicename !== '' || !named.has(keyOf(term)));
};
