import type { Node as EditorNode } from '@tiptap/pm/model';
import type { NodeView } from '@tiptap/pm/view';
import type { Reason } from '../fidelity/reasons';

/** How much of a kept part is shown, in characters. */
const EXCERPT = 300;

const element = (tag: string, className: string, text = ''): HTMLElement => {
  const created = document.createElement(tag);
  created.className = className;
  created.textContent = text;
  return created;
};

const excerpt = (source: string): string =>
  source.length > EXCERPT ? `${source.slice(0, EXCERPT).trimEnd()} …` : source;

/** A part that is kept as it is: what it is, and its source as text. Nothing of it becomes an element here. */
export const keptView = (node: EditorNode, describe: (reason: Reason) => string): NodeView => {
  const label = describe(node.attrs['reason'] as Reason);
  const source = node.attrs['source'] as string;
  if (node.isInline) {
    const dom = element('span', 'html-kept-inline', label);
    dom.title = excerpt(source);
    dom.contentEditable = 'false';
    return { dom };
  }
  const dom = element('div', 'html-kept');
  dom.contentEditable = 'false';
  dom.append(element('div', 'html-kept-label', label), element('pre', 'html-kept-source', excerpt(source)));
  return { dom };
};

/** A video: its title and address. The player is not loaded. */
export const videoView = (node: EditorNode, untitled: string): NodeView => {
  const dom = element('div', 'html-video');
  dom.contentEditable = 'false';
  dom.append(
    element('span', 'html-video-sign', '▶'),
    element('span', 'html-video-title', (node.attrs['title'] as string) || untitled),
    element('span', 'html-video-address', node.attrs['src'] as string),
  );
  return { dom };
};

/** An image; where the panel may not load it (it shows only its own), its text and address. */
export const imageView = (node: EditorNode, withoutText: string): NodeView => {
  const dom = element('span', 'html-image');
  const image = document.createElement('img');
  image.referrerPolicy = 'no-referrer';
  image.loading = 'lazy';
  image.draggable = false;
  const caption = element('span', 'html-image-text');
  let source: string | null = null;
  const show = (shown: EditorNode) => {
    const { src, alt, width } = shown.attrs as {
      src: string | null;
      alt: string | null;
      width: string | null;
    };
    image.alt = alt ?? '';
    if (width && /^\d+$/.test(width)) image.width = Number(width);
    caption.textContent = `${alt || withoutText} · ${(src ?? '').slice(0, 200)}`;
    // Only another address is loaded anew.
    if (src === source) return;
    source = src;
    dom.classList.toggle('is-missing', !src);
    if (src) image.src = src;
  };
  image.addEventListener('error', () => dom.classList.add('is-missing'));
  dom.append(image, caption);
  show(node);
  return {
    dom,
    update(updated) {
      if (updated.type !== node.type) return false;
      show(updated);
      return true;
    },
    ignoreMutation: () => true,
  };
};
