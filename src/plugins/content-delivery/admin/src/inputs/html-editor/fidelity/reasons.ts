import { isInlineTag } from '../../../shared/html-vocabulary';
import { isComment, isElement, type TreeNode } from './tree';

/** Why a part of the HTML is kept as it is. The panel has a sentence for each. */
export type ReasonKind =
  | 'blocks-in-line'
  | 'code'
  | 'comment'
  | 'custom-element'
  | 'drawing'
  | 'element'
  | 'embed'
  | 'empty'
  | 'form'
  | 'liquid'
  | 'list'
  | 'media'
  | 'nesting'
  | 'open-end'
  | 'picture'
  | 'ruby'
  | 'script'
  | 'spaces'
  | 'style'
  | 'table'
  | 'template'
  | 'unusual'
  | 'wordpress-block';

export interface Reason {
  kind: ReasonKind;
  /** What the part is called, where that helps: the name of an element, the host of an embed. */
  name: string;
}

/** A part of the HTML that visual mode cannot show without changing it. */
export class Unfaithful extends Error {
  constructor(readonly reason: Reason) {
    super(`${reason.kind} ${reason.name}`);
  }
}

export const unfaithful = (kind: ReasonKind, name = ''): Unfaithful => new Unfaithful({ kind, name });

const KINDS: Readonly<Record<string, ReasonKind>> = {
  script: 'script',
  noscript: 'script',
  style: 'style',
  link: 'style',
  iframe: 'embed',
  embed: 'embed',
  object: 'embed',
  video: 'media',
  audio: 'media',
  picture: 'picture',
  svg: 'drawing',
  canvas: 'drawing',
  math: 'drawing',
  form: 'form',
  fieldset: 'form',
  button: 'form',
  input: 'form',
  label: 'form',
  select: 'form',
  textarea: 'form',
  ruby: 'ruby',
  template: 'template',
};

/** Why an element (or a comment) that visual mode does not know, or that has nothing in it, is kept as it is. */
export const reasonFor = (node: TreeNode): Reason => {
  if (isComment(node)) return { kind: /^\s*wp:/.test(node.data) ? 'wordpress-block' : 'comment', name: '' };
  if (!isElement(node)) return { kind: 'unusual', name: '' };
  const { tagName } = node;
  if (isInlineTag(tagName)) return { kind: 'empty', name: tagName };
  const kind = Object.hasOwn(KINDS, tagName) ? KINDS[tagName] : undefined;
  if (kind === 'embed') return { kind, name: hostOf(node.attrs.find(({ name }) => name === 'src')?.value) };
  if (kind) return { kind, name: tagName };
  return { kind: tagName.includes('-') ? 'custom-element' : 'element', name: tagName };
};

const hostOf = (address = ''): string => {
  try {
    return new URL(address, 'https://.invalid').hostname.replace(/^\.invalid$/, '');
  } catch {
    return '';
  }
};
