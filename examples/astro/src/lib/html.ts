import type { Element, Properties, Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { sanitize, type Schema } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import { SKIP, visit } from 'unist-util-visit';

/** Hosts of players; the content security policy in layouts/Page.astro has the same. */
const PLAYERS = new Set(['www.youtube-nocookie.com', 'www.youtube.com', 'player.vimeo.com']);

/** What players may do: no more than play, and open the film's own page. */
const SANDBOX = [
  'allow-scripts',
  'allow-same-origin',
  'allow-presentation',
  'allow-popups',
  'allow-popups-to-escape-sandbox',
];

/** What articles are made of. Whatever is not listed is taken out, its text kept. */
const SCHEMA: Schema = {
  tagNames: (
    'a abbr article aside b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em ' +
    'figcaption figure footer h1 h2 h3 h4 h5 h6 header hr i iframe img ins kbd li mark ol p pre q s samp section small ' +
    'span strong sub summary sup table tbody td tfoot th thead time tr u ul var wbr'
  ).split(' '),
  attributes: {
    '*': ['dir', 'id', 'lang', 'title'],
    a: ['href', 'hrefLang', 'rel'],
    code: [['className', /^language-[\w+-]+$/]],
    col: ['span'],
    colgroup: ['span'],
    del: ['cite', 'dateTime'],
    details: ['open'],
    iframe: ['allowFullScreen', 'height', 'src', 'width'],
    img: ['alt', 'height', 'src', 'width'],
    ins: ['cite', 'dateTime'],
    li: ['value'],
    ol: ['reversed', 'start', 'type'],
    td: ['colSpan', 'headers', 'rowSpan'],
    th: ['colSpan', 'headers', 'rowSpan', 'scope'],
    time: ['dateTime'],
  },
  protocols: {
    cite: ['http', 'https'],
    href: ['http', 'https', 'mailto', 'tel'],
    src: ['http', 'https'],
  },
  // An id of an article could hide a global of a script that bears the same name.
  clobber: ['id', 'headers'],
  clobberPrefix: 'content-',
  // Of these not even the text is kept.
  strip: 'embed form math noscript object script select style svg template textarea title'.split(' '),
};

interface Options {
  /** `h2` where the page has its title as `h1` already: headings of the first level become second. */
  highestHeading: 'h1' | 'h2';
}

/**
 * HTML of the content server as it may stand in a page: without scripts, styles, forms, foreign frames and anything else
 * that is not text, tables, images and videos. It is parsed as browsers parse it, checked as a tree, and written anew.
 */
export const safeHtml = (html: string, { highestHeading }: Options): string => {
  const tree = sanitize(fromHtml(html, { fragment: true }), SCHEMA) as Root;
  visit(tree, 'element', (element, index, parent) => {
    if (!parent || index === undefined) return undefined;
    if (element.tagName === 'h1' && highestHeading === 'h2') element.tagName = 'h2';
    if (element.tagName === 'a') keepWithinPage(element);
    if (element.tagName === 'img') Object.assign(element.properties, { loading: 'lazy', decoding: 'async' });
    if (element.tagName === 'pre') element.properties['tabIndex'] = 0;
    if (element.tagName === 'iframe') {
      if (!isPlayer(element)) {
        parent.children.splice(index, 1);
        return [SKIP, index];
      }
      Object.assign(element.properties, framed(element));
    }
    if (element.tagName === 'table') parent.children[index] = scrolling(element);
    return undefined;
  });
  return toHtml(tree);
};

/** True when the HTML, which `safeHtml` has written, brings a title of its own. */
export const hasTitle = (html: string): boolean => html.includes('<h1');

/** The ids that links within the article lead to have a prefix now. */
const keepWithinPage = ({ properties }: Element): void => {
  const { href } = properties;
  if (typeof href === 'string' && /^#./.test(href)) properties['href'] = `#content-${href.slice(1)}`;
};

const isPlayer = ({ properties: { src } }: Element): boolean =>
  typeof src === 'string' && URL.canParse(src) && PLAYERS.has(new URL(src).host);

const framed = ({ properties }: Element): Properties => ({
  title: properties['title'] || 'Video',
  loading: 'lazy',
  referrerPolicy: 'strict-origin-when-cross-origin',
  sandbox: SANDBOX,
});

/** Wide tables scroll by themselves, with the keyboard too, and not the page. */
const scrolling = (table: Element): Element => ({
  type: 'element',
  tagName: 'div',
  properties: { className: ['scroller'], tabIndex: 0, role: 'group', ariaLabel: 'Table' },
  children: [table],
});

/**
 * HTML for readers of feeds, who see it away from the website: safe, without frames, with absolute addresses.
 * @param base the address of the article
 */
export const feedHtml = (html: string, base: string): string => {
  const tree = sanitize(fromHtml(html, { fragment: true }), SCHEMA) as Root;
  visit(tree, 'element', (element, index, parent) => {
    const { tagName, properties } = element;
    if (tagName === 'iframe' && parent && index !== undefined) {
      parent.children.splice(index, 1);
      return [SKIP, index];
    }
    if (tagName === 'a') keepWithinPage(element);
    for (const name of ['href', 'src', 'cite']) {
      const address = properties[name];
      if (typeof address === 'string' && URL.canParse(address, base)) {
        properties[name] = new URL(address, base).href;
      }
    }
    return undefined;
  });
  return toHtml(tree);
};
