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
const LANGUAGE = /(?:^|\b(?:language|lang)\s*)=\s*["']?([\w+#-]+)/i;
/** Names that say no language. */
const PLAIN = new RegExp(`^(?:${ANY})$`);
/** CodeColorer has the language in the name, and code within a line. */
const CODE_COLORER = /^cc([ibne]?)(?:_(.+))?$/;

/**
 * Code between shortcodes as the element for code: its line breaks are its own, and what is in it is no HTML.
 * One that nothing closes within its block is text, and so is one that is only written about.
 */
export const withCode = (stored: string): string => {
  if (!stored.includes('[/')) return stored;
  const small = stored.toLowerCase();
  const endOf = createEnds(small);
  const parts: string[] = [];
  let done = 0;
  const next = new RegExp(NEXT);
  for (let found = next.exec(stored); found; found = next.exec(stored)) {
    const [all, kept, written, attributes = ''] = found;
    if (written === undefined) {
      const end = all === '<!--' ? '-->' : kept === undefined ? null : `</${kept.toLowerCase()}`;
      if (end !== null) next.lastIndex = endOf(end, next.lastIndex) ?? next.lastIndex;
      continue;
    }
    const name = written.toLowerCase();
    const from = found.index + all.length;
    const isMeant =
      !attributes.trimEnd().endsWith('/') &&
      (PLAIN.test(name) || attributes !== '' || beginsLine(stored, found.index));
    const close = isMeant ? endOf(`[/${name}]`, from) : null;
    if (close === null) continue;
    const inside = stored.slice(from, close - name.length - 3);
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

/** Where the next of a text ends, behind a place; null for none. It is not looked for again where there is none any more. */
const createEnds = (small: string) => {
  const missing = new Set<string>();
  return (text: string, from: number): number | null => {
    if (missing.has(text)) return null;
    const at = small.indexOf(text, from);
    if (at === -1) missing.add(text);
    return at === -1 ? null : at + text.length;
  };
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

/** True at the start of a line, or behind the tag that opens a paragraph. */
const beginsLine = (text: string, at: number): boolean =>
  /(?:^|\n|>)[ \t]*$/.test(text.slice(Math.max(0, at - 80), at));

/** Plugins store entities as such, and signs as they were typed. */
const asText = (code: string): string =>
  code
    .replace(/&(?!(?:[a-z][a-z0-9]{1,31}|#\d{1,7}|#x[0-9a-f]{1,6});)/gi, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
