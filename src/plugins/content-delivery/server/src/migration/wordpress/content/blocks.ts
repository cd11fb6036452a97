import { plainText } from '../plain-text';
import { escapeAttribute, escapeText } from '../../../platform/html/references';
import { withParagraphs } from './paragraphs';
import { joinTexts, tokenize, type Token } from '../../html/tokens';
import type { ContentSources, Notices, Room } from './sources';

/** How deep blocks that posts share may contain each other, and how many of them a post may have. */
const MAX_DEPTH = 8;
const MAX_SHARED = 200;

const PAGE_END = /^<!--nextpage-->$/i;
/** Where the teaser in lists ends, and how lists say that it is not to be shown twice. */
const TEASER_END = /^<!--(?:more[^>]*|noteaser)-->$/i;

interface BlockMark {
  /** With its namespace: `core/paragraph`. */
  name: string;
  kind: 'opening' | 'closing' | 'void';
  attributes: Record<string, unknown>;
}

/** `<!-- wp:image {"id":7} -->`; null for any other comment. */
const blockMark = (comment: string): BlockMark | null => {
  let text = comment.slice('<!--'.length, -'-->'.length);
  // WordPress writes a space there, and takes nothing else for a block.
  if (!/^\s/.test(text)) return null;
  text = text.trim();
  const isClosing = text.startsWith('/');
  if (isClosing) text = text.slice(1);
  const name = /^wp:((?:[a-z][a-z0-9_-]*\/)?[a-z][a-z0-9_-]*)(?=[\s/]|$)/.exec(text)?.[1];
  if (name === undefined) return null;
  const isVoid = text.endsWith('/');
  const rest = text.slice(`wp:${name}`.length, isVoid ? -1 : undefined).trim();
  return {
    name: name.includes('/') ? name : `core/${name}`,
    kind: isClosing ? 'closing' : isVoid ? 'void' : 'opening',
    attributes: attributesFrom(rest),
  };
};

const attributesFrom = (json: string): Record<string, unknown> => {
  if (!json.startsWith('{')) return {};
  try {
    return JSON.parse(json) as Record<string, unknown>;
  } catch {
    return {};
  }
};

/** As WordPress writes them to the report: `wp:latest-posts`, `wp:acme/prices`. */
const shortName = (name: string): string => `wp:${name.replace(/^core\//, '')}`;

export interface WithoutBlocks {
  tokens: Token[];
  /** Content with blocks has its paragraphs already. */
  hasBlocks: boolean;
}

/** Removes what only the block editor reads, and puts in what can be known of blocks without content. */
export const withoutBlocks = (
  tokens: readonly Token[],
  sources: ContentSources,
  room: Room,
  notices: Notices,
): WithoutBlocks => new Blocks(sources, room, notices).read(tokens, []);

class Blocks {
  private shared = 0;

  constructor(
    private readonly sources: ContentSources,
    private readonly room: Room,
    private readonly notices: Notices,
  ) {}

