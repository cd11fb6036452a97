import type { IncomingImage, IncomingPost } from '../incoming';
import { digestOf } from '../import-ledger';
import type { ReportWriter } from '../report';
import { Notices, renderContent, withLinks, type ContentSources, type OldSite } from './content';
import { datesOf } from './dates';
import type { Item } from './file';
import { contentWords, type LossCounts } from './warnings';
import type { ExportOptions } from './options';
import { hasMarkup, plainText } from './plain-text';
import { focusKeyword, seoTexts, type SeoText } from './seo';
import { sourceIdOf } from './source-id';
import { statusOf } from './status';
import { decoded, type Survey } from './survey';
import { termsOf, type ItemTerms } from './terms-of';

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
  };

  const say = (item: Item) => {
    const line = { kind: 'post', where: nameOf(item) } as const;
    return {
      altered: (what: string, whatToDo: string) =>
        report.addRepeated({ ...line, loss: 'altered', what, whatToDo }),
      note: (what: string, whatToDo: string) => report.addRepeated({ ...line, loss: 'note', what, whatToDo }),
      leftOut: (what: string, whatToDo: string) =>
        report.addRepeated({ ...line, loss: 'left-out', what, whatToDo }),
    };
  };

  const contentOf = (item: Item): string => {
    const notices = new Notices();
    const sources: ContentSources = {
      postId: item.id,
      attachment: survey.attachment,
      attachmentsOf: survey.attachmentsOf,
      sharedBlock: survey.sharedBlock,
      footnotes: footnotesOf(item),
    };
    const rendered = renderContent(item.content, sources, notices);
    for (const { kind, name } of notices.all()) {
      report.addRepeated({ kind: 'post', where: nameOf(item), ...contentWords[kind](name) });
    }
    const linked = withLinks(rendered, oldSite, options.linksTo);
    for (const address of linked.toOthers) lossCounts.add('old-pages', address);
    for (const address of linked.toFiles) lossCounts.add('old-files', address);
    if (linked.toPosts > 0 && options.linksTo === null) {
      say(item).note(
        'It links to posts by their addresses on the old website.',
        'Let such links lead to the new ones with --links-to and the path of posts there, such as --links-to /blog/. Or let the front end redirect.',
      );
    }
    return linked.html;
  };

  const featuredOf = (item: Item): IncomingImage | null => {
    const id = item.meta.get('_thumbnail_id')?.trim() ?? '';
    if (id === '' || id === '0') return null;
    const image = survey.attachment(id);
    if (!image) {
      say(item).altered(
        'The export does not have its featured image.',
        'Export all content, media too, and run this again, or choose an image here.',
      );
      return null;
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
    if (terms.otherCategories.length === 0) return;
    if (options.otherCategories === 'tags') {
      say(item).note('It has several categories. All but the main one are tags now.', 'Nothing.');
    } else {
      say(item).altered(
        'It has several categories, and a post has one here: the main one of the SEO plugin, or else the first.',
        'Keep the others as tags: --other-categories tags.',
      );
    }
  };

  const sayRest = (item: Item): void => {
    const { meta, excerpt, isSticky, comments, author } = item;
    const { note, altered } = say(item);
    if (comments > 0) lossCounts.add('comments', '', comments);
    if (author !== '') lossCounts.add('authors', author);
    if (excerpt.trim() !== '' && !options.excerptsAsDescriptions) lossCounts.add('excerpts');
    if (isSticky)
      note('It stays on top of lists in WordPress. Here lists go by date.', 'Let the front end do it.');
    if (
      isTrue(meta.get('_yoast_wpseo_meta-robots-noindex')) ||
      meta.get('rank_math_robots')?.includes('noindex')
    ) {
      altered(
        'Search engines are asked not to list it (noindex). Front ends do not get to know that.',
        'Leave its page out of the sitemap and mark it in the front end.',
      );
    }
    const canonical = meta.get('_yoast_wpseo_canonical') ?? meta.get('rank_math_canonical_url') ?? '';
    if (canonical.trim() !== '') {
      altered(
        'It names another page as the original (canonical address). Front ends do not get to know that.',
        'Put it into the front end.',
      );
    }
    if (isBuilt(meta)) {
      altered(
        'It was made with a page builder. What came is the text that the builder left in WordPress, which may lack parts.',
        'Compare it with the old page.',
      );
    }
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
      if (target.isProtected) {
        altered(
          'It is protected by a password, and everybody can read what front ends get. It is a draft here.',
          'Publish it if everybody may read it.',
        );
      }
      const { published, isGuessed, modified } = datesOf(item);
      // A password takes it from readers, and not its date from it.
      const wasPublished = target.status === 'published' || item.status === 'publish';
      if (wasPublished && isGuessed) {
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
        category: terms.category ?? '',
        excerpt,
        keyword: focusKeyword(item.meta),
      });
      const description = seoText(item, seo.description, 'meta description');
      sayRest(item);
      const earlierSlugs = [...new Set(item.oldSlugs.map(decoded))].filter(
        (old) => old !== '' && old !== slug,
      );
      const createdAt = wasPublished ? published : null;
      // A scheduled post was changed last before its date, as it should be.
      const isEarlier = modified !== null && createdAt !== null && modified < createdAt;
      const tags =
        options.otherCategories === 'tags' ? [...terms.tags, ...terms.otherCategories] : terms.tags;
      const post = {
        sourceId,
        id: null,
        title,
        slug,
        ...(proposedSlug === undefined ? {} : { proposedSlug }),
        ...(earlierSlugs.length === 0 ? {} : { earlierSlugs }),
        status: target.status,
        content: contentOf(item),
        category: terms.category,
        tags: withoutTwins(tags),
        featuredImage: featuredOf(item),
        metaTitle: seoText(item, seo.title, 'meta title'),
        metaDescription: description ?? (options.excerptsAsDescriptions && excerpt !== '' ? excerpt : null),
        createdAt,
        updatedAt: isEarlier ? null : modified,
        scheduleDate: target.isScheduled ? published : null,
      };
      return { ...post, version: digestOf(JSON.stringify(post)) };
    },
  };
};

const isTrue = (value: string | undefined): boolean => value?.trim() === '1';

const isBuilt = (meta: ReadonlyMap<string, string>): boolean =>
  meta.get('_elementor_edit_mode') === 'builder' ||
  meta.get('_et_pb_use_builder') === 'on' ||
  meta.get('_fl_builder_enabled') === '1' ||
  meta.get('_wpb_vc_js_status') === 'true';

const withoutTwins = (names: readonly string[]): string[] => [...new Set(names)];

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
