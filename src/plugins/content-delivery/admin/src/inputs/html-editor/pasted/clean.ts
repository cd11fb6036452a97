import { serialize } from 'parse5';
import { ownOf } from '../../../../../contracts/own';
import { attributeOf, isElement, isText, parseHtml, type TreeElement, type TreeNode } from '../fidelity/tree';
import { elementOf, contains, isBlock, isHidden, isList, isUnseen, isWhite, textNode, textOf } from './nodes';
import { withOnlineLists } from './online-lists';
import { isOutOfReach, isPictureData, isWeb, newMarker, type PastedPicture } from './pictures';
import { picturesInRtf } from './rtf-pictures';
import { codeOf, isCode } from './code';
import { formatsOf, isFormatting, type Format } from './styles';
import { isMarker, listFormatsIn, withWordLists } from './word-lists';

/** Pasted HTML as the editor takes it in. */
export interface CleanHtml {
  html: string;
  /** Pictures in it, for each of which a marker stands in the HTML. */
  pictures: PastedPicture[];
  /** How many pictures the clipboard only names: Word's are files of the computer. */
  unreadable: number;
  /** Addresses of pictures that stay on the website that they come from, each once. */
  elsewhere: string[];
}

/** What of an element is kept. Nothing else has an effect in the editor. */
const ATTRIBUTES = new Set([
  'href',
  'src',
  'alt',
  'title',
  'width',
  'height',
  'colspan',
  'rowspan',
  'start',
  'srcdoc',
]);

/** Office programs part paragraphs by empty ones. */
const OFFICE = /\bmso-|class="?'?Mso|docs-internal-guid-|LibreOffice|OpenOffice|Cocoa HTML Writer/i;

interface Around {
  /** What the words have already. */
  formats: ReadonlySet<Format>;
  isInLink: boolean;
  /** Within an item of one of Word's lists: its sign goes. */
  isInItem: boolean;
  keepsSpaces: boolean;
}

/**
 * HTML of the clipboard without what only the program knows that it comes from: Word, Google Docs, LibreOffice, Pages.
 * Lists become lists, looks become formats, pictures are handed over, all text stays.
 * @param rtf the same in RTF, where Word has the pictures
 */
