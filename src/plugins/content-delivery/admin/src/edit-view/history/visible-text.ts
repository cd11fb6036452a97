const BLOCKS = 'p, div, li, h1, h2, h3, h4, h5, h6, tr, blockquote, pre, figure, figcaption, hr, br';

/** The words of an HTML text as readers see them, a line for each paragraph. For browsers. */
export const visibleText = (html: string): string => {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const hidden of body.querySelectorAll('script, style, template, noscript')) hidden.remove();
  for (const image of body.querySelectorAll('img')) {
    if (image.alt) image.replaceWith(`[${image.alt}] `);
  }
  for (const cell of body.querySelectorAll('td, th')) cell.append(' ');
  for (const block of body.querySelectorAll(BLOCKS)) block.after('\n');
  return (body.textContent ?? '')
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
};
