import type { IncomingPost, IncomingTerm } from '../incoming';
import type { ReportWriter } from '../report';
import { readExport } from './file';
import { addTotals, Tallies } from './losses';
import { createPostMaker, nameOf, sourceIdOf } from './make-post';
import type { ExportOptions } from './options';
import type { Survey } from './survey';

/** What an export has for the writer, in the order in which the writer wants it. */
export const createIncoming = (survey: Survey, options: ExportOptions, report: ReportWriter) => {
  const tallies = new Tallies();
  const posts = createPostMaker(survey, options, report, tallies);

  return {
    terms: (): IncomingTerm[] =>
      survey.terms.map(({ kind, nicename, name }) => ({
        kind,
        sourceId: `${kind} ${nicename}`,
        version: name,
        id: null,
        name: name || nicename,
      })),

    /** How many items `posts` goes through. */
    count: [...options.types].reduce((sum, type) => sum + (survey.types.get(type) ?? 0), 0),

    /**
     * @param bytes the file once more
     * @returns null for an item that does not come
     */
    async *posts(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<IncomingPost | null> {
      const seen = new Set<string>();
      // The survey has reported what is wrong with the text.
      for await (const entry of readExport(bytes, () => undefined)) {
        if (entry.kind !== 'item' || !options.types.has(entry.type)) continue;
        const sourceId = sourceIdOf(entry);
        const post = seen.has(sourceId) ? null : posts.make(entry);
        if (seen.has(sourceId)) {
          report.add({
            loss: 'left-out',
            kind: 'post',
            where: nameOf(entry),
            what: `The export has a second ${sourceId}. The first one was taken.`,
            whatToDo: 'Compare the two if the file was put together from several.',
          });
        }
        if (!post) report.counted('post', 'leftOut');
        seen.add(sourceId);
        yield post;
      }
    },

    /** What there is to say of all of it, once everything was gone through. */
    finish(): void {
      addTotals(report, tallies);
      addSurveyed(survey, options, report);
    },
  };
};

const PLAIN_NAMES: Record<string, string> = {
  attachment: 'files of the media library. Images that posts show come with them',
  nav_menu_item: 'entries of menus',
  revision: 'older versions',
  wp_block: 'blocks that posts share. What posts show of them is in these',
};
/** Nobody has written these. */
const INTERNAL = new Set([
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
  for (const [type, count] of survey.types) {
    if (types.has(type)) continue;
    const isKnown = type in PLAIN_NAMES || INTERNAL.has(type);
    report.add(
      {
        loss: isKnown ? 'note' : 'left-out',
        kind: 'website',
        where: website,
        what: `Entries of the type "${type}" were not brought in${type in PLAIN_NAMES ? `: ${PLAIN_NAMES[type]}` : ''}.`,
        whatToDo: isKnown
          ? 'Nothing.'
          : `Take them as posts if they are such: --types ${[...types, type].join(',')}.`,
      },
      count,
    );
  }
  if (survey.nestedCategories > 0) {
    report.add(
      {
        loss: 'altered',
        kind: 'category',
        where: 'all categories',
        what: 'Categories that stand below others in WordPress stand beside them here.',
        whatToDo: 'Nothing, or build the order in the front end.',
      },
      survey.nestedCategories,
    );
  }
  for (const { line, what } of survey.mistakes) {
    report.addRepeated({
      loss: 'altered',
      kind: 'website',
      where: `line ${line} of the file`,
      what: `The text of the file has mistakes that did not matter for the rest: ${what}`,
      whatToDo: 'Look at the entry that stands there.',
    });
  }
};
