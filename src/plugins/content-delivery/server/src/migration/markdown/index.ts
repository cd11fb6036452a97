import { gatheredTerms, termsFrom } from '../gathered';
import type { IncomingAuthor, IncomingPost, IncomingTerm } from '../incoming';
import { withoutTrailingSlash } from '../../platform/formats';
import type { ReportWriter } from '../report';
import { createPictures, listFiles } from './files';
import { createPostMaker } from './make-post';
import type { MarkdownOptions } from './options';
import { firstAuthors } from './post-from-fields';
import { createSite } from './site';

export type { MarkdownOptions } from './options';

/**
 * What a folder of Markdown has for the writer, in the order in which the writer wants it.
 * @throws MigrationProblem where there is nothing to bring in
 */
export const createMarkdownIncoming = async (
  options: MarkdownOptions,
  report: ReportWriter,
  now = new Date(),
) => {
  const root = withoutTrailingSlash(options.address.href);
  const { files, others } = await listFiles(options.folder);
  const pictures = await createPictures(options.folder, options.fileFolders, root);
  const site = await createSite(files, options, report, now);
  const makePost = createPostMaker(site, pictures, options, root, report);
  const { sources } = site;

  return {
    /** Those that posts have. */
    terms: (): IncomingTerm[] =>
      gatheredTerms(sources.map(({ fields }) => termsFrom(fields, options.otherCategories))),

    /** The first author of each post. */
    authors: (): IncomingAuthor[] => (options.authors ? firstAuthors(sources) : []),

    /** How many `posts` gives. */
    count: sources.length,

    /** One after the other; null for one that the report says could not be read. One file does not stop the others. */
    async *posts(): AsyncGenerator<IncomingPost | null> {
      for (const source of sources) {
        yield await makePost(source, now).catch((error: Error) => {
          report.leftOut(
            { kind: 'post', where: source.file.name },
            `It cannot be made a post: ${error.message}`,
            'Mend the file, and run this again.',
          );
          return null;
        });
      }
    },

    /** Pictures that come with the posts. */
    localFile: pictures.read,

    /** Says what holds for the whole folder. To be called once, at the end. */
    finish(): void {
      for (const name of others) {
        report.add(
          { loss: 'note', kind: 'website', where: name },
          'It was not taken for a post, as files of this name are about the project or a list.',
          'Nothing, or give it another name if it is a post.',
        );
      }
    },
  };
};
