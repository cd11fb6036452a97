import { isBlockTag } from '../../shared/html-vocabulary';
import { PLUGIN_ID } from '../../shared/plugin-id';

interface ContentType {
  attributes: Record<string, { customField?: string }>;
}

/** Whether the texts of a field are HTML. */
export const isHtmlField = (contentType: ContentType | undefined, field: string): boolean =>
  contentType?.attributes[field]?.customField === `plugin::${PLUGIN_ID}.html`;

/** Cells of a row stand in one line. */
const isLine = ({ localName }: Element): boolean =>
  localName === 'br' || (isBlockTag(localName) && localName !== 'td' && localName !== 'th');

/** What readers see without words, and the text that names it. */
const MEDIA = {
  img: 'picture',
  video: 'video',
  audio: 'audio',
  iframe: 'embedded',
  embed: 'embedded',
  object: 'embedded',
} as const;

interface Medium {
  element: Element;
  kind: (typeof MEDIA)[keyof typeof MEDIA];
  /** What the editor calls it; empty for nothing. */
  label: string;
  address: string;
}

const mediaIn = (body: HTMLElement): Medium[] =>
  [...body.querySelectorAll(Object.keys(MEDIA).join(', '))].map((element) => {
    const kind = MEDIA[element.localName as keyof typeof MEDIA];
    const read = (name: string, of: Element | null = element) => of?.getAttribute(name)?.trim() || null;
    return {
      element,
      kind,
      label: read(kind === 'picture' ? 'alt' : 'title') ?? '',
      address: read('src') ?? read('data') ?? read('src', element.querySelector('source')) ?? '',
    };
  });

const fileNameOf = (address: string): string =>
  /^data:/i.test(address) ? '' : (/[^/]*$/.exec(address.replace(/[?#].*$/s, ''))?.[0] ?? '');

type Text = (key: string, values: { name: string }) => string;

/** @param isAmbiguous whether something else has the same label */
const nameOf = ({ kind, label, address }: Medium, isAmbiguous: boolean, text: Text): string => {
  const source = (kind === 'picture' ? fileNameOf(address) : address) || '…';
  if (label === '') return text(`history.${kind}`, { name: source });
  const name = isAmbiguous ? `${label}, ${source}` : label;
  return kind === 'picture' ? name : text(`history.${kind}`, { name });
};

const wordsIn = (body: HTMLElement): string => {
  for (const cell of body.querySelectorAll('td, th')) cell.append(' ');
  for (const element of body.querySelectorAll('*')) {
    if (!isLine(element)) continue;
    element.before('\n');
    element.after('\n');
  }
  return (body.textContent ?? '')
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
};

/**
 * The words of versions of an HTML text as readers see them, a line for each paragraph, with pictures and videos by their
 * names. Those that are not the same have other names. For browsers.
 */
export const visibleTexts = (versions: readonly string[], text: Text): string[] => {
  const addresses = new Map<string, Set<string>>();
  const keyOf = ({ kind, label }: Medium) => `${kind} ${label}`;
  const read = versions.map((html) => {
    const { body } = new DOMParser().parseFromString(html, 'text/html');
    for (const hidden of body.querySelectorAll('script, style, template, noscript')) hidden.remove();
    const media = mediaIn(body);
    for (const one of media)
      addresses.set(keyOf(one), new Set([...(addresses.get(keyOf(one)) ?? []), one.address]));
    return { body, media };
  });
  return read.map(({ body, media }) => {
    for (const one of media) {
      const isAmbiguous = (addresses.get(keyOf(one))?.size ?? 0) > 1;
      one.element.replaceWith(`[${nameOf(one, isAmbiguous, text)}] `);
    }
    return wordsIn(body);
  });
};
