import type { Node as EditorNode, Schema } from '@tiptap/pm/model';
import { canonicalOf } from './canonical';
import { createBlockReader } from './open-blocks';
import { createFlowReader } from './open-flow';
import { createOpening } from './opening';
import { Unfaithful, type Reason } from './reasons';
import { isElement, parseHtml, placeOf, within, type TreeNode } from './tree';
import { createWriter, type Inside } from './write';

/** HTML in the editor's document. */
export interface OpenedHtml {
  doc: EditorNode;
  /** Why parts of it are kept as they are, each reason once. */
  kept: Reason[];
  /** A later state of the document as HTML; of the document as opened, the source itself, byte for byte. */
  write(doc: EditorNode): string;
}

/** HTML that visual mode cannot show; it is edited as source. */
export interface NotVisual {
  reasons: Reason[];
}

/** Far more than 1 MB takes, and less than it takes to give a tab up. */
const PATIENCE = 10_000;

/**
 * Reads HTML into the editor's document. What visual mode does not know becomes a block or a word that is kept
 * byte for byte; each part that it does know is rewritten and compared with the source, and kept too when it
 * would come out different.
 * @param milliseconds after which it is given up
 */
export const openHtml = (schema: Schema, source: string, milliseconds = PATIENCE): OpenedHtml | NotVisual => {
  try {
    return within(milliseconds, () => readDocument(schema, source));
  } catch (error) {
    // Tangled at the root, where there is no block around it to keep.
    if (error instanceof Unfaithful) return { reasons: [error.reason] };
    // Made to be too deep, too much or too slow, or so as no limit foresees.
    if (error instanceof RangeError) return { reasons: [{ kind: 'nesting', name: '' }] };
    throw error;
  }
};

const readDocument = (schema: Schema, source: string): OpenedHtml | NotVisual => {
  const opening = createOpening(schema, source);
  // Blocks have flows in them, and flows have blocks.
  const flow = createFlowReader(opening, (element, piece) => readBlock(element, piece));
  const readBlock = createBlockReader(opening, flow);

  const nodes = parseHtml(source);
  const { blocks, inside } = flow.readFlow(nodes, 'root', { start: 0, end: source.length });
  const rootInside: Inside = { gap: blocks.length > 1 ? inside.gap : '\n', tail: inside.tail };
  const doc = schema.node('doc', null, blocks.length > 0 ? blocks : [schema.node('paragraph')]);
  const writer = createWriter(opening.origins);
  const write = (later: EditorNode): string => {
    if (later.eq(doc) || isEmptyDocument(later)) return later.eq(doc) ? source : '';
    return writer.document(later, rootInside);
  };

  const reasons = reasonsIn(doc);
  // Both must hold by construction; if they do not, the source is shown and nothing is risked.
  const isExact = blocks.length === 0 || writer.document(doc, rootInside) === source;
  const last = opening.origins[(doc.lastChild?.attrs['origin'] as number | null) ?? -1];
  // What is before the last block reads the same by itself, and cannot change what follows it.
  const settled = last ? source.length - inside.tail.length - last.after.length - last.source.length : 0;
  const endsOpen = !canBeContinued(schema, doc, nodes, write, settled);
  if (!isExact || endsOpen) return { reasons: [{ kind: 'open-end', name: '' }] };
  if (reasons.length > 0 && !hasEditableText(doc)) return { reasons };
  return { doc, kept: reasons, write };
};

/**
 * Whether a block that is added at the end would come out as a block at the end.
 * @param settled how many characters of the source need not be read for that
 */
const canBeContinued = (
  schema: Schema,
  doc: EditorNode,
  nodes: readonly TreeNode[],
  write: (doc: EditorNode) => string,
  settled: number,
): boolean => {
  const longer = doc.copy(doc.content.addToEnd(schema.node('horizontalRule')));
  const isPlaced = nodes.every((node) => placeOf(node));
  const from = isPlaced ? settled : 0;
  const unsettled = nodes.filter((node) => (placeOf(node)?.start ?? 0) >= from);
  const expected = doc.childCount === 1 && isEmptyDocument(doc) ? [] : unsettled;
  const written = parseHtml(write(longer).slice(from));
  const last = written.filter(isElement).at(-1);
  if (last?.tagName !== 'hr') return false;
  const rest = written.filter((node) => node !== last);
  const text = canonicalOf(rest);
  return text === canonicalOf(expected) || (expected.length === 0 && text === '<p></p>');
};

const isEmptyDocument = (doc: EditorNode): boolean =>
  doc.childCount === 1 &&
  doc.child(0).type.name === 'paragraph' &&
  doc.child(0).content.size === 0 &&
  doc.child(0).attrs['open'] === null;

const hasEditableText = (doc: EditorNode): boolean => {
  let isFound = false;
  doc.descendants((node) => {
    isFound ||= node.isTextblock;
    return !isFound;
  });
  return isFound;
};

/** Why parts of the document are kept as they are, each reason once. */
const reasonsIn = (doc: EditorNode): Reason[] => {
  const found = new Map<string, Reason>();
  doc.descendants((node) => {
    const reason = node.attrs['reason'] as Reason | null | undefined;
    if (reason) found.set(`${reason.kind} ${reason.name}`, reason);
  });
  return [...found.values()];
};
