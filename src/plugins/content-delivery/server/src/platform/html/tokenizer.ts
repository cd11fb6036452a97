import { Tokenizer, type Token } from 'parse5';

/**
 * parse5's own looks for the name of each attribute among all that the tag has so far: a tag of a hundred thousand
 * took half a minute.
 */
export class HtmlTokenizer extends Tokenizer {
  private tag: Token.TagToken | null = null;
  private names = new Set<string>();

  protected override _leaveAttrName(): void {
    const tag = this.currentToken as Token.TagToken;
    const { name } = this.currentAttr;
    if (tag !== this.tag) {
      this.tag = tag;
      this.names = new Set();
    }
    const isKnown = this.names.has(name);
    this.names.add(name);
    const { attrs } = tag;
    tag.attrs = isKnown ? [this.currentAttr] : [];
    super._leaveAttrName();
    tag.attrs = attrs;
    if (!isKnown) attrs.push(this.currentAttr);
  }
}
