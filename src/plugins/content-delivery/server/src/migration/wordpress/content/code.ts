/** Shortcodes of plugins that show code: SyntaxHighlighter, Crayon, Enlighter and what is like them. */
const OPENING =
  /\[(code|sourcecode|source|highlight|crayon|enlighter|prettify|cc|php|js|javascript|css|html|xml|python|py|java|bash|shell|sql|ruby|csharp|cpp|plain)((?:\s[^\][]*)?)\]/gi;
const LANGUAGE = /\b(?:language|lang)\s*=\s*["']?([\w+#-]+)/i;
/** Names that say no language. */
const PLAIN: ReadonlySet<string> = new Set([
  'code',
  'sourcecode',
  'source',
  'highlight',
  'crayon',
  'enlighter',
  'prettify',
  'cc',
  'plain',
]);

/**
 * Code between shortcodes as the element for code: its line breaks are its own, and what is in it is no HTML.
 * One that nothing closes is text.
 */
export const withCode = (stored: string): string => {
  if (!stored.includes('[/')) return stored;
  const small = stored.toLowerCase();
  /** Names that nothing closes any more, so that the search is not repeated. */
  const unclosed = new Set<string>();
  const parts: string[] = [];
  let done = 0;
  const opening = new RegExp(OPENING);
  for (let found = opening.exec(stored); found; found = opening.exec(stored)) {
    const [all, written = '', attributes = ''] = found;
    const name = written.toLowerCase();
    const isEscaped = stored[found.index - 1] === '[';
    if (isEscaped || unclosed.has(name) || attributes.trimEnd().endsWith('/')) continue;
    const from = found.index + all.length;
    const close = small.indexOf(`[/${name}]`, from);
    if (close === -1) {
      unclosed.add(name);
      continue;
    }
    const language = LANGUAGE.exec(attributes)?.[1]?.toLowerCase() ?? (PLAIN.has(name) ? '' : name);
    const code = stored.slice(from, close).replace(/^\r?\n|\r?\n$/g, '');
    const mark = language === '' ? '' : ` class="language-${language}"`;
    parts.push(stored.slice(done, found.index), `<pre><code${mark}>${asText(code)}</code></pre>`);
    done = close + name.length + 3;
    opening.lastIndex = done;
  }
  return parts.join('') + stored.slice(done);
};

/** Plugins store entities as such, and signs as they were typed. */
const asText = (code: string): string =>
  code
    .replace(/&(?!(?:[a-z][a-z0-9]{1,31}|#\d{1,7}|#x[0-9a-f]{1,6});)/gi, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
