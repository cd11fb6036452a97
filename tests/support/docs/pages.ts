import { readFileSync } from 'node:fs';
import path from 'node:path';
import MarkdownIt, { type Token } from 'markdown-it';
import { committedFiles, ROOT } from '../committed-files';

/** Something that a page has: a heading, a block of code, a word of code, a link or a picture. */
export interface Piece {
  kind: 'heading' | 'block' | 'code' | 'link';
  /** What stands there: of a heading its words, of a link where it leads. */
  text: string;
  /** Of a block. */
  language: string;
  /** Of the paragraph that it is in; the first line is 1. */
  line: number;
  /** How many headings stand before it. */
  section: number;
}

export interface Page {
  /** Its path in the project, with slashes. */
  file: string;
  pieces: Piece[];
}

const markdown = new MarkdownIt({ html: true });

/** The words of a heading, as GitHub makes its anchor of them. */
const words = (tokens: readonly Token[]): string =>
  tokens
    .filter(({ type }) => type === 'text' || type === 'code_inline')
    .map(({ content }) => content)
    .join('');

/** Where the HTML of a page leads, and what it shows. */
const addressesIn = (html: string): string[] =>
  Array.from(html.matchAll(/\b(?:href|src)="([^"]*)"/g), ([, address = '']) => address);

/** The pieces of one page, in their order. */
export const piecesOf = (text: string): Piece[] => {
  const pieces: Piece[] = [];
  let section = 0;
  let line = 1;
  const add = (kind: Piece['kind'], content: string, language = ''): void => {
    pieces.push({ kind, text: content, language, line, section });
  };
  let isHeading = false;
  for (const token of markdown.parse(text, {})) {
    line = token.map ? token.map[0] + 1 : line;
    if (token.type === 'heading_open') isHeading = true;
    else if (token.type === 'fence') add('block', token.content, token.info.trim());
    else if (token.type === 'html_block')
      for (const address of addressesIn(token.content)) add('link', address);
    else if (token.type === 'inline') {
      const children = token.children ?? [];
      if (isHeading) {
        section += 1;
        add('heading', words(children));
      }
      isHeading = false;
      for (const child of children) {
        if (child.type === 'code_inline') add('code', child.content);
        else if (child.type === 'link_open') add('link', child.attrGet('href') ?? '');
        else if (child.type === 'image') add('link', child.attrGet('src') ?? '');
        else if (child.type === 'html_inline')
          for (const address of addressesIn(child.content)) add('link', address);
      }
    }
  }
  return pieces;
};

/** Each page in Markdown that is committed. */
export const pages = (): Page[] =>
  committedFiles()
    .filter((file) => file.endsWith('.md'))
    .map((file) => ({ file, pieces: piecesOf(readFileSync(path.join(ROOT, file), 'utf8')) }));
