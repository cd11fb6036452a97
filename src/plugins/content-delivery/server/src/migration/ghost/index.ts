import { gatheredAuthors, gatheredTerms } from '../gathered';
import type { IncomingAuthor, IncomingPost, IncomingTerm } from '../incoming';
import type { ReportWriter } from '../report';
import { createPostMaker, nameOf, sourceIdOf, termsOf } from './make-post';
import type { GhostOptions } from './options';
import type { GhostExport } from './read';
import { textOf } from './rows';
import { createSite } from './site';

export type { GhostOptions } from './options';
export { readGhostExport } from './read';

/** What an export of Ghost has for the writer, in the order in which the writer wants it. */
export const createGhostIncoming = (all: GhostExport, options: GhostOptions, report: ReportWriter) => {
  const site = createSite(all, options);
  const makePost = createPostMaker(site, options, report);

  return {
    /** Categories and tags that posts have. */
    terms: (): IncomingTerm[] => gatheredTerms(site.posts.map((post) => termsOf(post, site, options))),

    /** The main authors of posts. */
    authors(): IncomingAuthor[] {
      const users = options.authors ? site.posts.flatMap((post) => site.usersOf(post).slice(0, 1)) : [];
      return gatheredAuthors(
        users.map((user) => [textOf(user, 'id'), textOf(user, 'name') || textOf(user, 'slug')]),
      );
    },

    /** How many `posts` gives. */
    count: site.posts.length,

    /** One after the other, as a text may be long. */
    *posts(): Generator<IncomingPost> {
      for (const post of site.posts) yield makePost(post);
    },

    /** Says what holds for the whole export. To be called once, at the end. */
    finish(): void {
      for (const post of site.repeated) {
        report.leftOut(
          { kind: 'post', where: nameOf(post) },
          `The export has a second ${sourceIdOf(post)}. The first one was taken.`,
          'Compare the two if the file was put together from several.',
        );
      }
      for (const [type, count] of site.otherTypes) {
        report.add(
          { loss: 'left-out', kind: 'website', where: options.address.host },
          `Entries of the type "${type}" were not brought in.`,
          'Name their type too if they are to be posts: --types post,page.',
          count,
        );
      }
    },
  };
};
