import type { Node as EditorNode } from '@tiptap/pm/model';
import { canonicalOf } from './canonical';
import { createInlineReader } from './open-inline';
import { isBlockComment, writtenPlaceOf, type Opening, type Piece } from './opening';
import type { Origin, ParentKind } from './origin';
import { reasonFor, Unfaithful, unfaithful } from './reasons';
import {
  attributeOf,
  checkTime,
  childrenOf,
  isBlank,
  isComment,
  isElement,
  isText,
  parseHtml,
  placeOf,
  type TreeElement,
  type TreeNode,
} from './tree';
import { videoAt } from './video';
import { isBlockTag, isInlineTag, isVoidTag } from '../../../shared/html-vocabulary';
import { createWriter, type Inside } from './write';

const UNKNOWN = -1;

/** How often a part that is not complete by itself is tried together with what follows it. */
const MERGE_ATTEMPTS = 20;

/**
 * Reads what is in a document, list item, cell, quotation or box: divides it into pieces, and shares out what
 * is between them.
 * @param readElement makes the block of an element
 */
export const createFlowReader = (
  opening: Opening,
  readElement: (element: TreeElement, piece: Piece) => EditorNode,
) => {
  const { schema, source, origins, originated, kept, keptTangle } = opening;
  const rewriter = createWriter(origins, true);
  const readInline = createInlineReader(opening);

  /** What was compared once is compared again. */
  const canonicals = new WeakMap<readonly TreeNode[], string>();
  const canonicalOfPiece = (nodes: readonly TreeNode[]): string => {
    const known = canonicals.get(nodes) ?? canonicalOf(nodes);
    canonicals.set(nodes, known);
    return known;
  };

  /** Whether the block, rewritten, says what the source says. */
  const isFaithful = (node: EditorNode, { nodes, start, end }: Piece): boolean => {
    const written =
      node.type.name === 'paragraph' && node.attrs['bare'] !== null ? bareText(node) : rewriter.block(node);
    // Most of what editors write; reading it again takes much of the time in which a text opens.
    if (withCharacters(written) === withCharacters(source.slice(start, end))) return true;
    return canonicalOf(parseHtml(written)) === canonicalOfPiece(nodes);
  };
  const bareText = (node: EditorNode): string =>
    rewriter
      .block(node)
      .replace(/^<p>/, '')
      .replace(/<\/p>$/, '');

  /** The block of a piece, or the piece as it is when the block cannot be shown without changing it. */
  const blockOf = (piece: Piece, isTopLevel: boolean): EditorNode => {
    checkTime();
    const before = origins.length;
    try {
      if (isTopLevel) for (const node of piece.nodes) if (isElement(node)) refuseTangles(node);
      const node = piece.make();
      const isChecked = isTopLevel || node.isTextblock;
      if (isChecked && node.type.name !== 'keptBlock' && !isFaithful(node, piece))
        throw unfaithful('unusual');
      return node;
    } catch (error) {
      if (!(error instanceof Unfaithful)) throw error;
      origins.length = before;
      return kept(piece, error.reason);
    }
  };

  /** Nodes that only read as they do together. */
  const tangle = (start: number, end: number, nodes: readonly TreeNode[]): Piece => {
    const piece: Piece = { start, end, nodes, make: () => keptTangle(piece) };
    return piece;
  };

  /** An element that the source does not spell out (`</p>` alone makes one); its place comes from its neighbours. */
  const unwrittenPiece = (element: TreeElement): Piece => tangle(UNKNOWN, UNKNOWN, [element]);

  const elementPiece = (element: TreeElement): Piece => {
    const piece: Piece = {
      ...writtenPlaceOf(element),
      nodes: [element],
      make: () => readElement(element, piece),
    };
    return piece;
  };

  const textPiece = (run: readonly TreeNode[], kind: ParentKind): Piece => {
    const { start } = writtenPlaceOf(run[0] as TreeNode);
    const { end } = writtenPlaceOf(run.at(-1) as TreeNode);
    const text = source.slice(start, end);
    const piece: Piece = {
      start: start + leadingBlank(text),
      end: end - trailingBlank(text),
      nodes: run,
      make: () => {
        const content = readInline(run);
        if (content.length === 0) throw unfaithful('unusual');
        return originated(piece, (origin) => schema.node('paragraph', { origin, bare: kind }, content));
      },
    };
    return piece;
  };

  const lonePiece = (node: TreeNode): Piece => {
    const piece: Piece = {
      ...writtenPlaceOf(node),
      nodes: [node],
      make: () => {
        const video = isElement(node) && node.tagName === 'iframe' && videoAt(attributeOf(node, 'src') ?? '');
        if (!video) return kept(piece, reasonFor(node));
        const attributes = {
          src: attributeOf(node, 'src') ?? '',
          title: attributeOf(node, 'title') ?? '',
          source: source.slice(piece.start, piece.end),
        };
        return originated(piece, (origin) => schema.node('video', { ...attributes, origin }));
      },
    };
    return piece;
  };

  /** Divides nodes into the pieces that become blocks. */
  const piecesOf = (nodes: readonly TreeNode[], kind: ParentKind): Piece[] => {
    const pieces: Piece[] = [];
    let run: TreeNode[] = [];
    const endRun = () => {
      for (const piece of runPieces(run, kind)) pieces.push(piece);
      run = [];
    };
    for (const node of nodes) {
      if (isElement(node) && isBlockTag(node.tagName)) {
        endRun();
        pieces.push(placeOf(node) || kind !== 'root' ? elementPiece(node) : unwrittenPiece(node));
      } else run.push(node);
    }
    endRun();
    return pieces;
  };

  const runPieces = (run: readonly TreeNode[], kind: ParentKind): Piece[] => {
    const isEdge = (node: TreeNode) => isComment(node) || (isText(node) && isBlank(node.value));
    const from = run.findIndex((node) => !isEdge(node));
    const to = run.length - [...run].reverse().findIndex((node) => !isEdge(node));
    const core = from < 0 ? [] : run.slice(from, to);
    const edges = (nodes: readonly TreeNode[]) =>
      nodes.filter((node) => isComment(node) && !isBlockComment(node.data)).map(lonePiece);
    const hasText = core.some((node) => (isText(node) ? !isBlank(node.value) : isShown(node)));
    const middle = hasText
      ? [textPiece(core, kind)]
      : core.filter((node) => !isEdge(node) || isComment(node)).map(lonePiece);
    if (from < 0) return edges(run);
    return [...edges(run.slice(0, from)), ...middle, ...edges(run.slice(to))];
  };

  /** The blocks among the nodes of a parent, and what is between them. */
  const readFlow = (
    nodes: readonly TreeNode[],
    kind: ParentKind,
    area: { start: number; end: number },
  ): { blocks: EditorNode[]; inside: Inside } => {
    const pieces = kind === 'root' ? standingAlone(piecesOf(nodes, kind)) : piecesOf(nodes, kind);
    const blocks = pieces.map((piece) => blockOf(piece, kind === 'root'));
    return { blocks, inside: placeBlocks(pieces, blocks, area) };
  };

  /** Shares out what is between blocks: to the one before, to the one after, to the end. */
  const placeBlocks = (
    pieces: readonly { start: number; end: number }[],
    blocks: readonly EditorNode[],
    area: { start: number; end: number },
  ): Inside => {
    let position = area.start;
    let previous: Origin | undefined;
    const gaps: string[] = [];
    const between = (until: number): { after: string; before: string } => {
      const text = source.slice(position, until);
      const split = previous ? endOfClosers(text) : 0;
      return { after: text.slice(0, split), before: text.slice(split) };
    };
    blocks.forEach((block, index) => {
      const piece = pieces[index] as Piece;
      const origin = origins[block.attrs['origin'] as number] as Origin;
      const { after, before } = between(piece.start);
      if (previous) {
        previous.after = after;
        gaps.push(leadingBlankOf(before));
      }
      Object.assign(origin, { before, index, isLast: index === blocks.length - 1 });
      previous = origin;
      position = piece.end;
    });
    const { after, before } = between(area.end);
    if (previous) previous.after = after;
    return { gap: mostCommon(gaps), tail: before };
  };

  /**
   * Joins pieces that overlap in the source (an element that goes on behind the end of its parent is there twice)
   * or that read differently by themselves.
   */
  const standingAlone = (pieces: readonly Piece[]): Piece[] => {
    const nextStarts = startsAfter(pieces);
    // What is opened in one piece may go on in a later one: `<p><b>one</p><p>two` is bold in both.
    const groups: { start: number; end: number; from: number; to: number }[] = [];
    for (const [index, piece] of pieces.entries()) {
      if (piece.start === UNKNOWN) {
        piece.start = groups.at(-1)?.end ?? 0;
        piece.end = Math.max(piece.start, nextStarts[index] ?? source.length);
      }
      const reach = reachOf(piece);
      const group = { start: piece.start, end: piece.end, from: index, to: index + 1 };
      for (let last = groups.at(-1); last && reach.start < last.end; last = groups.at(-1)) {
        group.start = Math.min(group.start, last.start);
        group.end = Math.max(group.end, last.end);
        group.from = last.from;
        groups.pop();
      }
      group.end = Math.max(group.end, reach.end);
      groups.push(group);
    }
    const separate = groups.map(({ start, end, from, to }) => {
      const piece = pieces[from] as Piece;
      return to === from + 1 && end === piece.end
        ? piece
        : tangle(start, end, nodesOf(pieces.slice(from, to)));
    });
    const result: Piece[] = [];
    for (let index = 0; index < separate.length;) {
      let piece = separate[index] as Piece;
      let taken = 1;
      while (!readsAlone(piece) && index + taken < separate.length) {
        taken = taken < MERGE_ATTEMPTS ? taken + 1 : separate.length - index;
        piece = joined(separate.slice(index, index + taken));
      }
      result.push(piece);
      index += taken;
    }
    return result;
  };

  /** Pieces that the source does not spell out add nothing to what is read. */
  let read = { start: 0, end: 0, text: '' };
  const readsAlone = (piece: Piece): boolean => {
    if (isComplete(piece)) return true;
    const { start, end } = piece;
    if (read.start !== start || read.end !== end)
      read = { start, end, text: canonicalOf(parseHtml(source.slice(start, end))) };
    return read.text === canonicalOfPiece(piece.nodes);
  };

  const nodesOf = (pieces: readonly Piece[]): TreeNode[] => pieces.flatMap(({ nodes }) => nodes);

  const joined = (pieces: readonly Piece[]): Piece => {
    let { start, end } = pieces[0] as Piece;
    for (const piece of pieces) {
      start = Math.min(start, piece.start);
      end = Math.max(end, piece.end);
    }
    return tangle(start, end, nodesOf(pieces));
  };

  return { readFlow, placeBlocks, elementPiece, readInline };
};

