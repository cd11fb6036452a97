/** Directives that take seconds, those that stand alone, and those that may name headers (RFC 9111, 5861 and 8246). */
const SECONDS = ['max-age', 's-maxage', 'stale-while-revalidate', 'stale-if-error'];
const ALONE = [
  'immutable',
  'must-revalidate',
  'must-understand',
  'no-store',
  'no-transform',
  'proxy-revalidate',
  'public',
];
const WITH_HEADERS = ['no-cache', 'private'];
const KNOWN = [...SECONDS, ...ALONE, ...WITH_HEADERS];

const TOKEN = String.raw`[!#$%&'*+.^_\`|~\dA-Za-z-]+`;
const QUOTED = String.raw`"(?:[\t !\x23-\x5b\x5d-\x7e]|\\[\t -~])*"`;
const DIRECTIVE = new RegExp(`^(${TOKEN})(?:=(${TOKEN}|${QUOTED}))?$`);

interface Directive {
  text: string;
  /** In lower case; undefined for what is no directive. */
  name: string | undefined;
  argument: string | undefined;
}

/** What stands between commas, but for those within quotation marks. Empty parts are allowed, and say nothing. */
const directivesOf = (value: string): Directive[] =>
  (value.match(/(?:"(?:\\.|[^"\\])*"|[^,])+/g) ?? [])
    .map((part) => part.trim())
    .filter(Boolean)
    .map((text) => {
      const [, name, argument] = DIRECTIVE.exec(text) ?? [];
      return { text, name: name?.toLowerCase(), argument };
    });

const EXAMPLE = '"public, max-age=0, must-revalidate"';

/** What caches would make nothing of in a value of `Cache-Control`, as the end of a sentence; null where it can work. */
export const cacheControlProblem = (value: string): string | null => {
  const directives = directivesOf(value);
  const odd = directives.find(({ name }) => name === undefined);
  if (odd) return `has "${odd.text}", which is no directive: separate them by commas, such as ${EXAMPLE}.`;
  for (const { text, name = '', argument } of directives) {
    if (SECONDS.includes(name) && !/^(?:\d+|"\d+")$/.test(argument ?? ''))
      return `has "${text}"; ${name} must be followed by seconds, such as ${name}=60.`;
    if (ALONE.includes(name) && argument !== undefined) return `has "${text}"; ${name} must stand alone.`;
  }
  return directives.some(({ name = '' }) => KNOWN.includes(name))
    ? null
    : `is "${value}", which has no directive that caches know; write it such as ${EXAMPLE}.`;
};

/** Directives that are none of HTTP's: of some cache, or mistyped. */
export const unknownDirectives = (value: string): string[] =>
  directivesOf(value).flatMap(({ name = '', text }) => (KNOWN.includes(name) ? [] : [text]));
