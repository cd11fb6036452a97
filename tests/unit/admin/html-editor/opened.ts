import { getSchema } from '@tiptap/core';
import type { Node as EditorNode } from '@tiptap/pm/model';
import { Transform } from '@tiptap/pm/transform';
import { canonicalOf } from '../../../../src/plugins/content-delivery/admin/src/inputs/html-editor/fidelity/canonical';
import {
  openHtml,
  type OpenedHtml,
} from '../../../../src/plugins/content-delivery/admin/src/inputs/html-editor/fidelity/open';
import { documentExtensions } from '../../../../src/plugins/content-delivery/admin/src/inputs/html-editor/fidelity/schema';
import { parseHtml } from '../../../../src/plugins/content-delivery/admin/src/inputs/html-editor/fidelity/tree';

export const schema = getSchema(documentExtensions());

/** The document of an HTML text, or `null` when it opens as source. */
export const opened = (html: string): OpenedHtml | null => {
  const result = openHtml(schema, html, Infinity);
  return 'doc' in result ? result : null;
};

/** As `opened`, for texts that must open in visual mode. */
export const openedVisually = (html: string): OpenedHtml => {
  const result = openHtml(schema, html, Infinity);
  if (!('doc' in result)) throw new Error(`Opens as source: ${JSON.stringify(result.reasons)}`);
  return result;
};

/** What an HTML text means, however it is written. */
export const meaningOf = (html: string): string => canonicalOf(parseHtml(html));

/** The places at the end of all blocks of text. */
export const textPlaces = (doc: EditorNode): number[] => {
  const places: number[] = [];
  doc.descendants((node, position) => {
    if (node.isTextblock) places.push(position + 1 + node.content.size);
  });
  return places;
};

/** The document with a text typed at a place. */
export const typed = (doc: EditorNode, place: number, text: string): EditorNode => {
  const $place = doc.resolve(place);
  // As the word before it; who types after a link leaves it.
  const marks = $place.nodeBefore?.marks ?? $place.marks();
  return new Transform(doc).insert(place, schema.text(text, marks)).doc;
};

/** Which part of a text another version of it replaces: start and end, end exclusive. */
export const changedPart = (before: string, after: string): { start: number; end: number } => {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let tail = 0;
  const most = Math.min(before.length, after.length) - start;
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  return { start, end: before.length - tail };
};

/** What somebody sees in the editor: the document without where its parts come from. */
export const seen = (doc: EditorNode): unknown => {
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return joinKept(value).map(strip);
    if (typeof value !== 'object' || value === null) return value;
    const HIDDEN = ['origin', 'at', 'bare', 'group', 'groups', 'inLine'];
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !HIDDEN.includes(name))
        .map(([name, one]) => {
          if (name === 'open') return [name, startTag(one)];
          return [name, strip(one)];
        }),
    );
  };
  return strip(doc.toJSON());
};

interface KeptBlock {
  type: 'keptBlock';
  attrs: { source: string };
}

const isKept = (value: unknown): value is KeptBlock => (value as KeptBlock | null)?.type === 'keptBlock';

/**
 * Kept parts by what they mean: one may get the end tag that it lacks, and some that have come to stand side by side
 * may be read as one.
 */
const joinKept = (values: readonly unknown[]): unknown[] => {
  const all: unknown[] = [];
  for (const value of values) {
    if (!isKept(value)) {
      all.push(value);
      continue;
    }
    const source = meaningOf(value.attrs.source).replace(/\s+/g, '');
    const before = all.at(-1);
    if (isKept(before)) before.attrs.source += source;
    else all.push({ type: 'keptBlock', attrs: { source } });
  }
  return all;
};

/** A start tag without attributes says no more than its element. */
const startTag = (open: unknown): unknown =>
  typeof open === 'string' && /^<[^\s/>]+\s*\/?>$/.test(open) ? null : open;
