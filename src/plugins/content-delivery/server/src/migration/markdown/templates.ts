import { outsideOfCode } from './code-blocks';
import { SHOWN, type Written } from './written';
import { escapeAttribute } from '../../platform/html/references';

/** What a text needs to know of the old website. */
export interface Place {
  /** The path before all others, without a slash at its end. */
  path: string;
  /** Protocol and host. */
  origin: string;
  /** Whether templates are filled in blocks of code too, as Jekyll does. */
  isJekyll: boolean;
  /** The address of the post that a file or the name of a file is; null for none. */
  addressOfPost(name: string): string | null;
}

/** Bounded, so that time grows with the text alone. */
const TEMPLATE = /`[^`\n]*`|\{\{[<%]([^{}]{0,2000})[%>]\}\}|\{%([^{}]{0,2000})%\}|\{\{([^{}]{0,2000})\}\}/g;
/** Attributes that kramdown gives to what stands before them. */
const ATTRIBUTES =
  /`[^`\n]*`|\{:[ ]?(?:[#.][\w-]{1,100}|[\w-]{1,50}=(?:"[^"\n{}]{0,500}"|'[^'\n{}]{0,500}')|toc|[ ]){1,20}\}/g;
/** How Hugo shows a shortcode instead of filling it, in code too. */
const SHOWN_SHORTCODE = /\{\{([<%])\/\*([^{}]{0,2000}?)\*\/([>%])\}\}/g;
/** What stands before an address that is whole already. */
const BEFORE_ADDRESS =
  /(?:\{\{-?\s{0,9}site\.(?:url|baseurl)\s{0,9}-?\}\}){1,3}(?=\{%-?\s{0,9}(?:post_url|link)\s)/g;
const CODE_START =
  /\{%-?\s{0,9}highlight\s{1,9}([\w+#-]+)[^%{}]{0,200}%\}|\{\{<\s{0,9}highlight\s{1,9}"?([\w+#-]+)[^<>{}]{0,200}>\}\}/g;
const CODE_END = /\{%-?\s{0,9}endhighlight\s{0,9}-?%\}|\{\{<\s{0,9}\/\s{0,9}highlight\s{0,9}>\}\}/g;

/** What readers of the old website did not see. */
const COMMENT_START = /\{%-?\s{0,9}comment\s{0,9}-?%\}|\{\{-?\/\*/g;
const COMMENT_END = /\{%-?\s{0,9}endcomment\s{0,9}-?%\}|\*\/-?\}\}/g;

/** A comment without an end is none. */
const withoutComments = (text: string): string => {
  let written = '';
  let at = 0;
  for (;;) {
    COMMENT_START.lastIndex = at;
    const start = COMMENT_START.exec(text);
    if (!start) return written + text.slice(at);
    COMMENT_END.lastIndex = COMMENT_START.lastIndex;
    if (!COMMENT_END.exec(text)) return written + text.slice(at);
    written += text.slice(at, start.index);
    at = COMMENT_END.lastIndex;
  }
};

/** Marks of text that is no template. */
const RAW = /^[ \t]*\{%-?\s{0,9}(?:end)?raw\s{0,9}-?%\}[ \t]*\n|\{%-?\s{0,9}(?:end)?raw\s{0,9}-?%\}/gm;

/** Blocks of code of Jekyll and Hugo, as Markdown has them. */
const withFences = (text: string): string => {
  let written = '';
  let at = 0;
  CODE_START.lastIndex = 0;
  for (let start = CODE_START.exec(text); start; start = CODE_START.exec(text)) {
    if (text[start.index - 1] === '`') continue;
    CODE_END.lastIndex = CODE_START.lastIndex;
    const end = CODE_END.exec(text);
    if (!end) break;
    const code = text
      .slice(CODE_START.lastIndex, end.index)
      .replace(RAW, '')
      .replace(/^\n/, '')
      .replace(/\n$/, '');
    let fence = '```';
    for (const [run] of code.matchAll(/`+/g)) if (run.length >= fence.length) fence = `${run}\``;
    written += `${text.slice(at, start.index)}\n${fence}${start[1] ?? start[2] ?? ''}\n${code}\n${fence}\n`;
    at = CODE_END.lastIndex;
    CODE_START.lastIndex = at;
  }
  return written + text.slice(at);
};

const attributesIn = (text: string): Map<string, string> =>
  new Map(
    Array.from(text.matchAll(/([\w-]+)=(?:"([^"]*)"|'([^']*)'|(\S+))/g), ([, name = '', a, b, c]) => [
      name,
      a ?? b ?? c ?? '',
    ]),
  );

const figure = (text: string): string => {
  const attributes = attributesIn(text);
  const caption = attributes.get('caption') ?? attributes.get('title') ?? '';
  const image = `<img src="${escapeAttribute(attributes.get('src') ?? '')}" alt="${escapeAttribute(attributes.get('alt') ?? '')}">`;
  const below = caption === '' ? '' : `<figcaption>${escapeAttribute(caption)}</figcaption>`;
  return `<figure>${image}${below}</figure>`;
};

const unquoted = (text: string): string => text.trim().replace(/^(["'])(.*)\1$/s, '$2');

/** Null where it means nothing here. */
const hugo = (inside: string, place: Place): string | null => {
  const [name = ''] = inside.trim().split(/\s/);
  const rest = inside.trim().slice(name.length).trim();
  const id = unquoted(rest);
  switch (name) {
    case 'figure':
      return figure(rest);
    case 'ref':
    case 'relref':
      return place.addressOfPost(id);
    case 'youtube':
      return /^[\w-]+$/.test(id) ? `<https://www.youtube.com/watch?v=${id}>` : null;
    case 'vimeo':
      return /^\d+$/.test(id) ? `<https://vimeo.com/${id}>` : null;
    default:
      return null;
  }
};

const liquidTag = (inside: string, place: Place): string | null => {
  const [name = '', wanted = ''] = inside.replace(/^-|-$/g, '').trim().split(/\s+/);
  if (name === 'raw' || name === 'endraw') return '';
  return name === 'post_url' || name === 'link' ? place.addressOfPost(wanted) : null;
};

const liquidOutput = (inside: string, { path, origin }: Place): string | null => {
  const [value = '', ...filters] = inside
    .replace(/^-|-$/g, '')
    .split('|')
    .map((part) => part.trim());
  const start = new Map([
    ['site.baseurl', path],
    ['site.url', origin],
  ]).get(value);
  const text = start ?? (/^(["']).*\1$/s.test(value) ? unquoted(value) : null);
  if (text === null) return null;
  const rooted = text.startsWith('/') ? text : `/${text}`;
  if (filters.length === 0) return text;
  if (filters.length > 1) return null;
  if (filters[0] === 'relative_url') return path + rooted;
  return filters[0] === 'absolute_url' ? origin + path + rooted : null;
};

/**
 * What generators do with a text before it is Markdown: templates of Jekyll (Liquid), shortcodes of Hugo, attributes of
 * kramdown. What needs the generator stays as it is.
 */
export const withoutTemplates = (text: string, place: Place): Written => {
  const left = new Set<string>();
  const leave = (written: string): string => {
    left.add(written.slice(0, SHOWN));
    return written;
  };
  const change = (part: string): string =>
    withoutComments(part)
      .replace(BEFORE_ADDRESS, '')
      .replace(TEMPLATE, (whole, shortcode?: string, tag?: string, output?: string) => {
        if (whole.startsWith('`') || shortcode?.startsWith('/*')) return whole;
        const known =
          shortcode !== undefined
            ? hugo(shortcode, place)
            : tag !== undefined
              ? liquidTag(tag, place)
              : liquidOutput(output ?? '', place);
        return known ?? leave(whole);
      });
  const withoutAttributes = (part: string): string =>
    part.replace(ATTRIBUTES, (whole) => {
      if (whole.startsWith('`')) return whole;
      leave(whole);
      return '';
    });
  if (!place.isJekyll) {
    const changed = outsideOfCode(outsideOfCode(text, withFences), change);
    return { text: changed.replace(SHOWN_SHORTCODE, '{{$1$2$3}}'), left };
  }
  // Jekyll reads templates before it looks for code.
  const fenced = outsideOfCode(withoutComments(text), withFences);
  const written = outsideOfCode(outsideOfCode(fenced, change), withoutAttributes);
  return { text: written.replace(RAW, ''), left };
};
