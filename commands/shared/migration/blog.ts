import { createReport, type ReportWriter } from '../../../src/plugins/content-delivery/server/src/migration';
import type {
  ImageOptions,
  IncomingAuthor,
  IncomingPost,
  IncomingTerm,
  Writer,
} from '../../../src/plugins/content-delivery/server/src/migration';
import { withTwin } from '../../../src/plugins/content-delivery/server/src/migration/html/old-site';
import { withoutTrailingSlash } from '../../../src/plugins/content-delivery/server/src/platform/formats';
import { serviceOf } from '../../../src/plugins/content-delivery/server/src/services';
import type { BlogOptions } from './blog-options';
import { expectPosts } from './expect-posts';
import { withRedirects } from './report-file';
import { runMigration } from './session';
import { forTerminal } from './terminal';

/** What was found of a blog. */
export interface Blog {
  /** What there is, as a sentence for the user. */
  found: string;
  address: URL;
  /** Beside the host of its address. */
  hosts?: readonly string[];
  incoming: {
    terms(): IncomingTerm[];
    authors(): IncomingAuthor[];
    /** Null for what is no post. */
    posts(writer: Writer): AsyncIterable<IncomingPost | null> | Iterable<IncomingPost | null>;
    /** How many `posts` gives. */
    count: number;
    localFile?: ImageOptions['localFile'];
    /** Says what holds for all of it, and not of single posts. */
    finish?(): void;
  };
}

/** Its address, always written the same way: it names the source. */
const sourceOf = (kind: string, { host, pathname }: URL): string =>
  `${kind}:${host}${withoutTrailingSlash(pathname)}`;

/**
 * Brings in the terms, authors and posts of a blog.
 * @param kind of the source, by which the website remembers what came from where
 * @param open finds the blog
 * @returns the exit status
 * @throws MigrationProblem
 */
export const bringBlog = async (
  kind: string,
  options: BlogOptions,
  open: (report: ReportWriter) => Promise<Blog>,
): Promise<number> => {
  const report = createReport();
  const { found, address, hosts = [], incoming } = await open(report);
  console.log(forTerminal(found));
  expectPosts(incoming.count, report);

  return withRedirects(options, report.report, () =>
    runMigration(options, report, async ({ strapi, signal, each, begin }) => {
      const { localFile } = incoming;
      const writer = await serviceOf(strapi, 'migration').open(
        {
          website: { ...options.website, apiKey: null, id: null },
          source: sourceOf(kind, address),
          images: {
            mode: options.images.mode,
            files: options.images.files,
            base: address.href,
            hosts: options.images.hosts,
            publicHosts: [...withTwin(address.host), ...hosts],
            hasRelative: true,
            ...(localFile ? { localFile } : {}),
            signal,
          },
          isDryRun: options.isDryRun,
          rereads: options.rereads,
        },
        report,
      );
      begin(writer);
      const terms = incoming.terms();
      await each('Terms', terms.length, terms, async (term) => void (await writer.term(term)));
      const authors = incoming.authors();
      await each('Authors', authors.length, authors, async (author) => void (await writer.author(author)));
      await each('Posts', incoming.count, incoming.posts(writer), async (post) => {
        if (post) await writer.post(post);
      });
      incoming.finish?.();
    }),
  );
};
