/**
 * HTML in pieces that add up to it again, byte for byte. This is no parser: it only has to tell text, whose line
 * breaks may mean paragraphs, from everything whose line breaks mean nothing. Time grows with the length of the
 * text, whatever is in it.
 */

export type Token =
  | { kind: 'text'; raw: string }
  | { kind: 'tag'; raw: string; name: string; isClosing: boolean }
  | { kind: 'comment'; raw: string }
  /** An element whose inside is not looked at: `<pre>` … `</pre>`. */
  | { kind: 'kept'; raw: string; name: string }
  | ShortcodeToken
  /** HTML that this project has made. A figure is a block, a link is part of a paragraph. */
  | { kind: 'made'; raw: string; isFigure: boolean };

export type Tag = Extract<Token, { kind: 'tag' }>;

export interface ShortcodeToken {
  kind: 'shortcode';
  raw: string;
  name: string;
  attributes: Map<string, string>;
  /** What is between it and its closing tag; null without one. */
  inner: string | null;
}

/** Their line breaks are their own. */
const KEPT: ReadonlySet<string> = new Set(['pre', 'script', 'style', 'textarea', 'svg', 'math']);
/** For HTML these go to the end of the text when nothing closes them. */
const SWALLOWING: ReadonlySet<string> = new Set(['script', 'style', 'textarea']);

/** The shortcodes of WordPress itself that need no WordPress. */
const SHORTCODE = 'caption|wp_caption|gallery|embed|audio|video';
/** Those among them. */
export const isOfWordPress = (name: string): boolean => SHORTCODE.split('|').includes(name);
const ENCLOSING: ReadonlySet<string> = new Set(['caption', 'wp_caption', 'embed', 'audio', 'video']);

const BEGINNING = new RegExp(`<(?=[a-z/!?])|\\[(?=\\[?(?:${SHORTCODE})[\\s\\]/])`, 'gi');
const TAG_NAME = /<\/?([a-z][a-z0-9:-]*)/iy;
const SHORTCODE_TAG = new RegExp(`\\[(${SHORTCODE})(?![\\w-])([^\\][]*)\\]`, 'y');

export const tokenize = (html: string): Token[] => new Tokenizer(html).run();

class Tokenizer {
  private readonly tokens: Token[] = [];
  private readonly lastEnd: number;
  /** The position of the last end of a comment, so that the search after it is not repeated. */
  private readonly lastCommentEnd: number;
  /** Off once a quotation mark was never closed: then tags end at the next `>`. */
  private heedsQuotes = true;
  /** Names of elements that nothing closes any more. */
  private readonly unclosed = new Set<string>();
  /** Where the closing tag of a shortcode was seen last, so that the search is not repeated. */
  private readonly closings = new Map<string, number>();
  private textFrom = 0;

  constructor(private readonly html: string) {
    this.lastEnd = html.lastIndexOf('>');
    this.lastCommentEnd = html.lastIndexOf('-->');
  }

  run(): Token[] {
    const { html } = this;
    const beginning = new RegExp(BEGINNING);
    for (let at = this.next(beginning, 0); at !== -1;) {
      const isEscaped = html[at] === '[' && html[at + 1] === '[';
      const end = isEscaped ? this.escaped(at) : html[at] === '[' ? this.shortcode(at) : this.markup(at);
      at = this.next(beginning, end ?? at + 1);
    }
    this.endText(html.length);
    return this.tokens;
  }

  private next(beginning: RegExp, from: number): number {
    beginning.lastIndex = from;
    return beginning.exec(this.html)?.index ?? -1;
  }

  /** @returns where the token that begins here ends; null when this is text */
  private markup(at: number): number | null {
    if (at > this.lastEnd) return null;
    if (this.html.startsWith('<!--', at) && at + 2 <= this.lastCommentEnd) {
      const close = this.html.indexOf('-->', at + 2);
      return this.add(at, close + 3, (raw) => ({ kind: 'comment', raw }));
    }
    TAG_NAME.lastIndex = at;
    const name = TAG_NAME.exec(this.html)?.[1]?.toLowerCase();
    if (name === undefined) {
      if (this.html[at + 1] === '/') return null;
      return this.add(at, this.html.indexOf('>', at) + 1, (raw) => ({ kind: 'comment', raw }));
    }
    const isClosing = this.html[at + 1] === '/';
    const end = this.tagEnd(at);
    if (!isClosing && KEPT.has(name) && this.html[end - 2] !== '/') {
      const closed = this.elementEnd(name, end);
      if (closed !== null) return this.add(at, closed, (raw) => ({ kind: 'kept', raw, name }));
    }
    return this.add(at, end, (raw) => ({ kind: 'tag', raw, name, isClosing }));
  }

