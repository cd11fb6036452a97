const WORDS =
  'the grind water brews a clean cup when coffee beans rest for some days after roasting and fresh filter paper is rinsed before';

/** An article of about so many bytes, as editors write them: headings, paragraphs with links, lists, tables. */
export const article = (bytes: number): string => {
  const words = WORDS.split(' ');
  let word = 0;
  const text = (count: number): string =>
    Array.from({ length: count }, () => words[(word += 7) % words.length]).join(' ');
  const parts: string[] = [];
  let length = 0;
  for (let index = 0; length < bytes; index += 1) {
    const part =
      index % 12 === 0
        ? `<h2 class="section">${text(5)}</h2>`
        : index % 12 === 5
          ? `<ul>\n${`  <li>${text(8)} <strong>${text(2)}</strong></li>\n`.repeat(5)}</ul>`
          : index % 24 === 9
            ? `<table><thead><tr><th>${text(1)}</th><th>${text(1)}</th></tr></thead><tbody>${`<tr><td>${text(2)}</td><td>${text(3)}</td></tr>`.repeat(6)}</tbody></table>`
            : `<p>${text(30)} <a href="/blog/${index}" class="internal">${text(3)}</a>, ${text(12)} <em>${text(2)}</em> &mdash; ${text(20)}.</p>`;
    parts.push(part);
    length += part.length + 1;
  }
  return `${parts.join('\n')}\n<p>The last words.</p>`;
};
