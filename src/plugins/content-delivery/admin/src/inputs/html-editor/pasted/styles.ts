import { attributeOf, type TreeElement } from '../fidelity/tree';

/** The declarations of an element's `style`, names in lower case. */
export const stylesOf = (element: TreeElement): ReadonlyMap<string, string> => {
  const styles = new Map<string, string>();
  for (const declaration of (attributeOf(element, 'style') ?? '').split(';')) {
    const colon = declaration.indexOf(':');
    if (colon > 0)
      styles.set(declaration.slice(0, colon).trim().toLowerCase(), declaration.slice(colon + 1).trim());
  }
  return styles;
};

const FORMATS = ['strong', 'em', 'u', 's', 'sup', 'sub'] as const;
/** How words look, as the element that says so. */
export type Format = (typeof FORMATS)[number];

const BY_TAG: Readonly<Record<string, Format>> = {
  b: 'strong',
  strong: 'strong',
  i: 'em',
  em: 'em',
  u: 'u',
  ins: 'u',
  s: 's',
  strike: 's',
  del: 's',
  sup: 'sup',
  sub: 'sub',
};

/** Elements around words that say nothing but how these look. */
export const isFormatting = (tag: string): boolean =>
  tag === 'span' || tag === 'font' || Object.hasOwn(BY_TAG, tag);

/** The formats of an element around words: by its name, and by its style, which may take back what the name says. */
export const formatsOf = (element: TreeElement): Format[] => {
  const found = new Set<Format>();
  const byTag = Object.hasOwn(BY_TAG, element.tagName) ? BY_TAG[element.tagName] : undefined;
  if (byTag) found.add(byTag);
  const styles = stylesOf(element);
  const set = (format: Format, isOn: boolean | null) => {
    if (isOn !== null) found[isOn ? 'add' : 'delete'](format);
  };
  const weight = styles.get('font-weight')?.toLowerCase();
  set('strong', weight === undefined ? null : /^bold/.test(weight) || Number(weight) >= 600);
  const slant = styles.get('font-style')?.toLowerCase();
  set('em', slant === undefined ? null : /^(italic|oblique)/.test(slant));
  const line =
    `${styles.get('text-decoration') ?? ''} ${styles.get('text-decoration-line') ?? ''}`.toLowerCase();
  if (line.includes('underline')) found.add('u');
  if (line.includes('line-through')) found.add('s');
  const height = styles.get('vertical-align')?.toLowerCase();
  if (height === 'super') found.add('sup');
  if (height === 'sub') found.add('sub');
  return FORMATS.filter((format) => found.has(format));
};
