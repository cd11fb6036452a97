import { digestOf } from './digest';
import { dateFrom } from '../../../src/plugins/content-delivery/server/src/migration/source-dates';

/**
 * Ids for posts of one moment, which the list has in the order of their ids; the API does not say these. The same
 * ones at each run; a post that appears between others later gets one beside theirs, and never one of theirs.
 * @param seed names source and target
 * @returns ids by slug; posts with their own date have none
 */
export const idsInOrder = (
  posts: readonly { slug: string; createdAt: string }[],
  seed: string,
): Map<string, string> => {
  const byMoment = new Map<number, string[]>();
  for (const { slug, createdAt } of posts) {
    const moment = dateFrom(createdAt)?.getTime();
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
