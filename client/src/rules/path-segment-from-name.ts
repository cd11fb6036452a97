import { slugFromName } from '../contract.js';

/** A part that a browser, a proxy or a file system takes for a folder, once `%2F` is decoded. */
const DOT_PART = /(^|[/\\])(?=\.{1,2}(?:[/\\]|$))/g;

/**
 * One segment of a path for the page of a category or tag: its slug, encoded (`C#` is `c%23`, `CI/CD` is `ci%2Fcd`). Names that servers
 * refuse today and may have stored before (`..`) get a segment too, which is not their slug: so find the term of a page by
 * `pathSegmentFromName(name) === encodeURIComponent(parameter)`.
 */
export const pathSegmentFromName = (name: string): string => {
  const slug = slugFromName(name).replace(/\p{Surrogate}/gu, '\ufffd');
  return slug === '' ? '~' : encodeURIComponent(slug.replace(DOT_PART, '$1~'));
};
