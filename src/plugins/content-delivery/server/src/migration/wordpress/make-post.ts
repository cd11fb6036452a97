import { authorIdOf, termsFrom } from '../gathered';
import type { IncomingImage, IncomingPost, Reading } from '../incoming';
import { visibleText } from '../../platform/html/visible-text';
import { versionDigest } from '../import-ledger';
import { changedSince } from '../dates';
import { remarksOn, sayCanonical, sayLinksStay, sayOldAddresses, type Remarks } from '../remarks';
import type { ReportWriter } from '../report';
import { shown } from '../texts';
import { decoded, plainPath } from '../html/decoded';
import { playerOf } from '../html/players';
import { withLinks } from '../html/links';
import type { OldSite } from '../html/old-site';
import { Notices, renderContent, type ContentSources } from './content';
import { isBuilt, unfinishedBy } from './builders';
import { datesOf, type ItemDates } from './dates';
import type { Item } from './file';
import {
  canonicalOf,
  customFieldsOf,
  endOf,
  featuredByAddress,
  isHiddenFromSearch,
  isNotFollowed,
  sharedImageOf,
  technicalFieldsOf,
  redirectOf,
  unseenWords,
} from './lost-fields';
import { NO_RULES, restrictionOf } from './restriction';
import { contentWords, type LossCounts } from './warnings';
import type { ExportOptions } from './options';
import { hasMarkup, plainText } from './plain-text';
import { focusKeyword, seoTexts, type SeoText } from './seo';
import { sourceIdOf } from './source-id';
import { statusOf } from './status';
import { urlFrom } from './old-addresses';
import type { Survey } from './survey';
import { termsOf, type ItemTerms } from './terms-of';

/** To be raised when the same item becomes another post than before: then what was brought in stays, and is named. */
const READING = 4;

/** Why a text cannot be shown. */
const UNFINISHED = {
  empty: 'It was made with a page builder, or in fields of a plugin, which have left no text in WordPress.',
  shortcodes: 'It was made with a page builder, and its text is made of shortcodes.',
  'nothing-shown': 'Nothing of its text can be shown here: it is made of what plugins fill.',
} as const;

/** How the report calls an item. */
export const nameOf = ({ title, type, id }: Item): string =>
  `"${plainText(title).slice(0, 80) || 'without title'}" (${type} ${id})`;

