/** Enough for any description. */
const LENGTH = 400;
/** Reading more of a long article would not be seen, but felt while typing; of formats that are never closed, by the square. */
const READ = 4_000;

/** The words at the beginning of an HTML text, as a search engine would read them. For browsers. */
export const beginningOf = (html: string): string => {
  const { body } = new DOMParser().parseFromString(html.slice(0, READ), 'text/html');
  for (const hidden of body.querySelectorAll('script, style, template, noscript')) hidden.remove();
  // Words of neighbouring blocks do not grow together.
  for (const block of body.querySelectorAll('p, div, li, h1, h2, h3, h4, h5, h6, td, th, br'))
    block.append(' ');
  return (body.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, LENGTH);
};
