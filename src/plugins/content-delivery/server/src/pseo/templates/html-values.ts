import { Drop } from 'liquidjs';

/** Text that goes into HTML as it is. Templates compare and search it as the text that it is. */
export class SafeHtml extends Drop {
  constructor(readonly html: string) {
    super();
  }
  get size(): number {
    return this.html.length;
  }
  override toString(): string {
    return this.html;
  }
  toJSON(): string {
    return this.html;
  }
  indexOf(part: unknown): number {
    return this.html.indexOf(String(part));
  }
  *[Symbol.iterator](): Generator<SafeHtml> {
    yield this;
  }
  equals(other: unknown): boolean {
    return (other instanceof SafeHtml ? other.html : other) === this.html;
  }
  gt(other: unknown): boolean {
    return this.html > String(other);
  }
  geq(other: unknown): boolean {
    return this.html >= String(other);
  }
  lt(other: unknown): boolean {
    return this.html < String(other);
  }
  leq(other: unknown): boolean {
    return this.html <= String(other);
  }
}

/** HTML that is a text without tags: what a tag was in is gone. Into JSON goes the text. */
export class PlainHtml extends SafeHtml {}

export const asPlainHtml = (html: string): PlainHtml | string => marked(html, PlainHtml);

/** What the filter `json` makes: text, but in a script, where no entity is read. */
export class Json extends Drop {
  /** @param isRaw it goes into HTML as it is */
  constructor(
    readonly json: string,
    readonly isRaw = false,
  ) {
    super();
  }
  override toString(): string {
    return this.json;
  }
  toJSON(): string {
    return this.json;
  }
}

/** A text that is HTML already; what nothing would be escaped of needs no mark, and stays a text like any other. */
export const asHtml = (html: string): SafeHtml | string => marked(html, SafeHtml);

const marked = (html: string, Kind: typeof SafeHtml): SafeHtml | string =>
  /[&<>"']/.test(html) ? new Kind(html) : html;

const IN_SCRIPT: Record<string, string> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '&': '\\u0026',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
};

/** The same JSON, with nothing in it that could end a script or begin a comment there. */
export const jsonForScript = (json: string): string =>
  json.replace(/[<>&\u2028\u2029]/g, (character) => IN_SCRIPT[character] ?? character);
