import { TokenizerMode, type Token } from 'parse5';
import { HtmlTokenizer } from '../../platform/html/tokenizer';
import { ownOf } from '../../../../contracts/own';

/** What is wrong with a piece of HTML, in words for an editor, and where. Both count from 1. */
export interface HtmlProblem {
  message: string;
  line: number;
  column: number;
}

/** Elements without an end tag. */
const VOID = new Set(
  'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr'.split(
    ' ',
  ),
);
/** Elements whose end tag may be left out: something else ends them. */
const OPTIONAL_END = new Set(
  'html head body p li dt dd rt rp optgroup option colgroup caption thead tbody tfoot tr td th'.split(' '),
);
/** Elements whose content is no markup, and how it is read. */
const PLAIN_CONTENT: Record<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]> = {
  script: TokenizerMode.SCRIPT_DATA,
  style: TokenizerMode.RAWTEXT,
  xmp: TokenizerMode.RAWTEXT,
  iframe: TokenizerMode.RAWTEXT,
  noembed: TokenizerMode.RAWTEXT,
  noframes: TokenizerMode.RAWTEXT,
  title: TokenizerMode.RCDATA,
  textarea: TokenizerMode.RCDATA,
};
/** Mistakes of writing after which a browser shows something else than was meant; it reads past all others. */
const SERIOUS: Record<string, string> = {
  'eof-in-tag': 'A tag is not finished: a quotation mark or ">" is missing.',
  'eof-before-tag-name': 'A tag is not finished.',
  'eof-in-comment': 'A comment is not closed: "-->" is missing.',
  'eof-in-script-html-comment-like-text': 'A script is not closed.',
  'eof-in-cdata': 'A CDATA section is not closed.',
  'duplicate-attribute': 'A tag has the same attribute twice.',
  'missing-attribute-value': 'An attribute has no value after "=".',
  'unexpected-character-in-attribute-name': 'A tag has a stray quotation mark or "<" among its attributes.',
  'unexpected-character-in-unquoted-attribute-value': 'An attribute has a stray quotation mark or "<".',
  'missing-whitespace-between-attributes': 'There is no space between two attributes.',
};

interface OpenElement {
  name: string;
  line: number;
  column: number;
}

/**
 * Looks for what makes a page fall apart: tags that are not finished, elements that are not closed or closed in
 * the wrong order, end tags of nothing. What HTML allows to be left out may be left out.
 * @returns the first problem; null for none
 */
export const htmlProblem = (html: string): HtmlProblem | null => {
  let found: HtmlProblem | null = null;
  const report = (message: string, line: number, column: number): void => {
    found ??= { message, line, column };
  };
  const open: OpenElement[] = [];
  /** How many are open of each name: to look through all of them at each end tag takes long where many are. */
  const openByName = new Map<string, number>();
  const push = (element: OpenElement): void => {
    open.push(element);
    openByName.set(element.name, (openByName.get(element.name) ?? 0) + 1);
  };
  const pop = (): OpenElement | undefined => {
    const element = open.pop();
    if (!element) return undefined;
    const left = (openByName.get(element.name) ?? 1) - 1;
    if (left === 0) openByName.delete(element.name);
    else openByName.set(element.name, left);
    return element;
  };
  /** Depth of `open` at which an SVG or MathML begins, where every element may close itself. */
  let foreign = -1;

  const onStartTag = (token: Token.TagToken): void => {
    const name = token.tagName;
    const inForeign = foreign !== -1;
    const plain = inForeign ? undefined : ownOf(PLAIN_CONTENT, name);
    if (plain !== undefined) tokenizer.state = plain;
    if (inForeign ? token.selfClosing : VOID.has(name)) return;
    const { startLine = 1, startCol = 1 } = token.location ?? {};
    if (name === 'svg' || name === 'math') {
      if (token.selfClosing) return;
      if (!inForeign) foreign = open.length;
    }
    push({ name, line: startLine, column: startCol });
  };

  const onEndTag = (token: Token.TagToken): void => {
    const { startLine = 1, startCol = 1 } = token.location ?? {};
    const name = token.tagName;
    if (!openByName.has(name)) {
      report(`"</${name}>" closes nothing that is open.`, startLine, startCol);
      return;
    }
    let unclosed: OpenElement | null = null;
    let element = pop();
    for (; element && element.name !== name; element = pop()) {
      if (!OPTIONAL_END.has(element.name)) unclosed = element;
    }
    if (unclosed) report(notClosed(unclosed), unclosed.line, unclosed.column);
    const at = open.length;
    if (foreign >= at) foreign = -1;
  };

  const ignore = (): void => undefined;
  const tokenizer = new HtmlTokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag,
      onEndTag,
      onComment: ignore,
      onDoctype: ignore,
      onEof: ignore,
      onCharacter: ignore,
      onNullCharacter: ignore,
      onWhitespaceCharacter: ignore,
      onParseError: ({ code, startLine, startCol }) => {
        const message = SERIOUS[code];
        if (message) report(message, startLine, startCol);
      },
    },
  );
  tokenizer.write(html, true);
  const left = open.find((element) => !OPTIONAL_END.has(element.name));
  if (left) report(notClosed(left), left.line, left.column);
  return found;
};

const notClosed = ({ name }: OpenElement): string => `"<${name}>" is not closed: "</${name}>" is missing.`;
