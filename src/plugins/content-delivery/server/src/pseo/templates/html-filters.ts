import {
  CaptureTag,
  EchoTag,
  Filter,
  filters,
  Output,
  TypeGuards,
  type Context,
  type Emitter,
  type FilterImplOptions,
  type Liquid,
  type Template,
} from 'liquidjs';
import { readHtml } from '../../platform/html/read-html';
import { asHtml, asPlainHtml, Json, jsonForScript, PlainHtml, SafeHtml } from './html-values';
import { forEachInScripts } from './scripts';

/**
 * HTML is escaped where it goes out, and once: what is HTML already, as a filter or a `capture` has made it, is known by its type.
 * What a template says itself in quotation marks is HTML where it is put into HTML.
 */

type FilterHandler = Extract<FilterImplOptions, (...args: never[]) => unknown>;
type Filtering = ThisParameterType<FilterHandler>;

const handlerOf = (name: string): FilterHandler => {
  const filter = (filters as unknown as Record<string, FilterImplOptions>)[name];
  if (typeof filter === 'function') return filter;
  if (filter) return filter.handler;
  throw new Error(`LiquidJS has no filter "${name}" any more.`);
};
const escape = handlerOf('escape');
const escapeOnce = handlerOf('escape_once');
const append = handlerOf('append');

const htmlOf = (filtering: Filtering, value: unknown): string => {
  if (value instanceof SafeHtml) return value.html;
  if (Array.isArray(value)) return value.map((item) => htmlOf(filtering, item)).join('');
  return String(escape.call(filtering, value));
};

/** Of HTML without a tag the text, as filters count and encode it; with tags it stays as it is. */
const textOf = (value: SafeHtml): string => (value.html.includes('<') ? value.html : decoded(value.html));

const decoded = (html: string): string => {
  const text: string[] = [];
  readHtml(html, { onText: (part) => text.push(part) });
  return text.join('');
};

/** Filters that make HTML of text. */
const MAKES_HTML: Record<string, FilterHandler> = {
  raw(value: unknown) {
    if (value instanceof Json) return new Json(value.json, true);
    return isHtml(value) && !Array.isArray(value) ? value : asHtml(String(append.call(this, value, '')));
  },
  newline_to_br(value: unknown) {
    return asHtml(String(handlerOf('newline_to_br').call(this, htmlOf(this, value))));
  },
  escape(value: unknown) {
    return asHtml(htmlOf(this, value));
  },
  xml_escape(value: unknown) {
    return asHtml(htmlOf(this, value));
  },
  escape_once(value: unknown) {
    return value instanceof SafeHtml ? value : asHtml(String(escapeOnce.call(this, value)));
  },
  // What it is given is HTML, and what it leaves may still have half a tag in it.
  strip_html(value: unknown) {
    return asPlainHtml(String(escapeOnce.call(this, handlerOf('strip_html').call(this, value))));
  },
  default(value: unknown, instead: unknown, ...rest: unknown[]) {
    return value instanceof SafeHtml ? value : handlerOf('default').call(this, value, instead, ...rest);
  },
};

/** Filters of which HTML comes out where HTML goes in, with their other texts as HTML. */
const KEEP_HTML = [
  ...['append', 'prepend', 'replace', 'replace_first', 'replace_last', 'split', 'join'],
  ...['remove', 'remove_first', 'remove_last'],
  ...['strip', 'lstrip', 'rstrip', 'strip_newlines', 'squish', 'normalize_whitespace'],
];
const MAKES_JSON = ['json', 'jsonify', 'inspect'];
/** Filters that hand on what they are given, or lists of it. */
const HAND_ON = [
  ...['concat', 'compact', 'first', 'last', 'reverse', 'push', 'pop', 'shift', 'unshift', 'sample'],
];

const isHtml = (value: unknown): boolean =>
  value instanceof SafeHtml || (Array.isArray(value) && value.some((item) => item instanceof SafeHtml));

