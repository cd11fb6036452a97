import { lowerAscii } from './lower-ascii';

/** Names of shortcodes that show code, of SyntaxHighlighter, Crayon, Enlighter and what is like them. */
const ANY = 'code|sourcecode|source|highlight|crayon|enlighter|prettify|cc[ibne]?|plain|text';
/** Those that are a language. */
const LANGUAGES =
  'php|js|jscript|javascript|typescript|ts|css|sass|scss|less|html|xhtml|xml|python|py|java|javafx|bash|shell|sh|sql|ruby|rb|csharp|cpp|c|' +
  'go|perl|scala|ps|powershell|diff|patch|vb|vbnet|as3|actionscript3|swift|groovy|objc|json|yaml|r|matlab|latex|tex|delphi|pascal|erlang|' +
  'coldfusion|cf|clojure|fsharp|haskell|kotlin|lua|rust|arduino|cc[ibne]?_[a-z0-9+#-]{1,20}';
/**
 * What is no text comes first, so that nothing in it is taken for a shortcode: comments, elements that keep their inside, tags.
 * Each ends at the next `<` at the latest, so that the time grows with the length of the text.
 */
const NEXT = new RegExp(
  `<!--|<(pre|script|style|textarea|svg|math)(?=[\\s/>])|<[a-z/](?:"[^"<]*"|'[^'<]*'|[^<>"'])*>|\\[(${ANY}|${LANGUAGES})((?:\\s|=)(?:"[^"\\n]*"|'[^'\\n]*'|[^\\]["'])*)?\\]`,
  'gi',
);
/** A block begins or ends: no code goes beyond it. */
const BLOCK = /<!--\s+\/?wp:/;
const LANGUAGE =
  /(?:^|\b(?:language|lang)\s*)=\s*(?:["'“”„″‘’]|&(?:quot|#0?3[49]|#82(?:1[67]|2[01]|4[23]));)*([\w+#-]+)/i;
/** Names that say no language. */
const PLAIN = new RegExp(`^(?:${ANY})$`);
/** Themes call other things so, of which only code has a language or several lines. */
const OTHER_THINGS = /^(?:highlight|source)$/;
const LOOKED_AT = 1_000;
/**
 * WP-Syntax and its like show what is in such an element as code, unless that is escaped already. People's languages are said in the same
 * attribute.
 */
const PRE_OF_CODE = new RegExp(
  `^<pre\\s(?![^>]*\\bescaped\\s*=\\s*["']?true)[^>]*?\\blang\\s*=\\s*["']?(?:${LANGUAGES}|html4strict|java5|c#|asp|apache|ini)["'\\s>]`,
  'i',
);
/** CodeColorer has the language in the name, and code within a line. */
const CODE_COLORER = /^cc([ibne]?)(?:_(.+))?$/;

/**
 * Code between shortcodes as the element for code: its line breaks are its own, and what is in it is no HTML.
 * One that nothing closes within its block is text, and so is one that is only written about.
 */
export const withCode = (stored: string): string => {
  if (!stored.includes('[/') && !/<pre\s[^>]*lang/i.test(stored)) return stored;
  const small = lowerAscii(stored);
  const endOf = createEnds(small);
  const parts: string[] = [];
  let done = 0;
  const next = new RegExp(NEXT);
  for (let found = next.exec(stored); found; found = next.exec(stored)) {
    const [all, kept, written, attributes = ''] = found;
    if (written === undefined) {
      const end = all === '<!--' ? '-->' : kept === undefined ? null : `</${kept.toLowerCase()}`;
      const at = end === null ? null : endOf(end, next.lastIndex);
      const code = at === null ? null : preOfCode(stored, found.index, at);
      if (code !== null && at !== null) {
        parts.push(stored.slice(done, found.index), code);
        done = stored.indexOf('>', at) + 1;
      }
      next.lastIndex = at ?? next.lastIndex;
      continue;
    }
    const name = written.toLowerCase();
    const from = found.index + all.length;
    const isMeant =
      !attributes.trimEnd().endsWith('/') &&
      (PLAIN.test(name) || attributes !== '' || beginsLine(stored, found.index));
    const close = isMeant ? endOf(`[/${name}]`, from) : null;
    if (close === null) continue;
    const end = close - name.length - 3;
    const isOther = OTHER_THINGS.test(name) && !LANGUAGE.test(attributes);
    // Not all of it is looked at: there may be many, one in the other.
    if (isOther && !/\S\s*\n\s*\S/.test(stored.slice(from, Math.min(end, from + LOOKED_AT)))) continue;
    const inside = stored.slice(from, end);
    if (BLOCK.test(inside)) continue;
    if (stored[found.index - 1] === '[') {
      // `[[code]…[/code]]` is how one writes about it.
      if (stored[close] !== ']') continue;
      parts.push(
        stored.slice(done, found.index - 1),
        `&#91;${all.slice(1)}${asText(inside)}&#91;/${written}]`,
      );
      done = close + 1;
      next.lastIndex = done;
      continue;
    }
    const [, way, ofColorer] = CODE_COLORER.exec(name) ?? [];
    const language =
      LANGUAGE.exec(attributes)?.[1]?.toLowerCase() ?? ofColorer ?? (PLAIN.test(name) ? '' : name);
    const mark = language === '' ? '' : ` class="language-${language}"`;
    const code = `<code${mark}>${asText(withoutTypedBreaks(inside).replace(/^\r?\n|\r?\n$/g, ''))}</code>`;
    const around = way === 'i' ? null : paragraphAround(stored, found.index, close, done);
    parts.push(stored.slice(done, around?.from ?? found.index), way === 'i' ? code : `<pre>${code}</pre>`);
    done = around?.to ?? close;
    next.lastIndex = done;
  }
  return parts.join('') + stored.slice(done);
};

/** Where the next of a text ends, after a place; null for none. It is not looked for again before the place where it is. */
const createEnds = (small: string) => {
  const found = new Map<string, number>();
  return (text: string, from: number): number | null => {
    const known = found.get(text);
    const at = known === undefined || (known !== -1 && known < from) ? small.indexOf(text, from) : known;
    found.set(text, at);
    return at === -1 ? null : at + text.length;
  };
};

/**
 * An element of code whose text was typed as such.
 * @param at the place of its tag; null for any other element
 * @param end after the name in the tag that ends it
 */
const preOfCode = (stored: string, at: number, end: number): string | null => {
  const opening = stored.slice(at, stored.indexOf('>', at) + 1);
  const inside = stored.slice(at + opening.length, end - '</pre'.length);
  if (!PRE_OF_CODE.test(opening) || !stored.includes('>', end) || BLOCK.test(inside)) return null;
  const language = LANGUAGE.exec(opening)?.[1]?.toLowerCase() ?? '';
  return `<pre><code class="language-${language}">${asText(inside.replace(/^\r?\n|\r?\n$/g, ''))}</code></pre>`;
};

/** A paragraph that has nothing else in it, as the visual editor puts around all it has: `<pre>` is in none. */
const paragraphAround = (
  stored: string,
  from: number,
  to: number,
  least: number,
): { from: number; to: number } | null => {
  const [before] = /<p>\s*$/i.exec(stored.slice(Math.max(least, from - 20), from)) ?? [];
  const [after] = /^\s*<\/p>/i.exec(stored.slice(to, to + 20)) ?? [];
  return before && after ? { from: from - before.length, to: to + after.length } : null;
};

/** Code that was typed in the visual editor has line breaks as tags, and its own signs as entities. */
const withoutTypedBreaks = (code: string): string => {
  const tags: string[] = code.match(/<[^>]*>?/g) ?? [];
  const areTyped = tags.length > 0 && tags.every((tag) => /^<(?:br\s*\/?|\/?p)>$/i.test(tag));
  const endLines = !/<br\s*\/?>[ \t]*[^\s<]/i.test(code);
  if (!areTyped || !(/&lt;|&gt;/.test(code) || endLines)) return code;
  return code
    .replace(/<br\s*\/?>(?:\r?\n)?/gi, '\n')
    .replace(/<\/p>\s*<p>/gi, '\n\n')
    .replace(/<\/?p>/gi, '');
};

/** True at the start of a line, or after the tag that opens a paragraph. */
const beginsLine = (text: string, at: number): boolean =>
  /(?:^|\n|>)[ \t]*$/.test(text.slice(Math.max(0, at - 80), at));

/** Plugins store entities as such, and signs as they were typed. */
const asText = (code: string): string =>
  code
    .replace(/&(?!(?:[a-z][a-z0-9]{1,31}|#\d{1,7}|#x[0-9a-f]{1,6});)/gi, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
