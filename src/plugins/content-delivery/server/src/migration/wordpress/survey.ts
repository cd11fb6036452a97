import { createSlugAllocator, slugFromTitle } from '../../content/rules/free-slug';
import { fitSlug } from '../../content/rules/slug';
import { liveFirst } from '../free-slugs';
import { decoded, plainPath } from '../html/decoded';
import { withTwin } from '../html/old-site';
import { MigrationProblem } from '../writer';
import type { Attachment } from './content';
import { readExport, type ExportAuthor, type ExportPart, type Item, type Site } from './file';
import { Mistakes, type MistakesOfAKind } from './mistakes';
import { plainText } from './plain-text';
import { MemberRulesReader, NO_RULES, restrictionOf, type MemberRules } from './restriction';
import { isEmpty } from './empty-items';
import { Addresses, urlFrom, type OldPlaces } from './old-addresses';
import { sourceIdOf } from './source-id';
import { statusOf } from './status';

/** Characters of all blocks that posts share. */
const MAX_SHARED = 64 * 1024 * 1024;

export interface SurveyedTerm {
  kind: 'category' | 'tag';
  nicename: string;
  name: string;
}

/** What must be known of an export before its first post is read again. */
export interface Survey {
  site: { title: string; tagline: string; address: URL };
  /** Hosts of the website and of its files. */
  hosts: ReadonlySet<string>;
  fileHosts: ReadonlySet<string>;
  /** In the order of the file. */
  terms: readonly SurveyedTerm[];
  /** Names of those who have written items that come, by login. */
  authors: ReadonlyMap<string, string>;
  /** What a membership plugin protects. */
  memberRules: MemberRules;
  /** How many categories have a parent. */
  nestedCategories: number;
  /** How many categories and tags have a description. */
  describedTerms: number;
  /** The nicename of a category by its number. */
  categoryOf: ReadonlyMap<string, string>;
  attachment(id: string): Attachment | null;
  attachmentsOf(item: string): Attachment[];
  sharedBlock(id: string): string | null;
  /** Slugs by the source ids of items that come; null for one that was never published and has none, or whose slug is of no use. */
  slugs: ReadonlyMap<string, string | null>;
  /** By source id, for items without a slug: one from the title that no other item has. */
  proposedSlugs: ReadonlyMap<string, string>;
  /** By source id the slugs of items that had to get another, and why. */
  renamed: ReadonlyMap<string, RenamedSlug>;
  slugAt(address: URL): string | null;
  slugElsewhere(address: URL): string | null;
  /** Items of nothing, which no type counts. */
  emptyItems: number;
  /** Items by type. */
  types: ReadonlyMap<string, number>;
  mistakes: readonly MistakesOfAKind[];
}

export interface RenamedSlug {
  from: string;
  /** Two items had the same, or it needs encoding in an address. */
  why: 'taken' | 'unfit';
}

interface StoredAttachment extends Attachment {
  order: number;
}

/**
 * The first of two readings: an item may refer to others further down, or in another file.
 * @param types the types of items that come
 * @throws MigrationProblem for a file that cannot be read to its end, so that nothing of it is written
 */
export const surveyExport = async (
  parts: readonly ExportPart[],
  types: ReadonlySet<string>,
): Promise<Survey> => {
  const surveyor = new Surveyor(types);
  const mistakes = new Mistakes();
  for await (const entry of readExport(parts, (mistake) => mistakes.add(mistake))) {
    if (entry.kind === 'site') surveyor.addSite(entry);
    else if (entry.kind === 'item') surveyor.addItem(entry);
    else if (entry.kind === 'author') surveyor.addAuthor(entry);
    else
      surveyor.addTerm(entry.taxonomy, entry.nicename, entry.name, entry.id, entry.parent, entry.description);
  }
  return surveyor.survey(mistakes.all());
};

class Surveyor {
  private site: Site | null = null;
  private readonly terms = new Map<string, SurveyedTerm>();
  private readonly categoryOf = new Map<string, string>();
  private readonly tagOf = new Map<string, string>();
  private readonly memberRules = new MemberRulesReader();
  private readonly displayNames = new Map<string, string>();
  private readonly writers = new Set<string>();
  private nestedCategories = 0;
  private described = 0;
  private readonly attachments = new Map<string, StoredAttachment>();
  private readonly uploadedTo = new Map<string, string[]>();
  private readonly sharedBlocks = new Map<string, string>();
  private sharedCharacters = 0;
  /** By source id, in the order of the file. */
  private readonly comers = new Map<string, Comer>();
  private readonly slugs = new Map<string, string | null>();
  private readonly renamed = new Map<string, RenamedSlug>();
  private readonly allocateSlug = createSlugAllocator();
  private emptyItems = 0;
  private readonly fileHosts = new Set<string>();
  private readonly typeCounts = new Map<string, number>();

