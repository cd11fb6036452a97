import { attributeOf, isElement, isText, type TreeElement, type TreeNode } from '../fidelity/tree';
import { elementOf, isHidden, textNode } from './nodes';
import { stylesOf } from './styles';
import { isBlockTag } from '../../../shared/html-vocabulary';

const CODE_FONT = /mono|courier|consolas|menlo|monaco|\bcode\b/i;

/** A `pre`, or what an editor of code writes in its place: a box whose spaces and line breaks count, in a font for code. */
export const isCode = (node: TreeElement): boolean => {
  if (node.tagName === 'pre') return true;
  if (node.tagName !== 'div') return false;
  const styles = stylesOf(node);
  return /^(pre|break-spaces)/i.test(styles.get('white-space') ?? '') && CODE_FONT.test(fontOf(styles));
};

const fontOf = (styles: ReadonlyMap<string, string>): string =>
  styles.get('font-family') ?? styles.get('font') ?? '';

/** The code in it as one block, spaces and empty lines as they were; of an editor, a single line is code in a line of text. */
export const codeOf = (element: TreeElement): TreeNode[] => {
  const lines = linesOf(element);
  const text = lines.join('\n').replaceAll('\u00a0', ' ');
  if (text.trim() === '') return [];
  if (element.tagName !== 'pre' && lines.length === 1) return [elementOf('code', [textNode(text.trim())])];
  const language = languageOf(element);
  return [
    elementOf('pre', [
      elementOf('code', [textNode(text)], language === null ? {} : { class: `language-${language}` }),
    ]),
  ];
};

/** Lines end at a line break of the text, at `br`, and where a block within ends. */
const linesOf = (element: TreeElement): string[] => {
  const lines = [''];
  let isEnded = false;
  const add = (text: string) => {
    if (isEnded) lines.push('');
    isEnded = false;
    const [first = '', ...more] = text.split('\n');
    lines[lines.length - 1] += first;
    lines.push(...more);
  };
  const read = (node: TreeNode): void => {
    if (isText(node) && node.value !== '') add(node.value);
    if (!isElement(node) || isHidden(node)) return;
    if (node.tagName === 'br') {
      add('');
      isEnded = true;
      return;
    }
    if (!isBlockTag(node.tagName)) return node.childNodes.forEach(read);
    if (lines.at(-1) !== '') isEnded = true;
    if (node.childNodes.length === 0) add('');
    node.childNodes.forEach(read);
    isEnded = true;
  };
  element.childNodes.forEach(read);
  while (lines.length > 1 && lines.at(-1)?.trim() === '') lines.pop();
  return lines;
};

/** As highlighters write it into a class: `language-js`, `lang-js`, GitHub's `highlight-source-js`. */
const languageOf = (element: TreeElement): string | null => {
  const found = /(?:^|\s)(?:language|lang|highlight-source)-([\w+#.-]+)/.exec(
    attributeOf(element, 'class') ?? '',
  )?.[1];
  if (found) return found;
  const children = element.childNodes.filter(isElement);
  const [only] = children;
  return children.length === 1 && only ? languageOf(only) : null;
};
