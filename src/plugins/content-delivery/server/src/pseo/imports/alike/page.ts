import type { Variables } from '../../templates/problem';
import { shinglesOf } from './shingles';
import { withoutVariables, wordsOfHtml } from './words';

/** What pages are compared by: the shingles of what is read on a page, without its variables. */
export const shinglesOfPage = (html: string, variables: Variables): Uint32Array =>
  shinglesOf(withoutVariables(wordsOfHtml(html), variables));
