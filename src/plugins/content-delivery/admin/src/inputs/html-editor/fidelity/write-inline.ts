import { Mark, type Node as EditorNode } from '@tiptap/pm/model';
import { escapeText } from './escape';
import { endTagOf, withAttributes } from './start-tag';
import { checkTime } from './tree';

/** The element of each mark that was made in the editor. */
const TAGS: Readonly<Record<string, string>> = {
  bold: 'strong',
  italic: 'em',
  strike: 's',
  underline: 'u',
  code: 'code',
  link: 'a',
};

/** The text of a paragraph, heading or the like as HTML. */
export const writeInline = (parent: EditorNode): string => {
  const leaves: EditorNode[] = [];
  parent.forEach((leaf) => leaves.push(leaf));
  const out: string[] = [];
  const open: Mark[] = [];
  const close = (count: number) => {
    while (open.length > count) out.push(endTagOf(startTagOf(open.pop() as Mark)));
  };
  const endOf = createEndOf(leaves);
  leaves.forEach((leaf, index) => {
    checkTime();
    if (!Mark.sameSet(leaf.marks, leaves[index - 1]?.marks ?? Mark.none)) {
      close(stillOpen(open, leaf.marks));
      const added = leaf.marks.filter((one) => !isIn(one, open));
      for (const mark of inOrder(added, (one) => endOf(one, index))) {
        out.push(startTagOf(mark));
        open.push(mark);
      }
    }
    out.push(writeLeaf(leaf));
  });
  close(0);
  return out.join('');
};

const placeOf = (mark: Mark): number | null => mark.attrs['at'] as number | null;

/** Most marks of a text are of one type, and differ by their place: attributes are compared only when that is the same. */
const isIn = (mark: Mark, set: readonly Mark[]): boolean =>
  set.some(
    (other) =>
      other === mark || (other.type === mark.type && placeOf(other) === placeOf(mark) && other.eq(mark)),
  );

/** Finds the leaf before which a mark ends. Each leaf is asked once for each mark, not again from the next leaf on. */
const createEndOf = (leaves: readonly EditorNode[]) => {
  const ends = new Map<Mark, number>();
  return (mark: Mark, from: number): number => {
    let end = ends.get(mark) ?? 0;
    if (end > from) return end;
    end = from;
    while (end < leaves.length && isIn(mark, (leaves[end] as EditorNode).marks)) end += 1;
    ends.set(mark, end);
    return end;
  };
};

/** How many of the open elements go on around the next leaf. */
const stillOpen = (open: readonly Mark[], marks: readonly Mark[]): number => {
  let count = 0;
  while (count < open.length && isIn(open[count] as Mark, marks)) count += 1;
  // An element of the source stays outside of those that it was around.
  const waiting = marks.filter((mark) => !isIn(mark, open.slice(0, count)));
  const outermost = Math.min(...waiting.map((mark) => placeOf(mark) ?? Infinity));
  const inside = open.slice(0, count).findIndex((mark) => (placeOf(mark) ?? -1) > outermost);
  return inside < 0 ? count : inside;
};

/** Outer marks first: those of the source as they were, each new one around what it outlasts. */
const inOrder = (marks: readonly Mark[], endOf: (mark: Mark) => number): Mark[] => {
  const known = marks.filter((mark) => placeOf(mark) !== null);
  const ordered = known.sort((a, b) => (placeOf(a) ?? 0) - (placeOf(b) ?? 0));
  for (const mark of marks) {
    if (placeOf(mark) !== null) continue;
    const inner = ordered.findIndex((other) => endOf(mark) > endOf(other));
    ordered.splice(inner < 0 ? ordered.length : inner, 0, mark);
  }
  return ordered;
};

const startTagOf = (mark: Mark): string => {
  const open = mark.attrs['open'] as string | null;
  if (mark.type.name === 'link') {
    const tag = open ?? '<a>';
    return withAttributes(tag, { href: (mark.attrs['href'] as string | null) ?? null });
  }
  return open ?? `<${TAGS[mark.type.name] ?? (mark.attrs['tag'] as string)}>`;
};

const writeLeaf = (leaf: EditorNode): string => {
  switch (leaf.type.name) {
    case 'text':
      return escapeText(leaf.text ?? '');
    case 'hardBreak':
      return (leaf.attrs['open'] as string | null) ?? '<br>';
    case 'image':
      return withAttributes((leaf.attrs['open'] as string | null) ?? '<img>', imageAttributes(leaf));
    default:
      return leaf.attrs['source'] as string;
  }
};

const imageAttributes = (image: EditorNode): Record<string, string | null> =>
  Object.fromEntries(
    ['src', 'alt', 'title', 'width', 'height'].map((name) => {
      const value = image.attrs[name] as string | number | null;
      return [name, value === null ? null : String(value)];
    }),
  );
