import type { ReportWriter } from '../../../src/plugins/content-delivery/server/src/migration';
import { toListedPage, toListedPost, type ListedPage, type ListedPost } from './entries';

type Kind = 'post' | 'page';

const leaveOut = (report: ReportWriter, kind: Kind, where: string, what: string): void => {
  report.leftOut({ kind, where }, what, 'Correct it at the source and run this again.');
};

const TWICE = 'The list has this slug twice. Only one of the two can be read, and was.';

/** The posts that can be read, each once. */
export const listedPosts = (items: readonly unknown[], report: ReportWriter): ListedPost[] => {
  const bySlug = new Map<string, ListedPost>();
  items.forEach((item, index) => {
    const post = toListedPost(item);
    if (!post)
      leaveOut(report, 'post', `number ${index + 1} of the list`, 'It has no slug, so it cannot be read.');
    else if (bySlug.has(post.slug)) leaveOut(report, 'post', post.slug, TWICE);
    else bySlug.set(post.slug, post);
  });
  return [...bySlug.values()];
};

/** The pages that can be read, each once. @param asNumbers the same with their numbers as JavaScript reads them */
export const listedPages = (
  items: readonly unknown[],
  report: ReportWriter,
  asNumbers: readonly unknown[] = items,
): ListedPage[] => {
  const bySlug = new Map<string, ListedPage>();
  items.forEach((item, index) => {
    const page = toListedPage(item, asNumbers[index]);
    if (typeof page === 'string') leaveOut(report, 'page', `number ${index + 1} of the list`, page);
    else if (bySlug.has(page.slug)) leaveOut(report, 'page', page.slug, TWICE);
    else bySlug.set(page.slug, page);
  });
  const ids = new Set<string>();
  return [...bySlug.values()].map((page) => {
    const { pageId, slug } = page;
    if (!ids.has(pageId)) {
      ids.add(pageId);
      return page;
    }
    report.addRepeated(
      { loss: 'altered', kind: 'page', where: slug },
      'The source gives the id of another page to it, so there is a new one.',
      'If a front end holds the id, give it the new one.',
    );
    return { ...page, pageId: `slug:${slug}` };
  });
};
