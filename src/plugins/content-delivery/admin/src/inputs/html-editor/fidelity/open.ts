import type { Node as EditorNode, Schema } from '@tiptap/pm/model';
import { TableMap } from '@tiptap/pm/tables';
import { canonicalOf } from './canonical';
import { createInlineReader, refuseStyledSpaces } from './open-inline';
import type { Origin, ParentKind } from './origin';
import { reasonFor, Unfaithful, unfaithful, type Reason } from './reasons';
import {
  attributeOf,
  childrenOf,
  insideOf,
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
import { isBlockTag, isBoxTag, isInlineTag, isVoidTag } from './vocabulary';
import { createWriter, type Inside } from './write';

/** HTML in the editor's document. */
export interface OpenedHtml {
  doc: EditorNode;
  /** Why parts of it are kept as they are, each reason once. */
  kept: Reason[];
  /** A later state of the document as HTML; of the document as opened, the source itself, byte for byte. */
  write(doc: EditorNode): string;
}

/** HTML that visual mode can not show; it is edited as source. */
export interface NotVisual {
  reasons: Reason[];
}

/** A part of the source that becomes one block, or several nodes that can not be told apart. */
interface Piece {
  start: number;
  end: number;
  nodes: readonly TreeNode[];
  make(): EditorNode;
}

const UNKNOWN = -1;

/** How often a part that does not stand by itself is tried together with what follows it. */
const MERGE_ATTEMPTS = 20;

/**
 * Reads HTML into the editor's document. What visual mode does not know becomes a block or a word that is kept
 * byte for byte; each part that it does know is written anew and compared with the source, and kept too when it
 * would come out different.
 */
export const openHtml = (schema: Schema, source: string): OpenedHtml | NotVisual => {
  try {
    return readDocument(schema, source);
  } catch (error) {
    // Tangled at the root, where there is no block around it to keep.
    if (error instanceof Unfaithful) return { reasons: [error.reason] };
    throw error;
  }
};

const readDocument = (schema: Schema, source: string): OpenedHtml | NotVisual => {
  const origins: Origin[] = [];
  const rewriter = createWriter(origins, true);
  const readInline = createInlineReader(schema, source);

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

  /** Whether the block, written anew, says what the source says. */
  const isFaithful = (node: EditorNode, nodes: readonly TreeNode[]): boolean => {
    const written =
      node.type.name === 'paragraph' && node.attrs['bare'] !== null ? bareText(node) : rewriter.block(node);
    return canonicalOf(parseHtml(written)) === canonicalOf(nodes);
  };
  const bareText = (node: EditorNode): string =>
    rewriter
      .block(node)
      .replace(/^<p>/, '')
      .replace(/<\/p>$/, '');

  /** The block of a piece, or the piece as it is when the block can not be shown without changing it. */
  const blockOf = (piece: Piece, isTopLevel: boolean): EditorNode => {
    const before = origins.length;
    try {
      if (isTopLevel) for (const node of piece.nodes) if (isElement(node)) refuseTangles(node);
      const node = piece.make();
      const isChecked = isTopLevel || node.isTextblock;
      if (isChecked && node.type.name !== 'keptBlock' && !isFaithful(node, piece.nodes))
        throw unfaithful('unusual');
      return node;
    } catch (error) {
      if (!(error instanceof Unfaithful)) throw error;
      origins.length = before;
      return kept(piece, error.reason);
    }
  };

  const startTag = (element: TreeElement): string => {
    const place = element.sourceCodeLocation?.startTag;
    if (!place) throw unfaithful('nesting');
    return source.slice(place.startOffset, place.endOffset);
  };

  /** An element that the source does not spell out (`</p>` alone makes one); its place comes from its neighbours. */
  const unwrittenPiece = (element: TreeElement): Piece => {
    const piece: Piece = { start: UNKNOWN, end: UNKNOWN, nodes: [element], make: () => keptTangle(piece) };
    return piece;
  };

  const keptTangle = (piece: Piece): EditorNode => kept(piece, { kind: 'nesting', name: '' });

  const elementPiece = (element: TreeElement): Piece => {
    const place = placeOf(element);
    if (!place) throw unfaithful('nesting');
    const piece: Piece = { ...place, nodes: [element], make: () => readElement(element, piece) };
    return piece;
  };

  const textPiece = (run: readonly TreeNode[], kind: ParentKind): Piece => {
    const first = placeOf(run[0] as TreeNode);
    const last = placeOf(run.at(-1) as TreeNode);
    if (!first || !last) throw unfaithful('nesting');
    const text = source.slice(first.start, last.end);
    const piece: Piece = {
      start: first.start + leadingBlank(text),
      end: last.end - trailingBlank(text),
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
    const place = placeOf(node);
    if (!place) throw unfaithful('nesting');
    const piece: Piece = {
      ...place,
      nodes: [node],
      make: () => {
        const video = isElement(node) && node.tagName === 'iframe' && videoAt(attributeOf(node, 'src') ?? '');
        if (!video) return kept(piece, emptyOr(node));
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
      pieces.push(...runPieces(run, kind));
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

  /** The blocks among the nodes of a parent, and what stands between them. */
  const readFlow = (
    nodes: readonly TreeNode[],
    kind: ParentKind,
    area: { start: number; end: number },
  ): { blocks: EditorNode[]; inside: Inside } => {
    const pieces = kind === 'root' ? standingAlone(piecesOf(nodes, kind)) : piecesOf(nodes, kind);
    const blocks = pieces.map((piece) => blockOf(piece, kind === 'root'));
    return { blocks, inside: placeBlocks(pieces, blocks, area) };
  };

  /** Shares out what stands between blocks: to the one before, to the one after, to the end. */
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
    const separate: Piece[] = [];
    for (const [index, piece] of pieces.entries()) {
      if (piece.start === UNKNOWN) {
        const next = pieces.slice(index + 1).find(({ start }) => start !== UNKNOWN);
        piece.start = separate.at(-1)?.end ?? 0;
        piece.end = Math.max(piece.start, next?.start ?? source.length);
      }
      // What is opened in one piece may go on in a later one: `<p><b>one</p><p>two` is bold in both.
      let whole = piece;
      const { start, end } = reachOf(piece);
      for (let last = separate.at(-1); last && start < last.end; last = separate.at(-1)) {
        whole = joined([last, whole]);
        separate.pop();
      }
      separate.push(end > whole.end ? joined([{ ...whole, end }]) : whole);
    }
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

  const readsAlone = (piece: Piece): boolean =>
    canonicalOf(parseHtml(source.slice(piece.start, piece.end))) === canonicalOf(piece.nodes);

  const joined = (pieces: readonly Piece[]): Piece => {
    const piece: Piece = {
      start: Math.min(...pieces.map(({ start }) => start)),
      end: Math.max(...pieces.map(({ end }) => end)),
      nodes: pieces.flatMap(({ nodes }) => nodes),
      make: () => keptTangle(piece),
    };
    return piece;
  };

  const readElement = (element: TreeElement, piece: Piece): EditorNode => {
    refuseStyledSpaces(element);
    const { tagName } = element;
    const open = startTag(element);
    const textblock = (type: string, attributes: object = {}) => {
      const content = readInline(element.childNodes);
      return originated(piece, (origin) => schema.node(type, { ...attributes, origin, open }, content));
    };
    const heading = /^h([1-6])$/.exec(tagName);
    if (heading) return textblock('heading', { level: Number(heading[1]) });
    switch (tagName) {
      case 'p':
        return textblock('paragraph');
      case 'ul':
        return readList('bulletList', {}, element, piece);
      case 'ol': {
        const start = Number.parseInt(attributeOf(element, 'start') ?? '1', 10);
        return readList('orderedList', { start: Number.isNaN(start) ? 1 : start }, element, piece);
      }
      case 'blockquote':
        return readBox('blockquote', {}, 'quote', element, piece);
      case 'pre':
        return readCode(element, piece);
      case 'hr':
        return originated(piece, (origin) => schema.node('horizontalRule', { origin, open }));
      case 'table':
        return readTable(element, piece);
      default:
        if (isBoxTag(tagName)) return readBox('box', { tag: tagName }, 'box', element, piece);
        throw new Unfaithful(reasonFor(element));
    }
  };

  const areaOf = (element: TreeElement) => {
    const area = insideOf(element);
    if (!area) throw unfaithful('nesting');
    return area;
  };

  const readBox = (
    type: string,
    attributes: object,
    kind: ParentKind,
    element: TreeElement,
    piece: Piece,
  ): EditorNode => {
    const { blocks, inside } = readFlow(element.childNodes, kind, areaOf(element));
    if (blocks.length === 0) throw unfaithful('empty', element.tagName);
    const open = startTag(element);
    return originated(piece, (origin) => schema.node(type, { ...attributes, origin, open }, blocks), inside);
  };

  /** A list item or cell may be empty; the editor needs a paragraph to type in. */
  const readHolder = (
    type: string,
    attributes: object,
    kind: ParentKind,
    element: TreeElement,
  ): EditorNode => {
    refuseStyledSpaces(element);
    const { blocks, inside } = readFlow(element.childNodes, kind, areaOf(element));
    const content = blocks.length > 0 ? blocks : [schema.node('paragraph', { bare: kind })];
    const open = startTag(element);
    return originated(
      elementPiece(element),
      (origin) => schema.node(type, { ...attributes, origin, open }, content),
      inside,
    );
  };

  const readList = (type: string, attributes: object, element: TreeElement, piece: Piece): EditorNode => {
    const items = elementsIn(element, ['li'], 'list');
    if (items.length === 0) throw unfaithful('empty', element.tagName);
    const blocks = items.map((item) => readHolder('listItem', {}, 'li', item));
    const inside = placeBlocks(items.map(elementPiece), blocks, areaOf(element));
    const open = startTag(element);
    return originated(piece, (origin) => schema.node(type, { ...attributes, origin, open }, blocks), inside);
  };

  const readCode = (element: TreeElement, piece: Piece): EditorNode => {
    const only = element.childNodes.length === 1 ? element.childNodes[0] : undefined;
    const code = only && isElement(only) && only.tagName === 'code' ? only : null;
    const texts = (code ?? element).childNodes;
    if (!texts.every(isText)) throw unfaithful('code');
    const text = texts.map(({ value }) => value).join('');
    const language = /(?:^|\s)(?:language|lang)-(\S+)/.exec((code && attributeOf(code, 'class')) ?? '')?.[1];
    const attributes = {
      open: startTag(element),
      openCode: code ? startTag(code) : null,
      language: language ?? null,
    };
    return originated(piece, (origin) =>
      schema.node('codeBlock', { ...attributes, origin }, text === '' ? [] : [schema.text(text)]),
    );
  };

  const readTable = (element: TreeElement, piece: Piece): EditorNode => {
    const parts = elementsIn(element, ['caption', 'colgroup', 'thead', 'tbody', 'tfoot'], 'table');
    const isLead = ({ tagName }: TreeElement) => tagName === 'caption' || tagName === 'colgroup';
    const leads = parts.filter(isLead);
    const sections = parts.filter((part) => !isLead(part));
    const rows = sections.flatMap((section, group) =>
      elementsIn(section, ['tr'], 'table').map((row) => ({ row, group })),
    );
    const blocks = rows.map(({ row, group }) => readRow(row, group));
    if (blocks.length === 0) throw unfaithful('table');
    const inside = placeBlocks(
      rows.map(({ row }) => elementPiece(row)),
      blocks,
      areaOf(element),
    );
    const attributes = {
      open: startTag(element),
      lead: leads.map((lead) => sourceOf(lead) + closersOf(lead)).join(''),
      groups: sections.map((section) =>
        section.sourceCodeLocation ? startTag(section) : `<${section.tagName}>`,
      ),
    };
    const gap = isBlank(inside.gap) ? inside.gap : '';
    const table = originated(piece, (origin) => schema.node('table', { ...attributes, origin }, blocks), {
      ...inside,
      gap,
    });
    // Rows of different length, or cells that overlap: the editor would mend them.
    if (TableMap.get(table).problems) throw unfaithful('table');
    return table;
  };

  const readRow = (row: TreeElement, group: number): EditorNode => {
    const cells = elementsIn(row, ['td', 'th'], 'table');
    if (cells.length === 0) throw unfaithful('table');
    const blocks = cells.map((cell) => {
      const attributes = { colspan: spanOf(cell, 'colspan'), rowspan: spanOf(cell, 'rowspan') };
      return readHolder(cell.tagName === 'th' ? 'tableHeader' : 'tableCell', attributes, 'cell', cell);
    });
    const inside = placeBlocks(cells.map(elementPiece), blocks, areaOf(row));
    const open = startTag(row);
    return originated(
      elementPiece(row),
      (origin) => schema.node('tableRow', { origin, open, group }, blocks),
      inside,
    );
  };

  const sourceOf = (element: TreeElement): string => {
    const place = placeOf(element);
    if (!place) throw unfaithful('nesting');
    return source.slice(place.start, place.end);
  };

  const nodes = parseHtml(source);
  const { blocks, inside } = readFlow(nodes, 'root', { start: 0, end: source.length });
  const rootInside: Inside = { gap: blocks.length > 1 ? inside.gap : '\n', tail: inside.tail };
  const doc = schema.node('doc', null, blocks.length > 0 ? blocks : [schema.node('paragraph')]);
  const writer = createWriter(origins);
  const write = (later: EditorNode): string => {
    if (later.eq(doc) || isEmptyDocument(later)) return later.eq(doc) ? source : '';
    return writer.document(later, rootInside);
  };

  const reasons = reasonsIn(doc);
  // Both must hold by construction; if they do not, the source is shown and nothing is risked.
  const isExact = blocks.length === 0 || writer.document(doc, rootInside) === source;
  const endsOpen = !canBeContinued(schema, doc, nodes, write);
  if (!isExact || endsOpen) return { reasons: [{ kind: 'open-end', name: '' }] };
  if (reasons.length > 0 && !hasEditableText(doc)) return { reasons };
  return { doc, kept: reasons, write };
};

/** Whether a block that is added at the end would come out as a block at the end. */
const canBeContinued = (
  schema: Schema,
  doc: EditorNode,
  nodes: readonly TreeNode[],
  write: (doc: EditorNode) => string,
): boolean => {
  const longer = doc.copy(doc.content.addToEnd(schema.node('horizontalRule')));
  const expected = doc.childCount === 1 && isEmptyDocument(doc) ? [] : nodes;
  const written = parseHtml(write(longer));
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

/** Comments by which WordPress's editor marks its blocks: they belong to the block that they enclose. */
const isBlockComment = (data: string): boolean => /^\s*\/?wp:/.test(data) && !/\/\s*$/.test(data);

/** Up to where a text between two blocks belongs to the first of them: behind its last closing comment. */
const endOfClosers = (text: string): number => {
  const closers = [...text.matchAll(/<!--\s*\/wp:[\s\S]*?-->/g)];
  const last = closers.at(-1);
  return last ? last.index + last[0].length : 0;
};

/** Whether the node shows something that the visual mode can edit within a line of text. */
const isShown = (node: TreeNode): boolean =>
  isElement(node) &&
  (node.tagName === 'img' ||
    node.tagName === 'br' ||
    (isInlineTag(node.tagName) && childrenOf(node).length > 0));

const emptyOr = (node: TreeNode): Reason =>
  isElement(node) && isInlineTag(node.tagName) ? { kind: 'empty', name: node.tagName } : reasonFor(node);

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

/** The children of an element, when there are only such as named, and white space and block comments. */
const elementsIn = (
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

const spanOf = (cell: TreeElement, name: 'colspan' | 'rowspan'): number => {
  const written = attributeOf(cell, name);
  if (written === undefined) return 1;
  const span = Number(written);
  if (!Number.isInteger(span) || span < 1 || span > 1000) throw unfaithful('table');
  return span;
};

/** End tags that the source leaves out at the end of a node, inner ones first. */
const closersOf = (node: TreeNode): string => {
  if (!isElement(node)) return '';
  const location = node.sourceCodeLocation;
  if (location?.endTag || isVoidTag(node.tagName)) return '';
  const last = childrenOf(node).at(-1);
  // An element that the source does not open needs no end either.
  return `${last ? closersOf(last) : ''}${location ? `</${node.tagName}>` : ''}`;
};

/** From where to where the elements of a piece stand in the source, wherever they ended up. */
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

/** Elements that the source opens or closes out of order do not stand where their parents stand. */
const refuseTangles = (element: TreeElement): void => {
  const bounds = placeOf(element);
  if (!bounds) throw unfaithful('nesting');
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
  visit(element, bounds.start, bounds.end);
};
