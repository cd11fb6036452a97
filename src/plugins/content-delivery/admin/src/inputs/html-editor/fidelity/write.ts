import type { Node as EditorNode } from '@tiptap/pm/model';
import { escapeText } from './escape';
import { parentKindOf, type Origin } from './origin';
import { attributeIn, endTagOf, renamed, withAttributes } from './start-tag';
import { checkTime } from './tree';
import { videoElement } from './video';
import { writeInline } from './write-inline';

export interface Inside {
  gap: string;
  tail: string;
}

/**
 * Writes documents of the editor as HTML. A block that is as it was opened comes out as it stood in the source,
 * with the white space around it; of a changed block, its unchanged parts.
 *
 * @param origins what the blocks were in the source, by their attribute `origin`
 * @param rewriteAll rewrite every block, for comparing with the source
 */
export const createWriter = (origins: readonly Origin[], rewriteAll = false) => {
  const originOf = (node: EditorNode): Origin | undefined =>
    origins[(node.attrs['origin'] as number | null) ?? -1];

  const isUnchanged = (node: EditorNode, origin: Origin | undefined): origin is Origin =>
    !rewriteAll && origin !== undefined && (node === origin.node || node.eq(origin.node));

  /** Whether a paragraph without an element would flow together with what is on one side of it. */
  const flowsInto = (parent: EditorNode, from: number, step: 1 | -1): boolean => {
    // A comment between them parts nothing.
    let index = from + step;
    while (index >= 0 && isComment(parent.maybeChild(index))) index += step;
    const node = index < 0 ? null : parent.maybeChild(index);
    if (!node) return false;
    const [own, other] = [originOf(parent.child(from)), originOf(node)];
    // Side by side in the source already.
    if (own && other && other.index - own.index === index - from) return false;
    if (node.type.name === 'keptBlock') return Boolean(node.attrs['inLine']);
    if (node.type.name === 'video') return true;
    return node.type.name === 'paragraph' && node.attrs['bare'] === parentKindOf(parent);
  };

  /** Whether a paragraph is written without an element around its text. */
  const isBare = (parent: EditorNode, index: number): boolean => {
    const node = parent.child(index);
    if (node.type.name !== 'paragraph') return false;
    const kind = parentKindOf(parent);
    // An empty one would leave no trace, unless it is all there is in a list item or cell.
    const isAlone = parent.childCount === 1 && (kind === 'li' || kind === 'cell');
    if (node.content.size === 0 && !isAlone) return false;
    if (node.attrs['bare'] === kind) return !flowsInto(parent, index, -1) && !flowsInto(parent, index, 1);
    // A list item or cell made here holds its text as most people write it.
    const isTight = kind === 'li' || kind === 'cell';
    if (!isTight || (originOf(node) && originOf(parent))) return false;
    if (!isPlain(node.attrs['open'] as string | null)) return false;
    let paragraphs = 0;
    parent.forEach((child) => (paragraphs += child.type.name === 'paragraph' ? 1 : 0));
    return paragraphs === 1 && index === 0;
  };

  /** The children of a node, with what is between them. */
  const writeChildren = (parent: EditorNode, inside: Inside): string => {
    const out: string[] = [];
    let previous: Origin | undefined;
    parent.forEach((node, _offset, index) => {
      const origin = originOf(node);
      out.push(gapBefore(index, origin, previous, inside.gap));
      const bare = isBare(parent, index);
      if (isUnchanged(node, origin) && bare === isWrittenBare(node)) {
        out.push(origin.source);
        if (parent.maybeChild(index + 1) && !isFollowed(parent, index, origin)) out.push(origin.closers);
      } else if (bare) out.push(writeInline(node));
      else {
        const written = writeBlock(node);
        // An end tag that the source leaves out here stays out.
        const isOpen = origin?.closers && node.type === origin.node.type && isFollowed(parent, index, origin);
        out.push(isOpen ? written.replace(/<\/[^<>]*>$/, '') : written);
      }
      if (origin) out.push(origin.after);
      previous = origin;
    });
    out.push(inside.tail);
    return out.join('');
  };

  /** Whether a block is followed by what followed it in the source, which ends it in the same way. */
  const isFollowed = (parent: EditorNode, index: number, origin: Origin): boolean => {
    const next = parent.maybeChild(index + 1);
    if (!next) return origin.isLast;
    const follower = originOf(next);
    return follower !== undefined && follower.index === origin.index + 1 && follower.node.type === next.type;
  };

  const writeBlock = (node: EditorNode): string => {
    checkTime();
    const open = node.attrs['open'] as string | null;
    const inside = originOf(node)?.inside ?? { gap: '', tail: '' };
    const around = (tag: string, content: string): string => {
      const start = open === null ? `<${tag}>` : renamed(open, tag);
      return `${start}${content}${endTagOf(start)}`;
    };
    switch (node.type.name) {
      case 'paragraph':
        return around('p', writeInline(node));
      case 'heading':
        return around(`h${node.attrs['level']}`, writeInline(node));
      case 'bulletList':
        return around('ul', writeChildren(node, inside));
      case 'orderedList':
        return writeOrderedList(node, inside);
      case 'listItem':
        return around('li', writeChildren(node, inside));
      case 'blockquote':
        return around('blockquote', writeChildren(node, inside));
      case 'box':
        return around(node.attrs['tag'] as string, writeChildren(node, inside));
      case 'codeBlock':
        return writeCode(node);
      case 'horizontalRule':
        return open ?? '<hr>';
      case 'table':
        return writeTable(node);
      case 'tableRow':
        return around('tr', writeChildren(node, inside));
      case 'tableCell':
        return writeCell('td', node, inside);
      case 'tableHeader':
        return writeCell('th', node, inside);
      case 'video':
        return (
          (node.attrs['source'] as string | null) ??
          videoElement(node.attrs as { src: string; title: string })
        );
      case 'keptBlock':
        return node.attrs['source'] as string;
      default:
        throw new Error(`No HTML for ${node.type.name}`);
    }
  };

  const writeOrderedList = (node: EditorNode, inside: Inside): string => {
    const open = renamed((node.attrs['open'] as string | null) ?? '<ol>', 'ol');
    const start = node.attrs['start'] as number;
    const written = attributeIn(open, 'start');
    const tag =
      (written === null ? 1 : Number.parseInt(written, 10)) === start
        ? open
        : withAttributes(open, { start: String(start) });
    return `${tag}${writeChildren(node, inside)}${endTagOf(tag)}`;
  };

  const writeCode = (node: EditorNode): string => {
    const open = node.attrs['open'] as string | null;
    const openCode = node.attrs['openCode'] as string | null;
    const text = escapeText(node.textContent);
    const start = open === null ? '<pre>' : renamed(open, 'pre');
    // The parser drops a line break that comes first.
    if (open !== null && openCode === null)
      return `${start}${text.startsWith('\n') ? '\n' : ''}${text}${endTagOf(start)}`;
    const language = node.attrs['language'] as string | null;
    const code =
      openCode ?? (language ? withAttributes('<code>', { class: `language-${language}` }) : '<code>');
    return `${start}${code}${text}${endTagOf(code)}${endTagOf(start)}`;
  };

  const writeCell = (tag: 'td' | 'th', node: EditorNode, inside: Inside): string => {
    const open = renamed((node.attrs['open'] as string | null) ?? `<${tag}>`, tag);
    const spans: Record<string, string | null> = {};
    for (const name of ['colspan', 'rowspan']) {
      const value = Number(node.attrs[name]);
      const written = attributeIn(open, name);
      if ((written === null ? 1 : Number(written)) !== value)
        spans[name] = value === 1 ? null : String(value);
    }
    const start = withAttributes(open, spans);
    return `${start}${writeChildren(node, inside)}${endTagOf(start)}`;
  };

  const writeTable = (node: EditorNode): string => {
    const open = (node.attrs['open'] as string | null) ?? '<table>';
    const origin = originOf(node);
    const content =
      !rewriteAll && origin && hasRowsOf(node, origin.node)
        ? writeChildren(node, origin.inside)
        : (node.attrs['lead'] as string) + writeGroups(node, origin?.inside.gap ?? '');
    return `${open}${content}${endTagOf(open)}`;
  };

  /** Whether the rows are those of the source in their order, so that what is between them can stay. */
  const hasRowsOf = (table: EditorNode, opened: EditorNode): boolean => {
    if (table.childCount !== opened.childCount) return false;
    for (let index = 0; index < table.childCount; index += 1)
      if (table.child(index).attrs['origin'] !== opened.child(index).attrs['origin']) return false;
    return true;
  };

  /** Rows in their groups; a new table gets a head for its header rows. */
  const writeGroups = (table: EditorNode, gap: string): string => {
    const groups = table.attrs['groups'] as readonly string[];
    const out: string[] = [];
    let current: string | null = null;
    let inGroup: number | null = null;
    table.forEach((row, _offset, index) => {
      const group = groups.length > 0 ? ((row.attrs['group'] as number | null) ?? inGroup ?? 0) : null;
      const isHead = group === null && headerRows(table) > index;
      const start: string = group === null ? (isHead ? '<thead>' : '<tbody>') : (groups[group] ?? '<tbody>');
      if (start !== current || group !== inGroup) {
        if (current !== null) out.push(`${endTagOf(current)}${gap}`);
        out.push(start);
        current = start;
        inGroup = group;
      }
      const origin = originOf(row);
      out.push(gap, isUnchanged(row, origin) ? origin.source + origin.closers : writeBlock(row));
    });
    if (current !== null) out.push(`${gap}${endTagOf(current)}${gap}`);
    return out.join('');
  };

  return { document: (doc: EditorNode, inside: Inside) => writeChildren(doc, inside), block: writeBlock };
};

