import type { Token } from 'parse5';
import { offsetsIn } from '../../../../../../../client/src/link-keywords/references';
import { RAW, readHtml } from '../../platform/html/read-html';

/** A stretch of text between two tags, or the value of an address, with its place in the HTML. */
export interface HtmlUnit {
  kind: 'text' | 'address';
  start: number;
  end: number;
  /** As readers see it. */
  value: string;
  /** The position of each character in the HTML, relative to `start`; -1 inside of a reference. Null when both run alike. */
  offsets: Int32Array | null;
  /** What stands around an address: a quote, or nothing. Empty for a text. */
  quote: '' | '"' | "'";
}

export interface HtmlUnits {
  units: HtmlUnit[];
  /** Stands for all that is between them: tags, attributes, comments. */
  shape: string;
}

const ADDRESSES = ['href', 'src'];

/** The texts and addresses of a piece of HTML. What browsers read otherwise than it is written is left out. */
export const unitsOf = (html: string): HtmlUnits => {
  const units: HtmlUnit[] = [];
  const shape: string[] = [];
  let value: string[] = [];
  let since = 0;
  /** The element whose content is no text for readers; null outside. */
  let raw: string | null = null;
  let foreign = 0;

  const add = (unit: Omit<HtmlUnit, 'offsets'>): void => {
    const offsets = offsetsIn(html.slice(unit.start, unit.end), unit.value);
    if (offsets !== undefined) units.push({ ...unit, offsets });
  };
  const endText = (end: number): void => {
    if (value.length > 0 && raw === null && end > since) {
      add({ kind: 'text', start: since, end, value: value.join(''), quote: '' });
    }
    value = [];
  };
  const pass = ({ location }: Token.TagToken | Token.CommentToken | Token.DoctypeToken): void => {
    if (!location) return;
    endText(location.startOffset);
    since = location.endOffset;
  };

  readHtml(html, {
    onText: (text) => void value.push(text),
    onOther(token) {
      pass(token);
      shape.push('!');
    },
    onStartTag(tag) {
      pass(tag);
      shape.push(
        `${tag.tagName} ${tag.attrs
          .map(({ name, value: own }) => (ADDRESSES.includes(name) ? name : `${name}=${own}`))
          .join(' ')}`,
      );
      if (tag.tagName === 'svg' || tag.tagName === 'math') foreign += tag.selfClosing ? 0 : 1;
      if (raw === null && foreign === 0 && RAW.has(tag.tagName)) raw = tag.tagName;
      for (const attribute of tag.attrs) {
        const place = tag.location?.attrs?.[attribute.name];
        if (!place || !ADDRESSES.includes(attribute.name)) continue;
        const found = valueIn(html, place.startOffset, place.endOffset);
        if (found) add({ kind: 'address', ...found, value: attribute.value });
      }
    },
    onEndTag(tag) {
      pass(tag);
      shape.push(`/${tag.tagName}`);
      if (tag.tagName === 'svg' || tag.tagName === 'math') foreign = Math.max(0, foreign - 1);
      if (tag.tagName === raw) raw = null;
    },
  });
  endText(html.length);
  return { units, shape: shape.join('>') };
};

/** Where the value of an attribute is; null for one without. */
const valueIn = (
  html: string,
  start: number,
  end: number,
): Pick<HtmlUnit, 'start' | 'end' | 'quote'> | null => {
  const equals = html.indexOf('=', start + 1);
  if (equals === -1 || equals >= end) return null;
  let at = equals + 1;
  while (at < end && /\s/.test(html[at] as string)) at += 1;
  const quote = html[at];
  if (quote === '"' || quote === "'") return { start: at + 1, end: end - 1, quote };
  return { start: at, end, quote: '' };
};