/** Where what follows each piece begins, as far as that is known. */
const startsAfter = (pieces: readonly Piece[]): (number | undefined)[] => {
  const starts: (number | undefined)[] = [];
  let next: number | undefined;
  for (let index = pieces.length - 1; index >= 0; index -= 1) {
    starts[index] = next;
    const start = pieces[index]?.start;
    if (start !== UNKNOWN) next = start;
  }
  return starts;
};

export type FlowReader = ReturnType<typeof createFlowReader>;

/** Up to where a text between two blocks belongs to the first of them: behind its last closing comment. */
const endOfClosers = (text: string): number => {
  const end = text.lastIndexOf('-->') + 3;
  if (end < 3) return 0;
  let last = 0;
  // Every comment that begins before the last end has one.
  for (const { index } of text.slice(0, end).matchAll(/<!--\s*\/wp:/g))
    if (index >= last) last = text.indexOf('-->', index) + 3;
  return last;
};

/** Whether the node shows something that the visual mode can edit within a line of text. */
const isShown = (node: TreeNode): boolean =>
  isElement(node) &&
  (node.tagName === 'img' ||
    node.tagName === 'br' ||
    (isInlineTag(node.tagName) && childrenOf(node).length > 0));

const CHARACTERS: Readonly<Record<string, string>> = {
  nbsp: '\u00a0',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
};

