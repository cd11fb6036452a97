import { gatheredTerms, termsFrom } from '../gathered';
import type { Fields } from '../fields';
import { withLinks } from '../html/links';
import { withTwin, type OldSite } from '../html/old-site';
import type { IncomingAuthor, IncomingPost, IncomingTerm } from '../incoming';
import { firstAuthors, postFromFields } from '../markdown/post-from-fields';
import { renderMarkdown } from '../markdown/render';
import { remarksOn, sayAuthors, sayLinksStay, sayOldAddresses, sayOtherSlug, type Remarks } from '../remarks';
import type { ReportWriter } from '../report';
import { listed, shown } from '../texts';
import type { TableOptions } from './options';
import { readTable } from './read';
import { contentIn, surveyTable, type TablePost } from './survey';
import { MigrationProblem } from '../writer';

export type { TableOptions } from './options';
export { TABLE_FIELDS } from './survey';

/** To be raised when the same row becomes another post than before: then what was brought in stays, and is named. */
const READING = 2;

/** A status that says as plainly that it is a draft. */
const SAYS_DRAFT = /^(?:draft|pending|private|archived|trash(?:ed)?|deleted|unpublished|hidden|entwurf)$/i;

/** What a table of posts has for the writer, in the order in which the writer wants it. */
export const createTableIncoming = async (options: TableOptions, report: ReportWriter, now: Date) => {
  const { posts, slugAt } = await surveyTable(options, report, now);
  const { address, linksTo, otherCategories, syntax } = options;
  const oldSite: OldSite = {
    base: address.href,
    hosts: new Set(withTwin(address.host)),
    fileHosts: new Set(),
    slugAt: ({ pathname }) => slugAt(pathname),
  };

  const isLive = (
    { fields: { hiddenBy }, status, published, hasDate }: TablePost,
    remarks: Remarks,
  ): boolean => {
    if (hiddenBy !== null) {
      const isPlain = hiddenBy === 'draft' || SAYS_DRAFT.test(status.trim());
      if (!isPlain) {
        remarks.note(
          `It is a draft here, as readers do not seem to have seen it (${hiddenBy}${status === '' ? '' : `, status "${shown(status)}"`}).`,
          'Publish it if they did.',
        );
      }
      return false;
    }
    if (published !== null) return true;
    remarks.altered(
      `${hasDate ? 'Its date cannot be read' : 'It has no date'}. It would stand above all others, under the date of today. It is a draft here.`,
      'Give it a date in the file and run this again, or publish it here with one.',
    );
    return false;
  };

  const contentOf = (post: TablePost, text: string | null, remarks: Remarks): string => {
    const html = syntax === 'markdown' ? renderMarkdown(text ?? '') : (text ?? '');
    const page = post.oldPath === null ? undefined : new URL(post.oldPath, address);
    const linked = withLinks(html, oldSite, linksTo, page);
    if (linked.toPosts > 0 && linksTo === null) sayLinksStay(remarks);
    sayOldAddresses(report, linked, options.linkedFiles);
    if (text === null) {
      remarks.altered(
        'Its text is a list or an object. It came without one.',
        'Write it as one text of HTML or Markdown.',
      );
    } else if (html.trim() === '') {
      remarks.altered(
        'It has no text.',
        'Say which column has it: --map column=content; nothing where it has none.',
      );
    }
    const { others, aliases } = post.fields;
    if (others.length + aliases.length > 0) {
      remarks.leftOut(
        `Columns were not brought in, as posts have none like them here: ${listed(others)}${aliases.length > 0 ? `; other addresses: ${listed(aliases)}` : ''}.`,
        'Say what they mean (--map column=description), or leave them out (--map column=).',
      );
    }
    return linked.html;
  };

  // What was brought in without texts that count as empty is what it was.
  const empty = options.empty.size === 0 ? [] : [[...options.empty]];
  const choices = [
    address.href,
    linksTo,
    otherCategories,
    syntax,
    options.authors,
    [...options.map],
    ...empty,
  ];

  const makePost = (post: TablePost, given: Fields, text: string | null): IncomingPost => {
    const { key, fields, slug, wantedSlug } = post;
    const remarks = remarksOn(report, `"${shown(fields.title || key)}" (line ${post.line})`);
    if (slug !== wantedSlug) sayOtherSlug(remarks, wantedSlug, slug);
    if (fields.categories.length > 1 && otherCategories === 'drop') {
      remarks.altered(
        'It has several categories, and a post has one here: the first.',
        'Keep the others as tags: --other-categories tags.',
      );
    }
    sayAuthors(report, remarks, fields.authors, options.authors);
    return postFromFields(
      post,
      {
        sourceId: `row ${key}`,
        title: fields.title || slug,
        isPublished: isLive(post, remarks),
        content: contentOf(post, text, remarks),
        featuredImage:
          fields.image === '' ? null : { url: fields.image, alternativeText: fields.imageAlt || null },
        isAt: (path) => slugAt(path) === slug,
        reading: { by: READING, source: JSON.stringify([given, choices]) },
      },
      options,
      now,
    );
  };

  return {
    /** Categories and tags that posts have. */
    terms: (): IncomingTerm[] =>
      gatheredTerms([...posts.values()].map(({ fields }) => termsFrom(fields, otherCategories))),

    /** The first author of each post. */
    authors: (): IncomingAuthor[] => (options.authors ? firstAuthors([...posts.values()]) : []),

    /** How many `posts` gives. */
    count: posts.size,

    /** Reads the file once more, as texts may be long. @throws MigrationProblem */
    async *posts(): AsyncGenerator<IncomingPost> {
      for await (const row of readTable(options.file, options.read)) {
        const post = posts.get(row.line);
        if (!post) continue;
        const { key, text } = contentIn(row, options, now);
        if (key !== post.key) {
          throw new MigrationProblem('The file was changed while it was read. Run this again.');
        }
        yield makePost(post, row.fields, text);
      }
    },
  };
};
