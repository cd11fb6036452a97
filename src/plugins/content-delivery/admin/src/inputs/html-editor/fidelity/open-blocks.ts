import type { Node as EditorNode } from '@tiptap/pm/model';
import type { FlowReader } from './open-flow';
import { refuseStyledSpaces } from './open-inline';
import { createTableReader } from './open-table';
import { elementsIn, type Opening, type Piece } from './opening';
import type { ParentKind } from './origin';
import { reasonFor, Unfaithful, unfaithful } from './reasons';
import { attributeOf, isElement, isText, type TreeElement } from './tree';
import { isBoxTag } from '../../../shared/html-vocabulary';

/** Makes the block of an element: a text, a list, a quotation, code, a table, a box. */
export const createBlockReader = (opening: Opening, flow: FlowReader) => {
  const { schema, originated, startTag, areaOf } = opening;
  const { readFlow, placeBlocks, elementPiece, readInline } = flow;

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

  const readTable = createTableReader(opening, flow, readHolder);

  return (element: TreeElement, piece: Piece): EditorNode => {
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
};