/** HTML with some characters that are written by name as themselves, which reads the same. */
const withCharacters = (html: string): string =>
  html.includes('&')
    ? html.replace(/&(nbsp|[nm]dash|hellip|[lr]squo|[lr]dquo);/g, (_, name: string) => CHARACTERS[name] ?? '')
    : html;

const leadingBlankOf = (text: string): string => /^[ \t\n\f\r]*/.exec(text)?.[0] ?? '';
const leadingBlank = (text: string): number => leadingBlankOf(text).length;
const trailingBlank = (text: string): number => /(?<![ \t\n\f\r])[ \t\n\f\r]*$/.exec(text)?.[0].length ?? 0;

const mostCommon = (texts: readonly string[]): string => {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  let best = '';
  for (const [text, count] of counts) if (count > (counts.get(best) ?? 0)) best = text;
  return best;
};

/** Elements that are read by the same rules wherever a text has them, if they are opened and closed in order. */
const ORDINARY = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol li blockquote table thead tbody tfoot tr td th a b code em i img br s span strong u'.split(
    ' ',
  ),
);

/**
 * Whether a piece is one element with all its tags, opened and closed in order: it reads the same by itself. Only
 * quick to tell; others may too.
 */
const isComplete = ({ start, end, nodes }: Piece): boolean => {
  const [only] = nodes;
  if (nodes.length !== 1 || !only || !isElement(only) || !isBlockTag(only.tagName)) return false;
  const isInOrder = (element: TreeElement, from: number, to: number): boolean => {
    const place = element.sourceCodeLocation;
    if (!ORDINARY.has(element.tagName) || !place || place.startOffset < from || place.endOffset > to)
      return false;
    if (isVoidTag(element.tagName)) return true;
    if (!place.startTag || !place.endTag) return false;
    let position = place.startTag.endOffset;
    return element.childNodes.every((child) => {
      const childPlace = placeOf(child);
      if (!childPlace || (isElement(child) && !isInOrder(child, position, place.endTag?.startOffset ?? 0)))
        return false;
      const isBehind = childPlace.start >= position;
      position = childPlace.end;
      return isBehind;
    });
  };
  const place = placeOf(only);
  return place?.start === start && place.end === end && isInOrder(only, start, end);
};