/** Makes posts of items, and says in the report what is lost in that. */
export const createPostMaker = (
  survey: Survey,
  options: ExportOptions,
  report: ReportWriter,
  lossCounts: LossCounts,
) => {
  const { site } = survey;
  const oldSite: OldSite = {
    base: site.address.href,
    hosts: survey.hosts,
    fileHosts: survey.fileHosts,
    slugAt: survey.slugAt,
    slugElsewhere: survey.slugElsewhere,
  };

  const choices = JSON.stringify([
    options.authors,
    options.linksTo,
    options.otherCategories,
    options.embeds,
    options.excerptsAsDescriptions,
  ]);

  const say = (item: Item): Remarks => remarksOn(report, nameOf(item));

  /** @param lacking gets what the export does not have of it */
  const contentOf = (item: Item, lacking: Set<string>): { html: string; showsOtherText: boolean } => {
    const notices = new Notices();
    const sources: ContentSources = {
      postId: item.id,
      attachment: survey.attachment,
      attachmentsOf: survey.attachmentsOf,
      sharedBlock: survey.sharedBlock,
      footnotes: footnotesOf(item),
      playerOf: (address) => (options.embeds ? playerOf(address) : null),
    };
    const rendered = renderContent(item.content, sources, notices);
    for (const { kind, name } of notices.all()) {
      if (kind.startsWith('missing-')) lacking.add(`${kind} ${name}`);
      const { loss, what, whatToDo } = contentWords[kind](name);
      report.addRepeated({ kind: 'post', where: nameOf(item), loss }, what, whatToDo);
    }
    const page = urlFrom(item.link, site.address);
    const isHere = page !== null && survey.hosts.has(page.host);
    const linked = withLinks(rendered, oldSite, options.linksTo, isHere ? page : undefined);
    for (const { pathname, search } of linked.toOthers) lacking.add(`${pathname}${search}`);
    sayOldAddresses(report, linked, options.linkedFiles);
    if (linked.toPosts > 0 && options.linksTo === null) sayLinksStay(say(item));
    return {
      html: linked.html,
      showsOtherText: notices.names('bound-block').size + notices.names('block-fields').size > 0,
    };
  };

  /** @returns undefined where the export does not have it */
  const featuredOf = (item: Item, lacking: Set<string>): IncomingImage | null | undefined => {
    const given = featuredByAddress(item.meta);
    if (given && urlFrom(given.url, site.address))
      return { ...given, alternativeText: given.alternativeText || null };
    const id = item.meta.get('_thumbnail_id')?.trim() ?? '';
    if (id === '' || id === '0') {
      const shared = sharedImageOf(item.meta);
      return shared !== null && urlFrom(shared, site.address) ? { url: shared, alternativeText: null } : null;
    }
    const image = survey.attachment(id);
    if (!image) {
      lacking.add(`image ${id}`);
      say(item).altered(
        'The export does not have its featured image. One that an earlier export had stays.',
        'Export all content, media too, and run this again, or choose an image here.',
      );
      return undefined;
    }
    return { url: image.url, alternativeText: image.alternativeText || null };
  };

  const seoText = (item: Item, { text, unknown, hasSeparator }: SeoText, field: string): string | null => {
    for (const variable of unknown) {
      say(item).altered(
        `Its ${field} has the variable ${variable}, which the export does not explain. The ${field} was left empty.`,
        `Write the ${field} here, or nothing: front ends get ${field === 'meta title' ? 'the title' : 'none'} then.`,
      );
    }
    if (hasSeparator) {
      say(item).note(
        `Its ${field} has the separator of the SEO plugin, which the export does not name. "-" was written.`,
        'Nothing, unless it was another sign.',
      );
    }
    return text;
  };

  const sayTerms = (item: Item, terms: ItemTerms): void => {
    for (const taxonomy of terms.otherTaxonomies) lossCounts.add('taxonomies', taxonomy);
    if (terms.categories.length <= 1) return;
    if (options.otherCategories === 'tags') {
      say(item).note('It has several categories. All but the main one are tags now.', 'Nothing.');
    } else {
      say(item).altered(
        'It has several categories, and a post has one here: the main one of the SEO plugin, or else the first.',
        'Keep the others as tags: --other-categories tags.',
      );
    }
  };

  /** Of a published page, unless it is where --links-to says that it is now. */
  const oldAddressOf = ({ link }: Item, slug: string | null): string | null => {
    const url = urlFrom(link, site.address);
    if (!url || !survey.hosts.has(url.host) || slug === null) return null;
    const { linksTo } = options;
    const isSame =
      linksTo !== null &&
      url.search === '' &&
      plainPath(url.pathname) === plainPath(new URL(`${linksTo}${encodeURIComponent(slug)}`, url).pathname);
    return isSame ? null : `${url.pathname}${url.search}`;
  };

  /** @param used custom fields that were taken for the meta texts */
  const sayRest = (item: Item, used: ReadonlySet<string | undefined>, isImageUsed: boolean): void => {
    const { meta, excerpt, isSticky, comments, author } = item;
    const remarks = say(item);
    const { note, altered, leftOut } = remarks;
    if (comments > 0) lossCounts.add('comments', '', comments);
    if (author !== '' && !options.authors) lossCounts.add('authors', survey.authors.get(author));
    if (excerpt.trim() !== '' && !options.excerptsAsDescriptions) lossCounts.add('excerpts');
    if (isSticky)
      note('It stays on top of lists in WordPress. Here lists go by date.', 'Let the front end do it.');
    if (isHiddenFromSearch(meta)) {
      altered(
        'Search engines are asked not to list it (noindex). Front ends do not get to know that.',
        'Leave its page out of the sitemap and mark it in the front end.',
      );
    }
    if (isNotFollowed(meta)) {
      altered(
        'Search engines are asked not to follow its links, or not to keep or quote it (nofollow, noarchive, nosnippet). Front ends do not get to know that.',
        'Mark its page in the front end.',
      );
    }
    if (canonicalOf(meta) !== '') sayCanonical(remarks);
    if (redirectOf(meta) !== '') {
      altered(
        'It redirects to another page. It is a post like others here.',
        'Let the front end redirect, or unpublish it here.',
      );
    }
    const end = endOf(meta);
    if (end !== null) {
      altered(
        `It was to end by itself on ${end.toISOString().slice(0, 10)}. Posts do not end by themselves here.`,
        'Unpublish it here then.',
      );
    }
    const unseen = unseenWords(meta, used, isImageUsed);
    if (unseen.length > 0) {
      leftOut(
        `It has ${unseen.join(' and ')}. Front ends show the meta texts and the featured image.`,
        'Nothing, or write them into the meta texts.',
      );
    }
    for (const name of customFieldsOf(meta, used)) lossCounts.add('fields', name);
    for (const name of technicalFieldsOf(meta, used)) lossCounts.add('technical', name);
    if (isBuilt(meta)) {
      altered(
        'It was made with a page builder. What came is the text that the builder left in WordPress, which may lack parts.',
        'Compare it with the old page.',
      );
    }
  };

  /** Whether an item that WordPress shows is a draft here, as not everybody could read it or it would not be as it was. */
  const holdsBack = (
    item: Item,
    { isProtected }: { isProtected: boolean },
    restriction: string | null,
    { published, modified, origin, unreadable }: ItemDates,
    { html: content, showsOtherText }: { html: string; showsOtherText: boolean },
    wasPublished: boolean,
  ): boolean => {
    const { altered } = say(item);
    if (isProtected || restriction !== null) {
      const why = isProtected
        ? 'It is protected by a password'
        : `Not everybody could read it (${restriction})`;
      altered(
        `${why}, and everybody can read what front ends get. It is a draft here.`,
        'Publish it if everybody may read it.',
      );
      return true;
    }
    if (!wasPublished) return false;
    const unfinished = unfinishedBy(item, content, () => visibleText(content));
    if (unfinished !== null) {
      altered(`${UNFINISHED[unfinished]} It is a draft here.`, 'Write the text here, and publish it then.');
      return true;
    }
    if (showsOtherText) {
      altered(
        'Readers saw other text than the export has of it: fields, or what was put in place of a pattern. It is a draft here.',
        'Compare it with the old page, and publish it then.',
      );
      return true;
    }
    if (published !== null) return false;
    if (origin === 'absent' && modified !== null) {
      altered('It has no date. The date of its last change was taken.', 'Correct the publication date here.');
      return false;
    }
    altered(
      `${origin === 'absent' ? 'It has no date' : `Its date cannot be read ("${shown(unreadable.published ?? item.pubDate)}")`}. It would stand above all others, under the date of today. It is a draft here.`,
      'Give it a publication date here, and publish it.',
    );
    return true;
  };

  return {
    /** @returns null for an item that does not come */
    make(item: Item): IncomingPost | null {
      const target = statusOf(item);
      const { altered, leftOut } = say(item);
      if (!target.comes) {
        leftOut(target.why, 'Nothing, or publish it in WordPress and export again.');
        return null;
      }
      // A password takes it from readers, and not its date from it.
      const wasPublished = target.status === 'published' || item.status === 'publish';
      const dates = datesOf(wasPublished ? item : { ...item, pubDate: '' });
      const { published, origin, modified, unreadable } = dates;
      if (unreadable.modified !== undefined) {
        altered(
          `The date of its last change cannot be read ("${shown(unreadable.modified)}"). It was left out.`,
          'Nothing, as long as readers do not see it.',
        );
      }
      if (wasPublished && published !== null && unreadable.published !== undefined) {
        altered(
          `One of its two dates cannot be read ("${shown(unreadable.published)}"). The other was taken.`,
          'Correct the publication date here if the hours matter.',
        );
      }
      if (wasPublished && origin === 'guessed') {
        altered(
          'Its date has no time zone in the export. It was taken for UTC.',
          'Correct the publication date here if the hours matter.',
        );
      }
      const sourceId = sourceIdOf(item);
      const slug = survey.slugs.get(sourceId) ?? null;
      const proposedSlug = survey.proposedSlugs.get(sourceId);
      const renamed = survey.renamed.get(sourceId);
      if (renamed) {
        const from = renamed.from.slice(0, 80);
        const here = `It has "${slug ?? proposedSlug ?? ''}" here.`;
        altered(
          renamed.why === 'taken'
            ? `Another entry of the export has the slug "${from}". ${here}`
            : `Its slug "${from}" does not work in a web address as it is. ${here}`,
          'Change it here, or redirect its old address.',
        );
      }
      if (hasMarkup(item.title)) altered('Its title has HTML. The text of it was kept.', 'Nothing.');

      const terms = termsOf(item, survey.categoryOf);
      sayTerms(item, terms);
      const title = plainText(item.title);
      const excerpt = plainText(item.excerpt);
      const seo = seoTexts(item.meta, {
        title,
        siteTitle: site.title,
        tagline: site.tagline,
        category: terms.categories[0] ?? '',
        excerpt,
        keyword: focusKeyword(item.meta),
      });
      const description = seoText(item, seo.description, 'meta description');
      const earlierSlugs = [...new Set(item.oldSlugs.map(decoded))].filter(
        (old) => old !== '' && old !== slug,
      );
      const lacking = new Set<string>();
      const rendered = contentOf(item, lacking);
      const lacksInText = [...lacking].filter((one) => one.startsWith('missing-')).length;
      const featured = featuredOf(item, lacking);
      const featuredImage = featured ?? null;
      const isImageUsed = featuredImage !== null && featuredImage.url === sharedImageOf(item.meta);
      sayRest(item, new Set([seo.title.field, seo.description.field]), isImageUsed);
      const restriction = restrictionOf(item, survey.memberRules);
      const isHeldBack = holdsBack(item, target, restriction, dates, rendered, wasPublished);
      const status = isHeldBack ? 'draft' : target.status;
      const createdAt = wasPublished ? (published ?? (origin === 'absent' ? modified : null)) : null;
      const post = {
        sourceId,
        id: null,
        title,
        slug,
        ...(proposedSlug === undefined ? {} : { proposedSlug }),
        ...(earlierSlugs.length === 0 ? {} : { earlierSlugs }),
        status,
        content: rendered.html,
        ...termsFrom(terms, options.otherCategories),
        ...(options.authors && item.author !== '' ? { author: authorIdOf(item.author) } : {}),
        featuredImage,
        metaTitle: seoText(item, seo.title, 'meta title'),
        metaDescription: description ?? (options.excerptsAsDescriptions && excerpt !== '' ? excerpt : null),
        createdAt,
        // A draft of an older export has no other date than the one that it was begun at.
        updatedAt: changedSince(createdAt, modified) ?? (wasPublished ? null : published),
        scheduleDate: target.isScheduled && !isHeldBack ? published : null,
      };
      const isLive = item.status === 'publish' && status === 'published';
      const oldAddress = isLive ? oldAddressOf(item, slug) : null;
      return {
        ...post,
        ...(oldAddress === null ? {} : { oldAddress }),
        ...(featured === undefined ? { isImageMissing: true } : {}),
        version: versionDigest(JSON.stringify(post)),
        reading: {
          by: READING,
          source: `${item.digest} ${choices}`,
          lacks: lacking.size,
          lacksInText,
          isHeldByOthers: restriction !== null && restrictionOf(item, NO_RULES) === null,
          isShownAtSource:
            target.status === 'published' &&
            !target.isScheduled &&
            !target.isProtected &&
            restriction === null,
        } satisfies Reading,
      };
    },
  };
};

/** The block editor keeps footnotes beside the content. */
const footnotesOf = ({ meta }: Item): { id: string; content: string }[] => {
  const stored = meta.get('footnotes');
  if (stored === undefined || stored.trim() === '') return [];
  try {
    const footnotes: unknown = JSON.parse(stored);
    return Array.isArray(footnotes) ? footnotes.filter(isFootnote) : [];
  } catch {
    return [];
  }
};

const isFootnote = (value: unknown): value is { id: string; content: string } =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  /^[\w-]+$/.test(value.id) &&
  'content' in value &&
  typeof value.content === 'string';
