import type { Mark, Node as EditorNode } from '@tiptap/pm/model';
import type { Opening } from './opening';
import { reasonFor, unfaithful } from './reasons';
import {
  childrenOf,
  attributeOf,
  checkTime,
  isComment,
  isElement,
  isText,
  placeOf,
  type TreeElement,
  type TreeNode,
} from './tree';
import { isBlockTag, isInlineTag, isVoidTag, markOfTag } from '../../../shared/html-vocabulary';

/** Around one word. Each word has all of its own. */
const MAX_MARKS = 30;

/** Reads the text of a paragraph, heading or the like into the editor's document. */
export const createInlineReader = ({ schema, startTag, sourceOf }: Opening) => {
  const markFor = (element: TreeElement, marks: readonly Mark[]): Mark => {
    const { tagName } = element;
    const href = attributeOf(element, 'href');
    const attributes = { open: startTag(element), at: placeOf(element)?.start ?? 0 };
    const known = tagName === 'a' && href !== undefined ? 'link' : markOfTag(tagName);
    // The same kind twice around a word: the inner one is kept as an element without a button.
    if (!known || marks.some((mark) => mark.type.name === known))
      return schema.mark('inlineTag', { ...attributes, tag: tagName });
    return schema.mark(known, known === 'link' ? { ...attributes, href } : attributes);
  };

  return (nodes: readonly TreeNode[]): EditorNode[] => {
    const leaves: EditorNode[] = [];
    let afterSpace = true;

    const trimEnd = () => {
      const last = leaves.at(-1);
      if (!last?.isText || !last.text?.endsWith(' ')) return;
      leaves.pop();
      const text = last.text.slice(0, -1);
      if (text !== '') leaves.push(schema.text(text, last.marks));
    };
    const addText = (value: string, marks: readonly Mark[]) => {
      const text = value
        .replace(/[ \t\n\f\r]+/g, ' ')
        .slice(afterSpace && /^[ \t\n\f\r]/.test(value) ? 1 : 0);
      if (text === '') return;
      leaves.push(schema.text(text, marks));
      afterSpace = text.endsWith(' ');
    };
    const addKept = (node: TreeNode, marks: readonly Mark[]) => {
      // Words that come behind it would get into it.
      if (
        isElement(node) &&
        !isVoidTag(node.tagName) &&
        !node.sourceCodeLocation?.endTag &&
        !isSelfClosed(sourceOf(node))
      )
        throw unfaithful('nesting');
      const attributes = { source: sourceOf(node), reason: reasonFor(node) };
      leaves.push(schema.node('keptInline', attributes, undefined, marks));
      afterSpace = false;
    };

    const read = (node: TreeNode, marks: readonly Mark[]): void => {
      checkTime();
      if (isText(node)) return addText(node.value, marks);
      if (isComment(node) || !isElement(node)) return addKept(node, marks);
      const { tagName } = node;
      if (tagName === 'br') {
        trimEnd();
        leaves.push(schema.node('hardBreak', { open: sourceOf(node) }, undefined, marks));
        afterSpace = true;
      } else if (tagName === 'img') {
        leaves.push(
          schema.node('image', { ...imageAttributes(node), open: sourceOf(node) }, undefined, marks),
        );
        afterSpace = false;
      } else if (isInlineTag(tagName) && childrenOf(node).length > 0) {
        refuseStyledSpaces(node);
        if (marks.length === MAX_MARKS) throw unfaithful('nesting');
        const inside = markFor(node, marks).addToSet(marks);
        for (const child of childrenOf(node)) read(child, inside);
      } else {
        refuseBlocksIn(node);
        addKept(node, marks);
      }
    };

    for (const node of nodes) {
      if (isElement(node) && isInlineTag(node.tagName)) refuseBlocksIn(node);
      read(node, []);
    }
    trimEnd();
    return leaves;
  };
};

const imageAttributes = (image: TreeElement): Record<string, string | null> =>
  Object.fromEntries(
    ['src', 'alt', 'title', 'width', 'height'].map((name) => [name, attributeOf(image, name) ?? null]),
  );

/** An element of a drawing or formula that is written as `<path/>`; the parser takes it so in these only. */
const isSelfClosed = (source: string): boolean => /^<(?:svg|math)\b[^>]*\/>$/i.test(source);

const refuseBlocksIn = (element: TreeElement): void => {
  if (!isInlineTag(element.tagName)) return;
  for (const child of childrenOf(element)) {
    if (!isElement(child)) continue;
    if (isBlockTag(child.tagName)) throw unfaithful('blocks-in-line', element.tagName);
    refuseBlocksIn(child);
  }
};

/** Spaces that a style makes count would be lost, as the editor collapses them. */
export const refuseStyledSpaces = (element: TreeElement): void => {
  if (/white-space|text-wrap/i.test(attributeOf(element, 'style') ?? '')) throw unfaithful('spaces');
};