/** From where to where the elements of a piece are in the source, wherever they ended up. */
const reachOf = ({ start, end, nodes }: Piece): { start: number; end: number } => {
  const reach = { start, end };
  const visit = (node: TreeNode): void => {
    const place = placeOf(node);
    if (place) {
      reach.start = Math.min(reach.start, place.start);
      reach.end = Math.max(reach.end, place.end);
    }
    if (isElement(node)) for (const child of childrenOf(node)) visit(child);
  };
  for (const node of nodes) if (isElement(node)) visit(node);
  return reach;
};

/** Elements that the source opens or closes out of order are not where their parents are. */
const refuseTangles = (element: TreeElement): void => {
  const { start: from, end: to } = writtenPlaceOf(element);
  const visit = (parent: TreeElement, start: number, end: number): void => {
    let position = start;
    for (const child of childrenOf(parent)) {
      const place = placeOf(child);
      if (!place) {
        // Only table sections may be left out without the parts around them moving.
        if (!isElement(child) || !['tbody', 'colgroup'].includes(child.tagName)) throw unfaithful('nesting');
        visit(child, position, end);
        continue;
      }
      if (place.start < position || place.end > end) throw unfaithful('nesting');
      if (isElement(child)) visit(child, place.start, place.end);
      position = place.end;
    }
  };
  visit(element, from, to);
};
