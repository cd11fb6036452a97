import { ContentDeliveryError } from '../../../client/src/errors';
import { MovingProblem, type ReportWriter } from '../../../src/plugins/content-delivery/server/src/moving-in';
import { listedPages, listedPosts } from './listed';
import { explained, openRequests, type Requests } from './requests';

export { toLink, toPage, toPost, toTerm, type ListedPage, type ListedPost, type ReadEntry } from './entries';
export { inOrder } from './in-order';
export { idsInOrder } from './listed';

/** Entries in a row that can not be read, after which nothing more is expected of the server. */
const FAILURES_IN_A_ROW = 5;

/** An entry as the server sent it; null when it has none, and why one could not be read. */
export type Received = { item: Record<string, unknown> | null } | { failure: string };

/**
 * Reads all lists of a website, and then entries one by one.
 * @throws MovingProblem when the server can not be read
 */
export const openSource = async (from: string, apiKey: string, report: ReportWriter) => {
  const { requests, posts } = await openRequests(from, apiKey);
  const orEmpty = async (route: 'internalLinks' | 'pseoPages', kind: 'link' | 'page', path: string) => {
    const list = await requests.list(route);
    if (list === null) missingRoute(report, kind, path);
    return list ?? [];
  };
  const taxonomies = await requests.taxonomies();
  if (taxonomies === null) missingRoute(report, 'category', '/api/taxonomies');
  const links = await orEmpty('internalLinks', 'link', '/api/internal-links');
  const pages = listedPages(await orEmpty('pseoPages', 'page', '/api/pseo-pages'), report);

  return {
    baseUrl: requests.baseUrl,
    taxonomies: taxonomies ?? { categories: [], tags: [] },
    links,
    posts: listedPosts(posts, report),
    pages,
    read: createReader(requests),
  };
};

/** A failure of one entry is no reason to stop; several in a row are. */
const createReader = (requests: Requests) => {
  let failures = 0;
  return async (route: 'blog' | 'pseoPages', slug: string): Promise<Received> => {
    try {
      const item = await requests.one(route, slug);
      failures = 0;
      return { item };
    } catch (error) {
      if (!(error instanceof ContentDeliveryError)) throw error;
      failures += 1;
      if (error.status === 401 || error.status === 403) throw explained(error);
      if (failures < FAILURES_IN_A_ROW) return { failure: error.message };
      throw new MovingProblem(
        `${error.message} So it was several times in a row. Run the same command again later; it goes on.`,
      );
    }
  };
};

const missingRoute = (report: ReportWriter, kind: 'category' | 'link' | 'page', path: string): void =>
  report.add({
    loss: 'altered',
    kind,
    where: path,
    what: 'The server does not have this route, so what it would say is not here.',
    whatToDo: 'Check the address of the server; make these entries here otherwise.',
  });
