import type { Node as EditorNode, Schema } from '@tiptap/pm/model';
import type { Origin } from './origin';
import { unfaithful, type Reason } from './reasons';
import {
  childrenOf,
  insideOf,
  isBlank,
  isComment,
  isElement,
  isText,
  placeOf,
  type TreeElement,
  type TreeNode,
} from './tree';
import { isBlockTag, isVoidTag } from '../../../shared/html-vocabulary';
import type { Inside } from './write';

/** A part of the source that becomes one block, or several nodes that are inseparable. */
export interface Piece {
  start: number;
  end: number;
  nodes: readonly TreeNode[];
  make(): EditorNode;
}

/** What everything that is read of one source has in common. */
export const createOpening = (schema: Schema, source: string) => {
  const origins: Origin[] = [];

  /** Builds a block that knows its origin, once both its node and its place are known. */
  const originated = (piece: Piece, build: (origin: number) => EditorNode, inside?: Inside): EditorNode => {
    const index = origins.length;
    const origin: Origin = {
      node: schema.topNodeType.createAndFill() as EditorNode,
      source: source.slice(piece.start, piece.end),
      before: '',
      after: '',
      closers: piece.nodes.length > 0 ? closersOf(piece.nodes.at(-1) as TreeNode) : '',
      index: 0,
      isLast: false,
      inside: inside ?? { gap: '', tail: '' },
    };
    origins.push(origin);
    origin.node = build(index);
    return origin.node;
  };

  const kept = (piece: Piece, reason: Reason): EditorNode =>
    originated(piece, (origin) =>
      schema.node('keptBlock', {
        origin,
        source: source.slice(piece.start, piece.end),
        reason,
        inLine: piece.nodes.some((node) => isElement(node) && !isBlockTag(node.tagName)),
      }),
    );

  const startTag = (element: TreeElement): string => {
    const place = element.sourceCodeLocation?.startTag;
    if (!place) throw unfaithful('nesting');
    return source.slice(place.startOffset, place.endOffset);
  };

  const sourceOf = (node: TreeNode): string => {
    const place = writtenPlaceOf(node);
    return source.slice(place.start, place.end);
  };

  const areaOf = (element: TreeElement) => {
    const area = insideOf(element);
    if (!area) throw unfaithful('nesting');
    return area;
  };

  return {
    schema,
    source,
    origins,
    originated,
    kept,
    keptTangle: (piece: Piece): EditorNode => kept(piece, { kind: 'nesting', name: '' }),
    startTag,
    sourceOf,
    areaOf,
  };
};

export type Opening = ReturnType<typeof createOpening>;

/** Where the source has a node. */
export const writtenPlaceOf = (node: TreeNode): { start: number; end: number } => {
  const place = placeOf(node);
  if (!place) throw unfaithful('nesting');
  return place;
};

/** Comments by which WordPress's editor marks its blocks: they belong to the block that they enclose. */
export const isBlockComment = (data: string): boolean => /^\s*\/?wp:/.test(data) && !/\/\s*$/.test(data);

/** The children of an element, when there are only such as named, and white space and block comments. */
export const elementsIn = (
  element: TreeElement,
  tags: readonly string[],
  reason: 'list' | 'table',
): TreeElement[] => {
  const found: TreeElement[] = [];
  for (const node of element.childNodes) {
    if (isElement(node) && tags.includes(node.tagName)) found.push(node);
    else if (!(isText(node) && isBlank(node.value)) && !(isComment(node) && isBlockComment(node.data)))
      throw unfaithful(reason);
  }
  return found;
};

/** End tags that the source leaves out at the end of a node, inner ones first. */
export const closersOf = (node: TreeNode): string => {
  if (!isElement(node)) return '';
  const location = node.sourceCodeLocation;
  if (location?.endTag || isVoidTag(node.tagName)) return '';
  const last = childrenOf(node).at(-1);
  // An element that the source does not open needs no end either.
  return `${last ? closersOf(last) : ''}${location ? `</${node.tagName}>` : ''}`;
};
