/** Code that would lose its indentation and empty lines as paragraphs. */
export interface PlainCode {
  /** Of a single line, it is code in a line of text. */
  text: string;
  language: string | null;
}

/** Type of the clipboard in which VS Code and its like say what they have copied. */
export const CODE_EDITOR = 'vscode-editor-data';

/** In which people write texts, not code. */
const WRITING = new Set(['plaintext', 'markdown', 'latex', 'restructuredtext']);

/** What a line ends or is like whose block comes below it, farther in. Nobody writes a sentence like that. */
const OPENINGS = [
  /(?:[{([]|=>)$/,
  /^\s*(?:async )?(?:class|def|elif|else|except|finally|for|if|try|while|with)\b.*:$/,
  /^\s*<[a-zA-Z][^<>]*>$/,
];

const indentOf = (line: string): number => /^[ \t]*/.exec(line)?.[0].length ?? 0;

const hasBlocks = (lines: readonly string[]): boolean => {
  const written = lines.map((line) => line.trimEnd()).filter((line) => line !== '');
  return written.some((line, at) => {
    const next = written[at + 1];
    return (
      next !== undefined && indentOf(next) > indentOf(line) && OPENINGS.some((opening) => opening.test(line))
    );
  });
};

/** @returns the language of code that an editor names; undefined where the clipboard is of something else */
const languageIn = (editorData: string): string | undefined => {
  try {
    const mode = (JSON.parse(editorData) as { mode?: unknown } | null)?.mode;
    return typeof mode === 'string' && /^[\w+#.-]+$/.test(mode) && !WRITING.has(mode) ? mode : undefined;
  } catch {
    return undefined;
  }
};

/**
 * Code that comes as text: an editor of code says so, or blocks are indented below what opens them. Anything else is read as
 * paragraphs; a guess would take verses and lists for code.
 * @param editorData what the clipboard has as `CODE_EDITOR`; empty for nothing
 */
export const plainCodeIn = (text: string, editorData: string): PlainCode | null => {
  const lines = text
    .replace(/\r\n?/g, '\n')
    .replace(/^\n+|\s+$/g, '')
    .split('\n');
  const language = languageIn(editorData);
  if (language === undefined && !hasBlocks(lines)) return null;
  return { text: lines.length === 1 ? text.trim() : lines.join('\n'), language: language ?? null };
};
