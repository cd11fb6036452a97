import { gatheredAuthors } from '../gathered';
import type { IncomingAuthor, IncomingPost, IncomingTerm } from '../incoming';
import type { ReportWriter } from '../report';
import type { Withdrawn } from '../writer';
import { readExport, type ExportPart } from './file';
import { addTotals, LossCounts } from './warnings';
import { isEmpty } from './empty-items';
import { createPostMaker, nameOf } from './make-post';
import type { ExportOptions } from './options';
import { sourceIdOf } from './source-id';
import { statusOf } from './status';
import type { Survey } from './survey';

/** What an export has for the writer, in the order in which the writer wants it. */
export const createIncoming = (survey: Survey, options: ExportOptions, report: ReportWriter) => {
  const lossCounts = new LossCounts();
  const posts = createPostMaker(survey, options, report, lossCounts);

  return {
    terms: (): IncomingTerm[] =>
      survey.terms.map(({ kind, nicename, name }) => ({
        kind,
        sourceId: `${kind} ${nicename}`,
        version: name,
        id: null,
        name: name || nicename,
      })),

    authors: (): IncomingAuthor[] => (options.authors ? gatheredAuthors(survey.authors) : []),

    /** How many items `posts` goes through. */
    count: [...options.types].reduce((sum, type) => sum + (survey.types.get(type) ?? 0), 0),

    /**
     * @param parts the same once more
     * @param withdraw called with items that WordPress shows only to some users; true when there is nothing else to report
     * @returns null for an item that does not come
     */
    async *posts(
      parts: readonly ExportPart[],
      withdraw: (item: Withdrawn) => Promise<boolean> = async () => false,
    ): AsyncGenerator<IncomingPost | null> {
      const seen = new Set<string>();
      // The survey has reported what is wrong with the text.
      for await (const entry of readExport(parts, () => undefined)) {
        if (entry.kind !== 'item' || !options.types.has(entry.type) || isEmpty(entry)) continue;
        const sourceId = sourceIdOf(entry);
        const where = nameOf(entry);
        if (seen.has(sourceId)) {
          report.leftOut(
            { kind: 'post', where },
            `The export has a second ${sourceId}. The first one was taken.`,
            'Compare the two if the file was put together from several.',
          );
          yield null;
          continue;
        }
        seen.add(sourceId);
        const target = statusOf(entry);
        if (!target.comes && (await withdraw({ sourceId, where, why: target.why }))) {
          yield null;
          continue;
        }
        const post = posts.make(entry);
        if (!post) report.counted('post', 'leftOut');
        yield post;
      }
    },

    /** What there is to say of all of it, once everything was gone through. */
    finish(): void {
      addTotals(report, lossCounts);
      addSurveyed(survey, options, report);
    },
  };
};

const PLAIN_NAMES: ReadonlyMap<string, string> = new Map([
  ['attachment', 'files of the media library. Images that posts show come with them'],
  ['nav_menu_item', 'entries of menus'],
  ['revision', 'older versions'],
  ['wp_block', 'blocks that posts share. What posts show of them is in these'],
]);
/** What plugins call what they sell to members; which posts are for these, they keep elsewhere. */
const MEMBERSHIP_PLANS: ReadonlyMap<string, string> = new Map([
  ['wc_membership_plan', 'WooCommerce Memberships'],
  ['wsm_access_group', 'SureMembers'],
  ['cc_restriction', 'Content Control'],
  ['restriction', 'Restrict User Access'],
  ['pms-subscription', 'Paid Member Subscriptions'],
  ['llms_membership', 'LifterLMS'],
]);
/** No author has written these. */
const INTERNAL = new Set([
  'memberpressrule',
  ...MEMBERSHIP_PLANS.keys(),
  'wc_user_membership',
  'revision',
  'nav_menu_item',
  'wp_global_styles',
  'wp_template',
  'wp_template_part',
  'wp_navigation',
  'custom_css',
  'customize_changeset',
  'oembed_cache',
  'wp_font_family',
  'wp_font_face',
]);

const addSurveyed = (survey: Survey, { types }: ExportOptions, report: ReportWriter): void => {
  const website = survey.site.address.host;
  if (survey.emptyItems > 0) {
    report.add(
      { loss: 'note', kind: 'website', where: website },
      'Items of the export are empty: they have no title, no slug and no text.',
      'Nothing.',
      survey.emptyItems,
    );
  }
  for (const [type, count] of survey.types) {
    if (types.has(type)) continue;
    const plainName = PLAIN_NAMES.get(type);
    const isKnown = plainName !== undefined || INTERNAL.has(type);
    report.add(
      { loss: isKnown ? 'note' : 'left-out', kind: 'website', where: website },
      `${type === '' ? 'Entries without a type' : `Entries of the type "${type}"`} were not brought in${plainName === undefined ? '' : `: ${plainName}`}.`,
      isKnown
        ? 'Nothing.'
        : type === ''
          ? 'Write <wp:post_type>post</wp:post_type> into those that are posts, and run this again.'
          : `Take them as posts if they are such: --types ${[...types, type].join(',')}.`,
      count,
    );
  }
  for (const [type, plugin] of MEMBERSHIP_PLANS) {
    const plans = survey.types.get(type) ?? 0;
    if (plans === 0) continue;
    report.add(
      { loss: 'altered', kind: 'website', where: website },
      `It has plans or rules of ${plugin}, and an export does not have all that they protect: posts for members may come like all others.`,
      'Look at these rules in WordPress, and unpublish here what they protect.',
      plans,
    );
  }
  if (survey.nestedCategories > 0) {
    report.add(
      { loss: 'altered', kind: 'category', where: 'all categories' },
      'WordPress subcategories are top-level categories here.',
      'Nothing, or build the order in the front end.',
      survey.nestedCategories,
    );
  }
  if (survey.describedTerms > 0) {
    report.add(
      { loss: 'left-out', kind: 'category', where: 'categories and tags' },
      'Descriptions of categories and tags were not brought in: these have none here.',
      'Put them into the front end where it shows them.',
      survey.describedTerms,
    );
  }
  for (const { what, count, lines } of survey.mistakes) {
    const others = count - lines.length;
    report.add(
      {
        loss: 'altered',
        kind: 'website',
        where: `line ${lines.join(', ')}${others > 0 ? ` and ${others} more` : ''} of the file`,
      },
      `The text of the file has mistakes that did not matter for the rest: ${what}`,
      'Look at the other entry.',
      count,
    );
  }
};