  private tagEnd(at: number): number {
    if (this.heedsQuotes) {
      const part = /["'>]/g;
      part.lastIndex = at;
      for (let found = part.exec(this.html); found; found = part.exec(this.html)) {
        if (found[0] === '>') return found.index + 1;
        // Only a quotation mark after "=" begins a value; others are letters of a careless author.
        if (!/=\s*$/.test(this.html.slice(Math.max(at, found.index - 8), found.index))) continue;
        const close = this.html.indexOf(found[0], found.index + 1);
        if (close === -1) break;
        part.lastIndex = close + 1;
      }
      this.heedsQuotes = false;
    }
    return this.html.indexOf('>', at) + 1;
  }

  private elementEnd(name: string, from: number): number | null {
    if (this.unclosed.has(name)) return null;
    const closing = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
    closing.lastIndex = from;
    const at = closing.exec(this.html)?.index ?? -1;
    const end = at === -1 ? -1 : this.html.indexOf('>', at);
    if (end !== -1) return end + 1;
    if (SWALLOWING.has(name)) return this.html.length;
    this.unclosed.add(name);
    return null;
  }

  private shortcode(at: number): number | null {
    SHORTCODE_TAG.lastIndex = at;
    const [opening, name, text] = SHORTCODE_TAG.exec(this.html) ?? [];
    if (opening === undefined || name === undefined || text === undefined) return null;
    const from = at + opening.length;
    const close = text.endsWith('/') || !ENCLOSING.has(name) ? -1 : this.closingOf(name, from);
    const end = close === -1 ? from : close + name.length + 3;
    const inner = close === -1 ? null : this.html.slice(from, close);
    return this.add(at, end, (raw) => ({
      kind: 'shortcode',
      raw,
      name,
      attributes: shortcodeAttributes(text),
      inner,
    }));
  }

  /** -1 when there is none before the next of the same name begins. */
  private closingOf(name: string, from: number): number {
    const known = this.closings.get(name);
    const close =
      known !== undefined && (known === -1 || known >= from) ? known : this.html.indexOf(`[/${name}]`, from);
    this.closings.set(name, close);
    if (close === -1) return -1;
    const another = this.html.indexOf(`[${name}`, from);
    return another !== -1 && another < close ? -1 : close;
  }

  /** `[[gallery]]` is how one writes `[gallery]` without meaning it, and `[[caption]a[/caption]]` the same of one with a closing tag. */
  private escaped(at: number): number | null {
    SHORTCODE_TAG.lastIndex = at + 1;
    const [inside, name = ''] = SHORTCODE_TAG.exec(this.html) ?? [];
    if (inside === undefined) return null;
    let end = at + 1 + inside.length;
    if (this.html[end] !== ']' && ENCLOSING.has(name)) {
      const close = this.closingOf(name, end);
      if (close !== -1) end = close + name.length + 3;
    }
    if (this.html[end] !== ']') return null;
    const raw = this.html.slice(at + 1, end);
    return this.add(at, end + 1, () => ({ kind: 'text', raw }));
  }

  private add(at: number, end: number, make: (raw: string) => Token): number {
    this.endText(at);
    this.tokens.push(make(this.html.slice(at, end)));
    this.textFrom = end;
    return end;
  }

  private endText(at: number): void {
    if (at > this.textFrom) this.tokens.push({ kind: 'text', raw: this.html.slice(this.textFrom, at) });
  }
}

const ATTRIBUTE = /(?<![\w-])([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g;

/** `id="attachment_7" width=300` → names and texts; names in lower case. */
const shortcodeAttributes = (text: string): Map<string, string> =>
  new Map(
    Array.from(text.matchAll(ATTRIBUTE), ([, name = '', double, single, plain]) => [
      name.toLowerCase(),
      double ?? single ?? plain?.replace(/\/$/, '') ?? '',
    ]),
  );

/** Adjacent texts become one, so that line breaks of both count together. */
export const joinTexts = (tokens: readonly Token[]): Token[] => {
  const joined: Token[] = [];
  let texts: string[] = [];
  const end = (): void => {
    if (texts.length > 0) joined.push({ kind: 'text', raw: texts.join('') });
    texts = [];
  };
  for (const token of tokens) {
    if (token.kind === 'text') texts.push(token.raw);
    else {
      end();
      joined.push(token);
    }
  }
  end();
  return joined;
};