  constructor(private readonly types: ReadonlySet<string>) {}

  /** @throws MigrationProblem for a part of another website */
  addSite(site: Site): void {
    const address = ({ blogUrl, link }: Site): string => {
      const url = urlFrom(blogUrl) ?? urlFrom(link);
      return url ? `${url.host}${plainPath(url.pathname)}` : '';
    };
    this.site ??= { ...site };
    if (address(this.site) === address(site)) return;
    throw new MigrationProblem(
      `These files are of two websites, ${address(this.site)} and ${address(site)}. Bring in one after the other.`,
    );
  }

  addTerm(taxonomy: string, nicename: string, name: string, id = '', parent = '', description = ''): void {
    if (taxonomy !== 'category' && taxonomy !== 'post_tag') return;
    const kind = taxonomy === 'category' ? 'category' : 'tag';
    const key = `${kind} ${nicename}`;
    if (id !== '') (kind === 'category' ? this.categoryOf : this.tagOf).set(id, nicename);
    if (this.terms.has(key)) return;
    if (kind === 'category' && parent !== '') this.nestedCategories += 1;
    if (description !== '') this.described += 1;
    this.terms.set(key, { kind, nicename, name: plainText(name) });
  }

  addAuthor({ login, displayName }: ExportAuthor): void {
    this.displayNames.set(login, plainText(displayName));
  }

  addItem(read: Item): void {
    if (isEmpty(read)) {
      this.emptyItems += 1;
      return;
    }
    const item = detached(read);
    this.typeCounts.set(item.type, (this.typeCounts.get(item.type) ?? 0) + 1);
    if (item.type === 'attachment') this.addAttachment(item);
    this.memberRules.add(item);
    if (item.type === 'wp_block' && isForEverybody(item)) this.addSharedBlock(item);
    if (!this.types.has(item.type) || !statusOf(item).comes) return;
    // Of two with one number the first comes, with its own slug.
    if (this.comers.has(sourceIdOf(item))) return;
    const { id, link, guid, status } = item;
    this.comers.set(sourceIdOf(item), {
      id,
      link,
      guid: copied(guid),
      isLive: status === 'publish',
      slug: slugIn(item),
      title: copied(plainText(item.title)),
      oldSlugs: item.oldSlugs.map(copied),
    });
    if (item.author !== '') this.writers.add(copied(item.author));
    for (const { taxonomy, nicename, name } of item.terms) this.addTerm(taxonomy, nicename, name);
  }

  /** @throws MigrationProblem */
  survey(mistakes: readonly MistakesOfAKind[]): Survey {
    const { site } = this;
    const named = [site?.blogUrl ?? '', site?.link ?? ''].flatMap((text) => urlFrom(text) ?? []);
    const [address] = named;
    if (!site || !address) {
      throw new MigrationProblem(
        'The export does not say the address of its website (<link>). Export it again.',
      );
    }
    const hosts = new Set([...named.map(({ host }) => host), ...this.usualHosts()].flatMap(withTwin));
    const frontPages = new Set(named.map(({ pathname }) => plainPath(pathname)));
    const addresses = new Addresses(address, hosts, frontPages);
    const proposedSlugs = this.giveSlugs(addresses);
    return {
      site: { title: plainText(site.title), tagline: plainText(site.description), address },
      hosts,
      fileHosts: this.fileHosts,
      terms: [...this.terms.values()],
      authors: new Map([...this.writers].map((login) => [login, this.displayNames.get(login) || login])),
      memberRules: this.memberRules.rules((taxonomy, id) =>
        (taxonomy === 'category' ? this.categoryOf : this.tagOf).get(id),
      ),
      nestedCategories: this.nestedCategories,
      describedTerms: this.described,
      categoryOf: this.categoryOf,
      attachment: (id) => this.attachments.get(id) ?? null,
      attachmentsOf: (item) => this.attachmentsOf(item),
      sharedBlock: (id) => this.sharedBlocks.get(id) ?? null,
      slugs: this.slugs,
      proposedSlugs,
      renamed: this.renamed,
      slugAt: (url) => addresses.slugAt(url),
      slugElsewhere: (url) => addresses.slugElsewhere(url),
      types: this.typeCounts,
      emptyItems: this.emptyItems,
      mistakes,
    };
  }

