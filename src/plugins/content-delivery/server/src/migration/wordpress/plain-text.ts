import { readHtml } from '../../platform/html/read-html';

/** What starts a new line, or ends one. */
const BREAKING: ReadonlySet<string> = new Set(
  'address article aside blockquote br dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main ol p pre section table td th tr ul'.split(
    ' ',
  ),
);

/** A title or name as WordPress stores it, which is HTML, as the text that it shows. */
export const plainText = (html: string): string => {
  const isPlain = !/[&<]/.test(html);
  return (isPlain ? html : textOf(html)).replace(/\s+/g, ' ').trim();
};

const textOf = (html: string): string => {
  const parts: string[] = [];
  /** Templates that are open: what is in them is not shown. */
  let templates = 0;
  const around = (name: string): void => {
    if (BREAKING.has(name)) parts.push(' ');
  };
  readHtml(html, {
    onStartTag({ tagName }) {
      if (tagName === 'template') templates += 1;
      around(tagName);
    },
    onEndTag({ tagName }) {
      if (tagName === 'template' && templates > 0) templates -= 1;
      around(tagName);
    },
    onText(text) {
      if (templates === 0) parts.push(text);
    },
  });
  return parts.join('');
};

/** True for a text that shows otherwise than it is stored: with a tag in it. */
export const hasMarkup = (html: string): boolean => /<[a-z/!]/i.test(html);