  /** @param within the shared blocks that this is the content of */
  read(tokens: readonly Token[], within: readonly string[]): WithoutBlocks {
    const out: Token[] = [];
    let hasBlocks = false;
    /** Where in `out` a shortcode block began. */
    let shortcodesFrom: number | null = null;
    /** The language of code that a block keeps in its comment. */
    let language: string | null = null;
    /** How many blocks are open within one that is hidden, itself among them. */
    let hidden = 0;
    for (const token of tokens) {
      const mark = token.kind === 'comment' ? blockMark(token.raw) : null;
      if (hidden === 0 && mark !== null && isHidden(mark)) {
        this.notices.add('hidden-block', shortName(mark.name));
        hasBlocks = true;
        if (mark.kind === 'opening') hidden = 1;
      } else if (hidden > 0) {
        if (mark?.kind === 'opening') hidden += 1;
        else if (mark?.kind === 'closing') hidden -= 1;
      } else if (mark) {
        hasBlocks = true;
        language = languageOf(mark);
        if (isBound(mark)) this.notices.add('bound-block', shortName(mark.name));
        const menu = menuMark(mark);
        if (menu !== null) {
          if (this.room.take(menu.length)) out.push({ kind: 'made', raw: menu, isFigure: true });
        } else if (mark.kind === 'opening' && hasFields(mark)) {
          this.notices.add('block-fields', shortName(mark.name));
        } else if (mark.kind === 'void') for (const one of this.voidBlock(mark, within)) out.push(one);
        else if (mark.name === 'core/shortcode' && mark.kind === 'opening') shortcodesFrom = out.length;
        else if (mark.name === 'core/shortcode' && shortcodesFrom !== null) {
          for (const one of asParagraphs(out.splice(shortcodesFrom))) out.push(one);
          shortcodesFrom = null;
        }
      } else if (token.kind === 'comment' && PAGE_END.test(token.raw)) {
        this.notices.add('page-break', '<!--nextpage-->');
        // Paragraphs do not span pages.
        if (!hasBlocks) out.push({ kind: 'text', raw: '\n\n' });
      } else if (token.kind === 'comment' && TEASER_END.test(token.raw)) {
        continue;
      } else if (token.kind === 'kept' && token.name === 'pre' && language !== null) {
        out.push({ ...token, raw: asCode(token.raw, language) });
        language = null;
      } else {
        if (hasBlocks && DYNAMIC_TEXT.test(token.raw)) this.notices.add('bound-block', 'with dynamic data');
        out.push(token);
      }
    }
    return { tokens: joinTexts(out), hasBlocks };
  }

  private voidBlock(mark: BlockMark, within: readonly string[]): Token[] {
    const { name, attributes } = mark;
    if (name === 'core/block') return this.sharedBlock(String(attributes['ref']), within);
    if (name === 'core/footnotes' && this.sources.footnotes.length > 0 && !this.room.isFull) {
      const raw = footnotesHtml(this.sources.footnotes);
      if (this.room.take(raw.length)) return [{ kind: 'made', raw, isFigure: true }];
    }
    const link = linkOf(name, attributes);
    if (link !== null && this.room.take(link.length)) return [{ kind: 'made', raw: link, isFigure: true }];
    this.notices.add(hasFields(mark) ? 'block-fields' : 'dynamic-block', shortName(name));
    return [];
  }