  /** The host of most posts, which the website itself may not name. Plugins let single posts lead elsewhere. */
  private usualHosts(): string[] {
    const counts = new Map<string, number>();
    for (const { link } of this.comers.values()) {
      const host = urlFrom(link)?.host;
      if (host !== undefined) counts.set(host, (counts.get(host) ?? 0) + 1);
    }
    return [...counts].flatMap(([host, count]) => (count > 1 && count > this.comers.size / 2 ? [host] : []));
  }

  private addAttachment(item: Item): void {
    const url = urlFrom(item.attachmentUrl);
    if (!url || this.attachments.has(item.id)) return;
    this.fileHosts.add(url.host);
    this.attachments.set(item.id, {
      url: item.attachmentUrl,
      alternativeText: copied(plainText(item.meta.get('_wp_attachment_image_alt') ?? '')),
      caption: item.excerpt,
      order: Number.parseInt(item.menuOrder, 10) || 0,
    });
    if (item.parent === '' || item.parent === '0' || !/\.(?:jpe?g|png|gif|webp|avif)$/i.test(url.pathname))
      return;
    const uploaded = this.uploadedTo.get(item.parent);
    if (uploaded) uploaded.push(item.id);
    else this.uploadedTo.set(item.parent, [item.id]);
  }

  private attachmentsOf(item: string): Attachment[] {
    const images = (this.uploadedTo.get(item) ?? []).flatMap((id) => this.attachments.get(id) ?? []);
    return images.sort((a, b) => a.order - b.order);
  }

  private addSharedBlock({ id, content }: Item): void {
    if (this.sharedBlocks.has(id)) return;
    this.sharedCharacters += content.length;
    if (this.sharedCharacters <= MAX_SHARED) this.sharedBlocks.set(id, content);
  }

  /**
   * Slugs for all that come, once all are known: no draft takes what readers know.
   * @returns by source id, for items without a slug, one from the title
   */
  private giveSlugs(addresses: Addresses): Map<string, string> {
    const comers = liveFirst([...this.comers], ([, { isLive }]) => isLive);
    const proposed = new Map<string, string>();
    for (const [sourceId, { slug }] of comers) this.slugs.set(sourceId, this.slugFor(sourceId, slug));
    for (const [sourceId, { title }] of comers) {
      if (this.slugs.get(sourceId) !== null || title === '') continue;
      proposed.set(sourceId, this.allocateSlug(slugFromTitle(title)));
    }
    for (const [sourceId, comer] of comers) {
      const slug = this.slugs.get(sourceId);
      if (typeof slug === 'string') addresses.add(comer, slug);
    }
    return proposed;
  }

  /** As browsers show it, and another one for the second of two items that have the same. */
  private slugFor(sourceId: string, given: string): string | null {
    if (given === '') return null;
    const wanted = fitSlug('post', given);
    if (wanted !== given) this.renamed.set(sourceId, { from: given, why: 'unfit' });
    if (wanted === '') return null;
    const free = this.allocateSlug(wanted);
    if (free !== wanted && wanted === given) {
      // One that is too long is cut off.
      this.renamed.set(sourceId, { from: wanted, why: wanted.startsWith(free) ? 'unfit' : 'taken' });
    }
    return free;
  }
}

/** What is remembered of an item that comes. */
interface Comer extends OldPlaces {
  isLive: boolean;
  /** As browsers show it; empty for none. */
  slug: string;
  title: string;
}

/** The slug of an item. Other programs write the whole path there. */
const slugIn = ({ slug }: Item): string => copied(decoded(slug.split('/').filter(Boolean).at(-1) ?? ''));

/** WordPress shows no other shared block in a post. */
const isForEverybody = (item: Item): boolean =>
  item.status === 'publish' && item.password === '' && restrictionOf(item, NO_RULES) === null;

/**
 * With copies of the texts that are remembered: a text that was cut out of a piece of the file keeps all of that
 * piece in memory, which would be the whole file in the end.
 */
const detached = (item: Item): Item => ({
  ...item,
  id: copied(item.id),
  type: copied(item.type),
  parent: copied(item.parent),
  slug: copied(item.slug),
  link: copied(item.link),
  attachmentUrl: copied(item.attachmentUrl),
  excerpt: item.type === 'attachment' ? copied(item.excerpt) : item.excerpt,
  content: item.type === 'wp_block' ? copied(item.content) : item.content,
  terms: item.terms.map(({ taxonomy, nicename, name }) => ({
    taxonomy,
    nicename: copied(nicename),
    name: copied(name),
  })),
});

const copied = (text: string): string => Buffer.from(text).toString();