const isComment = (node: EditorNode | null): boolean => {
  if (node?.type.name !== 'keptBlock') return false;
  const source = node.attrs['source'] as string;
  return source.startsWith('<!--') && source.indexOf('-->', 4) === source.length - 3;
};

const isPlain = (open: string | null): boolean => open === null || /^<p\s*>$/i.test(open);

/** A paragraph without its own start tag was written without an element. */
const isWrittenBare = (node: EditorNode): boolean =>
  node.type.name === 'paragraph' && node.attrs['open'] === null;

const gapBefore = (
  index: number,
  origin: Origin | undefined,
  previous: Origin | undefined,
  usual: string,
): string => {
  if (!origin) return index === 0 ? '' : usual;
  if (index === 0) return origin.index === 0 ? origin.before : origin.before.trimStart();
  // A second half of a split block: the first one has the place of the whole.
  if (origin.index === 0 || origin === previous) return usual + origin.before.trimStart();
  return origin.before;
};

/** How many rows at the top of a table are made of header cells only. */
const headerRows = (table: EditorNode): number => {
  let count = 0;
  for (; count < table.childCount; count += 1) {
    let isHeader = true;
    table.child(count).forEach((cell) => (isHeader &&= cell.type.name === 'tableHeader'));
    if (!isHeader) break;
  }
  return count < table.childCount ? count : 0;
};