  private sharedBlock(ref: string, within: readonly string[]): Token[] {
    const content = within.includes(ref) ? null : this.sources.sharedBlock(ref);
    this.shared += 1;
    const isTooMuch = within.length >= MAX_DEPTH || this.shared > MAX_SHARED;
    if (content === null || isTooMuch || !this.room.take(content.length)) {
      this.notices.add('missing-shared-block', `wp:block ${ref}`);
      return [];
    }
    return this.read(tokenize(content), [...within, ref]).tokens;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Other blocks that have their text in their comment alone. */
const OF_FIELDS =
  /^(?:lazyblock|genesis-custom-blocks|block-lab|divi|carbon-fields|meta-box|toolset-blocks)\/|^(?:rank-math\/(?:faq|howto)-block|uagb\/faq-child)$/;

/** Blocks of Advanced Custom Fields and its like have their text in fields. */
const hasFields = ({ name, kind, attributes }: BlockMark): boolean =>
  isObject(attributes['data']) || (kind === 'void' && OF_FIELDS.test(name));

/** Not shown to anybody, by WordPress itself or the plugin Block Visibility. */
const isHidden = ({ attributes: { metadata, blockVisibility } }: BlockMark): boolean =>
  (isObject(metadata) && metadata['blockVisibility'] === false) ||
  (isObject(blockVisibility) && blockVisibility['hideBlock'] === true);

/** What GenerateBlocks, Stackable and Kadence put a field of the post in place of. */
const DYNAMIC_TEXT =
  /\{\{(?:post|term|user|author|site|option|archive|media|loop|comments?)_\w+[^{}]{0,200}\}\}|!#stk_dynamic|\bkb-inline-dynamic\b/;

/** Shows something else than the text that is stored: a field, or an override of a pattern. */
const isBound = ({ name, kind, attributes }: BlockMark): boolean => {
  if (kind === 'closing') return false;
  if (name === 'core/block') {
    return isObject(attributes['content']) && Object.keys(attributes['content']).length > 0;
  }
  const { metadata } = attributes;
  if (!isObject(metadata) || !isObject(metadata['bindings'])) return false;
  // A text that posts may override is shown as it is where none does.
  return Object.values(metadata['bindings']).some(
    (binding) => !isObject(binding) || binding['source'] !== 'core/pattern-overrides',
  );
};

/** Menus within a text, and entries of them that have others below: what a block says that is no void one. */
const menuMark = ({ name, kind, attributes }: BlockMark): string | null => {
  if (kind === 'void') return null;
  if (name === 'core/navigation') return kind === 'opening' ? '<ul class="wp-block-navigation">' : '</ul>';
  if (name !== 'core/navigation-submenu' && name !== 'core/navigation-link') return null;
  if (kind === 'closing') return '</ul></li>';
  const link = linkOf('core/navigation-link', attributes)?.replace(/<\/li>$/, '');
  const text = typeof attributes['label'] === 'string' ? escapeText(plainText(attributes['label'])) : '';
  return `${link ?? `<li class="wp-block-navigation-item">${text}`}<ul>`;
};

/** Blocks that are a link, and have its address and text in their comment: of social networks, and of menus. */
const linkOf = (name: string, attributes: Record<string, unknown>): string | null => {
  if (name !== 'core/social-link' && name !== 'core/navigation-link') return null;
  const { label, service } = attributes;
  const url = wholeAddress(attributes['url'], service);
  if (!/^(?:https?:\/\/|mailto:|tel:|\/(?!\/)|#.)/i.test(url)) return null;
  const text = [label, service].find((one) => typeof one === 'string' && one.trim() !== '') as
    string | undefined;
  const kind = name === 'core/social-link' ? 'wp-block-social-link' : 'wp-block-navigation-item';
  return `<li class="${kind}"><a href="${escapeAttribute(url)}">${escapeText(plainText(text ?? url))}</a></li>`;
};

/** WordPress completes addresses that people have typed without what they begin with. */
const wholeAddress = (url: unknown, service: unknown): string => {
  if (typeof url !== 'string') return '';
  if (service === 'mail' && /^[^\s@/:]+@[^\s@/:]+$/.test(url)) return `mailto:${url}`;
  return /^[\w-]+(?:\.[\w-]+)+(?:[/?#]|$)/.test(url) ? `https://${url}` : url;
};

/** SyntaxHighlighter and its like. */
const languageOf = ({ name, kind, attributes: { language } }: BlockMark): string | null =>
  kind === 'opening' &&
  /^(?:syntaxhighlighter|codemirror-blocks|prismatic)\//.test(name) &&
  typeof language === 'string'
    ? (/^[\w+#-]+$/.exec(language)?.[0].toLowerCase() ?? null)
    : null;

const asCode = (pre: string, language: string): string =>
  pre.replace(
    /^(<pre[^>]*>)(?!\s*<code)([^]*)(<\/pre\s*>)$/i,
    `$1<code class="language-${language}">$2</code>$3`,
  );

/** A shortcode block is the one block whose text becomes paragraphs. */
const asParagraphs = (tokens: readonly Token[]): Token[] => tokenize(withParagraphs(joinTexts(tokens)));

const footnotesHtml = (footnotes: ContentSources['footnotes']): string => {
  const items = footnotes.map(
    ({ id, content }, index) =>
      `<li id="${id}">${content} <a href="#${id}-link" aria-label="Jump to footnote reference ${index + 1}">↩︎</a></li>`,
  );
  return `<ol class="wp-block-footnotes">${items.join('')}</ol>`;
};
