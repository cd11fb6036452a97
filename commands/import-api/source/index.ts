import { ContentDeliveryError } from '../../../client/src/errors';
import {
  MigrationProblem,
  type ReportWriter,
} from '../../../src/plugins/content-delivery/server/src/migration';
import { redirectsIn } from '../../shared/migration/redirects';
import { listedPages, listedPosts } from './listed';
import { openRequests, whatHappened, type Requests } from './requests';

export { toPage, toPost, type ListedPage, type ListedPost } from './entries';
export { inOrder } from './in-order';

/** Entries in a row that cannot be read, after which the server is asked for what it has answered before. */
const FAILURES_IN_A_ROW = 5;

const GIVEN_UP = 'Several entries in a row could not be read before. Run the same command again; it goes on.';

/** An entry as the server sent it; null when it has none, and why one could not be read. */
export type Received = { item: Record<string, unknown> | null } | { failure: string };

/**
 * Reads all lists of a website, and then entries one by one.
 * @throws MigrationProblem when the server cannot be read
 */
export const openSource = async (from: string, apiKey: string, report: ReportWriter) => {
  const { requests, posts } = await openRequests(from, apiKey);
  const orEmpty = <List>(list: List[] | null, kind: 'link' | 'page', path: string): List[] => {
    if (list === null) missingRoute(report, kind, path);
    return list ?? [];
  };
  const taxonomies = await requests.taxonomies();
  if (taxonomies === null) missingRoute(report, 'category', '/api/taxonomies');
  const links = orEmpty(await requests.list('internalLinks'), 'link', '/api/internal-links');
  const read = orEmpty(await requests.pages(), 'page', '/api/pseo-pages');
  const pages = listedPages(
    read.map(({ item }) => item),
    report,
    read.map(({ asNumbers }) => asNumbers),
  );

  return {
    baseUrl: requests.baseUrl,
    taxonomies: taxonomies ?? { categories: [], tags: [] },
    links,
    posts: listedPosts(posts, report),
    pages,
    // Not every server has them.
    redirects: redirectsIn((await requests.list('redirects')) ?? []),
    read: createReader(requests),
  };
};

/**
 * A failure of some entries is no reason to stop, however many they are: entries that are known already are not
 * read again, so a later run meets all broken ones in a row. It is one when the server answers nothing else either.
 */
const createReader = (requests: Requests) => {
  let failures = 0;
  let maxFailures = FAILURES_IN_A_ROW;
  let asking: Promise<void> | null = null;

  /** The list was answered before; when it is answered again, the entries are at fault. @throws MigrationProblem */
  const expectAnswers = async (signal: AbortSignal | undefined): Promise<void> => {
    try {
      if ((await requests.list('blog', signal)) !== null) {
        failures = 0;
        // The list may be long.
        maxFailures *= 2;
        return;
      }
    } catch (error) {
      if (!(error instanceof MigrationProblem)) throw error;
      throw new MigrationProblem(`${error.message} ${GIVEN_UP}`);
    }
    throw new MigrationProblem(`The server does not have its list of posts any more. ${GIVEN_UP}`);
  };

  return async (route: 'blog' | 'pseoPages', slug: string, signal?: AbortSignal): Promise<Received> => {
    try {
      const item = await requests.one(route, slug, signal);
      failures = 0;
      maxFailures = FAILURES_IN_A_ROW;
      return { item };
    } catch (error) {
      if (!(error instanceof ContentDeliveryError)) throw error;
      failures += 1;
      if (failures >= maxFailures) {
        // Entries are read several at a time, and it is enough that one asks.
        asking ??= expectAnswers(signal).finally(() => (asking = null));
        await asking;
      }
      return { failure: whatHappened(error) };
    }
  };
};

const missingRoute = (report: ReportWriter, kind: 'category' | 'link' | 'page', path: string): void =>
  report.add(
    { loss: 'altered', kind, where: path },
    'The server does not have this route, so what it would say is not here.',
    'Check the address of the server; make these entries here otherwise.',
  );
