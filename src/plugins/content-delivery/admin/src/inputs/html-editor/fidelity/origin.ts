import type { Node as EditorNode } from '@tiptap/pm/model';

/** What a block of the opened document was in the source. */
export interface Origin {
  /** The block as it was opened; while it is equal to this, its source is given back. */
  node: EditorNode;
  source: string;
  /** White space and block editor comments around it that belong to it. */
  before: string;
  after: string;
  /** End tags that the source leaves out, for when something else comes to follow. */
  closers: string;
  /** Its place among its siblings. */
  index: number;
  isLast: boolean;
  /** Of a block with children: the usual white space between them, and what is after the last one. */
  inside: { gap: string; tail: string };
}

/** Where a paragraph without its own element is allowed. */
export type ParentKind = 'root' | 'li' | 'cell' | 'quote' | 'box';

const KINDS: Readonly<Record<string, ParentKind>> = {
  doc: 'root',
  listItem: 'li',
  tableCell: 'cell',
  tableHeader: 'cell',
  blockquote: 'quote',
  box: 'box',
};

export const parentKindOf = (parent: EditorNode): ParentKind => KINDS[parent.type.name] ?? 'box';
