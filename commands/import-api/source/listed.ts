import type { ReportWriter } from '../../../src/plugins/content-delivery/server/src/migration';
import { digestOf } from './digest';
import { toListedPage, toListedPost, type ListedPage, type ListedPost } from './entries';
import { toDate } from './fields';

type Kind = 'post' | 'page';

const leaveOut = (report: ReportWriter, kind: Kind, where: string, what: string): void => {
  report.leftOut({ kind, where, what, whatToDo: 'Correct it at the source and run this again.' });
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

/** The pages that can be read, each once. */
export const listedPages = (items: readonly unknown[], report: ReportWriter): ListedPage[] => {
  const bySlug = new Map<string, ListedPage>();
  items.forEach((item, index) => {
    const page = toListedPage(item);
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
    report.addRepeated({
      loss: 'altered',
      kind: 'page',
      where: slug,
      what: 'The source gives the id of another page to it, so there is a new one.',
      whatToDo: 'If a front end holds the id, give it the new one.',
    });
    return { ...page, pageId: `slug:${slug}` };
  });
};

/**
 * Ids for posts of one moment, which the list has in the order of their ids; the API does not say these. The same
 * ones at each run; a post that appears between others later gets one beside theirs, and never one of theirs.
 * @param seed names source and target
 * @returns ids by slug; posts with their own date have none
 */
export const idsInOrder = (posts: readonly ListedPost[], seed: string): Map<string, string> => {
  const byMoment = new Map<number, string[]>();
  for (const { slug, createdAt } of posts) {
    const moment = toDate(createdAt)?.getTime();
    if (moment !== undefined) (byMoment.get(moment) ?? byMoment.set(moment, []).get(moment))?.push(slug);
  }
  const ids = new Map<string, string>();
  for (const [moment, slugs] of byMoment) {
    if (slugs.length < 2) continue;
    const digest = digestOf(JSON.stringify([seed, moment]));
    slugs.forEach((slug, place) =>
      ids.set(slug, `i${digest.slice(0, 11)}${inLetters(place)}${digestOf(slug).slice(0, 6)}`),
    );
  }
  return ids;
};

/** A number as six letters that sort as it does. */
const inLetters = (number: number): string => {
  let letters = '';
  for (let rest = number; letters.length < 6; rest = Math.floor(rest / 26)) {
    letters = String.fromCharCode(97 + (rest % 26)) + letters;
  }
  return letters;
};