export const cleanPasted = (source: string, rtf = ''): CleanHtml => {
  const nodes = parseHtml(source);
  const formats = listFormatsIn(styleSheetsIn(nodes));
  const isOffice = OFFICE.test(source);
  const pictures: PastedPicture[] = [];
  let unreadable = 0;
  const elsewhere = new Set<string>();
  const named = rtf === '' ? 0 : picturesOutOfReach(nodes);
  const inRtf = named === 0 ? [] : picturesInRtf(rtf);
  // One for each, or it is not known which is which.
  const isInRtf = named > 0 && inRtf.length === named;
  let outOfReach = 0;

  const handOver = (element: TreeElement, data: string): TreeNode[] => {
    const marker = newMarker();
    pictures.push({ marker, data, alt: attributeOf(element, 'alt') ?? '' });
    return [elementOf('img', [], { src: marker })];
  };
  const cleanPicture = (element: TreeElement): TreeNode[] => {
    const src = addressOf(element);
    if (isCheckbox(element)) return [];
    if (isPictureData(src)) return handOver(element, src);
    if (!isOutOfReach(src)) {
      const address = src.replace(/^\/\//, 'https://');
      if (isWeb(address)) elsewhere.add(address);
      return [elementOf('img', [], { ...keptAttributes(element), src: address })];
    }
    const data = isInRtf ? inRtf[outOfReach] : null;
    outOfReach += 1;
    if (data) return handOver(element, data);
    unreadable += 1;
    return [];
  };

  const clean = (node: TreeNode, around: Around): TreeNode[] => {
    if (isText(node)) return [textNode(node.value)];
    if (!isElement(node) || isHidden(node)) return [];
    if (around.isInItem && isMarker(node)) return [];
    const { tagName } = node;
    if (tagName === 'img') return cleanPicture(node);
    if (tagName === 'br') return isInterchange(node) ? [] : [elementOf('br', [])];
    if (isCode(node)) return codeOf(node);
    if (tagName.includes(':')) return cleanAll(node.childNodes, around);
    if (isFormatting(tagName)) return cleanFormatted(node, around);
    if (tagName === 'a' && isNote(node)) return cleanNote(node, around);
    if (tagName === 'a' && !isUsableLink(node)) return cleanAll(node.childNodes, around);

    const inside: Around = {
      ...around,
      formats: /^h[1-6]$/.test(tagName) ? new Set<Format>([...around.formats, 'strong']) : around.formats,
      isInLink: around.isInLink || tagName === 'a',
      keepsSpaces: around.keepsSpaces || tagName === 'textarea',
    };
    const children = cleanAll(node.childNodes, inside);
    if (isOffice && tagName === 'p' && isEmpty(children)) return [];
    return [elementOf(tagName, isList(node) ? itemsOf(children) : children, keptAttributes(node))];
  };

  /** The sign of a footnote stays; what it leads to has no address here. */
  const cleanNote = (element: TreeElement, around: Around): TreeNode[] => {
    const isRaised = around.formats.has('sup') || !leadsToNote(element);
    const formats = isRaised ? around.formats : new Set<Format>([...around.formats, 'sup']);
    const children = cleanAll(element.childNodes, { ...around, formats });
    return isRaised ? children : [elementOf('sup', children)];
  };

  const cleanFormatted = (element: TreeElement, around: Around): TreeNode[] => {
    const own = formatsOf(element).filter(
      // A link is underlined anyway.
      (format) => !around.formats.has(format) && !(format === 'u' && around.isInLink),
    );
    const children = cleanAll(element.childNodes, {
      ...around,
      formats: new Set([...around.formats, ...own]),
    });
    if (children.every((child) => isText(child) && isWhite(child.value))) return children;
    return own.reduceRight((inner, format) => [elementOf(format, inner)], children);
  };

  const cleanAll = (children: readonly TreeNode[], around: Around): TreeNode[] => {
    const inItem = { ...around, isInItem: true };
    return withoutSpacers(
      withWordLists(
        withOnlineLists(children),
        formats,
        (paragraph) => cleanAll(paragraph.childNodes, inItem),
        (node) => clean(node, around),
      ),
      around.keepsSpaces,
    );
  };

  const outside: Around = {
    formats: new Set(),
    isInLink: false,
    isInItem: false,
    keepsSpaces: false,
  };
  const cleaned = cleanAll(nodes, outside);
  return { html: serialize(elementOf('div', cleaned)), pictures, unreadable, elsewhere: [...elsewhere] };
};

const addressOf = (image: TreeElement): string => (attributeOf(image, 'src') ?? '').trim();

/** The box before an item of a checklist of Google Docs, which is no picture of the text. */
const isCheckbox = (image: TreeElement): boolean =>
  attributeOf(image, 'aria-roledescription') === 'checkbox' ||
  (isPictureData(addressOf(image)) && /^(un)?checked$/.test(attributeOf(image, 'alt') ?? ''));

/** How many pictures the HTML only names. */
const picturesOutOfReach = (nodes: readonly TreeNode[]): number =>
  nodes.reduce((sum, node) => {
    if (!isElement(node) || isHidden(node)) return sum;
    if (node.tagName === 'img') return sum + (!isCheckbox(node) && isOutOfReach(addressOf(node)) ? 1 : 0);
    return sum + picturesOutOfReach(node.childNodes);
  }, 0);

/** Footnotes, endnotes and comments, and the way back from them: of Word, Google Docs and LibreOffice. */
const NOTE = /^#(_(ftn|edn|msocom_)|ftnt|cmnt|sd(foot|end)note)/i;
const isNote = (link: TreeElement): boolean => NOTE.test(attributeOf(link, 'href') ?? '');
/** False for the sign before the note itself, which leads back. */
const leadsToNote = (link: TreeElement): boolean => !/ref|anc$/i.test(attributeOf(link, 'href') ?? '');

const styleSheetsIn = (nodes: readonly TreeNode[]): string =>
  nodes
    .map((node) => {
      if (!isElement(node)) return '';
      return node.tagName === 'style' ? textOf(node) : styleSheetsIn(node.childNodes);
    })
    .join('\n');

/** The same of single elements, as they say nothing without it. */
const ATTRIBUTES_OF: Readonly<Record<string, string>> = {
  bdi: 'dir',
  bdo: 'dir',
  data: 'value',
  time: 'datetime',
};

const keptAttributes = ({ tagName, attrs }: TreeElement): Record<string, string> =>
  Object.fromEntries(
    attrs
      .filter(({ name }) => ATTRIBUTES.has(name) || name === ownOf(ATTRIBUTES_OF, tagName))
      .map(({ name, value }) => [name, value]),
  );

/** Files of another computer are no links; neither is a mark that only other links point at. */
const isUsableLink = (element: TreeElement): boolean => {
  const href = attributeOf(element, 'href');
  return (
    href !== undefined &&
    !/^(file|javascript|vbscript|data|blob|about):/i.test(href.replace(/[^!-\uffff]/g, ''))
  );
};

/** What Chromium and Safari put behind what was copied. */
const isInterchange = (element: TreeElement): boolean =>
  attributeOf(element, 'class') === 'Apple-interchange-newline';

const isEmpty = (nodes: readonly TreeNode[]): boolean =>
  nodes.every((node) => isWhite(textOf(node))) && !contains(nodes, ({ tagName }) => tagName === 'img');

/** Lists within lists belong to the item before them; other things between items are items too. */
const itemsOf = (children: readonly TreeNode[]): TreeNode[] => {
  const items: TreeElement[] = [];
  for (const child of children) {
    if (isElement(child) && child.tagName === 'li') items.push(child);
    else if (isUnseen(child)) continue;
    else if (isList(child) && items.length > 0) {
      const last = items.at(-1) as TreeElement;
      child.parentNode = last;
      last.childNodes.push(child);
    } else items.push(elementOf('li', [child]));
  }
  return items;
};

/** Without line breaks that stand between paragraphs: they are empty lines of the page that was copied. */
const withoutSpacers = (nodes: readonly TreeNode[], keepsSpaces: boolean): TreeNode[] => {
  if (keepsSpaces || !nodes.some(isBlock)) return [...nodes];
  const seen = nodes.filter((node) => !isUnseen(node));
  const isSpacer = (node: TreeNode): boolean => isElement(node) && node.tagName === 'br';
  const isBetween = (node: TreeNode): boolean => {
    const at = seen.indexOf(node);
    let [before, after] = [at - 1, at + 1];
    while (before >= 0 && isSpacer(seen[before] as TreeNode)) before -= 1;
    while (after < seen.length && isSpacer(seen[after] as TreeNode)) after += 1;
    return (before < 0 || isBlock(seen[before])) && (after >= seen.length || isBlock(seen[after]));
  };
  return nodes.filter((node) => !isSpacer(node) || !isBetween(node));
};
