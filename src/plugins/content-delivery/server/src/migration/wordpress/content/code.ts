/** Names of shortcodes that show code, of SyntaxHighlighter, Crayon, Enlighter and what is like them. */
const ANY = 'code|sourcecode|source|highlight|crayon|enlighter|prettify|cc|plain|text';
/** Those that are a language. */
const LANGUAGES =
  'php|js|jscript|javascript|typescript|ts|css|sass|scss|less|html|xhtml|xml|python|py|java|javafx|bash|shell|sh|sql|ruby|rb|csharp|cpp|c|' +
  'go|perl|scala|ps|powershell|diff|patch|vb|vbnet|as3|actionscript3|swift|groovy|objc|json|yaml|r|matlab|latex|tex|delphi|pascal|erlang|' +
  'coldfusion|cf|clojure|fsharp|haskell|kotlin|lua|rust|arduino';
/**
 * What is no text comes first, so that nothing in it is taken for a shortcode: comments, elements that keep their inside, tags.
 * Each ends at the next `<` at the latest, so that the time grows with the length of the text.
 */
const NEXT = new RegExp(
  `<!--|<(pre|script|style|textarea|svg|math)(?=[\\s/>])|<[a-z/](?:"[^"<]*"|'[^'<]*'|[^<>"'])*>|\\[(${ANY}|${LANGUAGES})((?:\\s|=)[^\\][]*)?\\]`,
  'gi',
);
/** A block begins or ends: no code goes beyond it. */
const BLOCK = /<!--\s+\/?wp:/;
const LANGUAGE = /(?:^|\b(?:language|lang)\s*)=\s*["']?([\w+#-]+)/i;
/** Names that say no language. */
const PLAIN: ReadonlySet<string> = new Set(ANY.split('|'));

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
      stored[found.index - 1] !== '[' &&
      !attributes.trimEnd().endsWith('/') &&
      (PLAIN.has(name) || attributes !== '' || beginsLine(stored, found.index));
    const close = isMeant ? endOf(`[/${name}]`, from) : null;
    if (close === null) continue;
    const inside = stored.slice(from, close - name.length - 3);
    if (BLOCK.test(inside)) continue;
    const language = LANGUAGE.exec(attributes)?.[1]?.toLowerCase() ?? (PLAIN.has(name) ? '' : name);
    const mark = language === '' ? '' : ` class="language-${language}"`;
    const code = inside.replace(/^\r?\n|\r?\n$/g, '');
    parts.push(stored.slice(done, found.index), `<pre><code${mark}>${asText(code)}</code></pre>`);
    done = close;
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

/** True at the start of a line, or behind the tag that opens a paragraph. */
const beginsLine = (text: string, at: number): boolean =>
  /(?:^|\n|>)[ \t]*$/.test(text.slice(Math.max(0, at - 80), at));

/** Plugins store entities as such, and signs as they were typed. */
const asText = (code: string): string =>
  code
    .replace(/&(?!(?:[a-z][a-z0-9]{1,31}|#\d{1,7}|#x[0-9a-f]{1,6});)/gi, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