const keepsHtml = (handler: FilterHandler): FilterHandler =>
  function (value: unknown, ...given: unknown[]) {
    if (!isHtml(value) && !given.some(isHtml)) return handler.call(this, value, ...given);
    const input = Array.isArray(value) ? value.map((item) => htmlOf(this, item)) : htmlOf(this, value);
    const others = given.map((argument, index) =>
      isQuoted(this, index) || typeof argument === 'number' ? argument : htmlOf(this, argument),
    );
    const made: unknown = handler.call(this, input, ...others);
    // Of text without tags comes such a text, unless one is put in.
    const isPlain = value instanceof PlainHtml && !others.some((one) => String(one).includes('<'));
    const mark = isPlain ? asPlainHtml : asHtml;
    return Array.isArray(made) ? made.map((part) => mark(String(part))) : mark(String(made));
  };

const isQuoted = ({ token }: Filtering, index: number): boolean =>
  TypeGuards.isQuotedToken(token.args[index]);

const makesJson = (handler: FilterHandler): FilterHandler =>
  function (value: unknown, ...given: unknown[]) {
    const plain = (one: unknown): unknown => (one instanceof PlainHtml ? textOf(one) : one);
    const json: unknown = handler.call(
      this,
      Array.isArray(value) ? value.map(plain) : plain(value),
      ...given,
    );
    return typeof json === 'string' ? new Json(json) : json;
  };

/** Filters of which a part comes out: half a tag would be none. */
const CUT = ['truncate', 'truncatewords', 'slice'];

/** Cuts, counts and encodes the text of HTML, which is escaped again where it goes out. */
const takesText = (handler: FilterHandler, isCut: boolean): FilterHandler =>
  function (value: unknown, ...given: unknown[]) {
    const plain = (one: unknown): unknown =>
      one instanceof SafeHtml ? textOf(one) : one instanceof Json ? one.json : one;
    const text = isCut && value instanceof SafeHtml ? decoded(value.html) : plain(value);
    return handler.call(this, text, ...given.map(plain)) as unknown;
  };

/** What goes out, anywhere but in a script. */
export function htmlOutput(this: unknown, value: unknown): string {
  if (value instanceof Json && value.isRaw) return value.json;
  return htmlOf(this as Filtering, value);
}

function scriptOutput(this: unknown, value: unknown): string {
  return value instanceof Json ? jsonForScript(value.json) : htmlOf(this as Filtering, value);
}

class HtmlCaptureTag extends CaptureTag {
  override *render(context: Context): Generator<unknown, void, string> {
    yield* super.render(context);
    const scope = context.bottom() as Record<string, unknown>;
    scope[this.variable] = asHtml(String(scope[this.variable]));
  }
}

class HtmlEchoTag extends EchoTag {
  isInScript = false;
  override *render(context: Context, emitter: Emitter): Generator<unknown, void, unknown> {
    const [value] = this.arguments() as Iterable<Output['value']>;
    if (!value) return;
    const output = this.isInScript ? scriptOutput : htmlOutput;
    emitter.write(
      output.call({ context, token: this.token, liquid: this.liquid }, yield value.value(context, false)),
    );
  }
}

/** Gives an engine whose output is `htmlOutput` its filters and tags. */
export const registerHtml = (liquid: Liquid): void => {
  for (const name of Object.keys(filters)) {
    const handler = handlerOf(name);
    const made = MAKES_HTML[name];
    if (made) liquid.registerFilter(name, made);
    else if (MAKES_JSON.includes(name)) liquid.registerFilter(name, makesJson(handler));
    else if (KEEP_HTML.includes(name)) liquid.registerFilter(name, keepsHtml(handler));
    else if (!HAND_ON.includes(name)) liquid.registerFilter(name, takesText(handler, CUT.includes(name)));
  }
  liquid.registerTag('capture', HtmlCaptureTag);
  liquid.registerTag('echo', HtmlEchoTag);
};

/** Lets what goes out into scripts be JSON there. */
export const outputScripts = (source: string, templates: readonly Template[], liquid: Liquid): void =>
  forEachInScripts(source, templates, (template) => {
    if (template instanceof HtmlEchoTag) template.isInScript = true;
    if (!(template instanceof Output)) return;
    const { filters } = template.value;
    const escaping = filters.pop();
    if (escaping) filters.push(new Filter({ name: escaping.name, args: [] } as never, scriptOutput, liquid));
  });
