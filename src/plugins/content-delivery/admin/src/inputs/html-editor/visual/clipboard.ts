import { Extension } from '@tiptap/core';
import { DOMSerializer, type Fragment, type Slice } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { videoAt } from '../fidelity/video';

const STAMP = 'data-html-copy';

/** What was last copied or cut in this tab of the browser. */
const last: { id: string; slice: Slice | null } = { id: '', slice: null };

/**
 * Cutting and pasting within the panel keeps what HTML of the clipboard cannot carry: attributes that the editor
 * does not show, and parts that are kept as they are. What is copied gets a stamp; where the stamp is pasted,
 * the copied content itself goes in. Content of other pages has no such stamp and is read as any HTML.
 */
export const Clipboard = Extension.create<{ onVideo: (address: string) => void }>({
  name: 'losslessClipboard',
  // Before the links, which would take a pasted address as a link.
  priority: 1100,
  addOptions: () => ({ onVideo: () => undefined }),
  addProseMirrorPlugins() {
    const { editor, options } = this;
    const serializer = new StampingSerializer(
      DOMSerializer.nodesFromSchema(editor.schema),
      DOMSerializer.marksFromSchema(editor.schema),
    );
    return [
      new Plugin({
        props: {
          clipboardSerializer: serializer,
          transformCopied(slice) {
            last.id = crypto.randomUUID();
            last.slice = slice;
            return slice;
          },
          handlePaste(view, event) {
            const html = event.clipboardData?.getData('text/html') ?? '';
            const stamp = /data-html-copy="([\w-]+)"/.exec(html)?.[1];
            if (
              stamp &&
              stamp === last.id &&
              last.slice &&
              last.slice.content.firstChild?.type.schema === view.state.schema
            ) {
              view.dispatch(view.state.tr.replaceSelection(last.slice).scrollIntoView());
              return true;
            }
            const text = event.clipboardData?.getData('text/plain').trim() ?? '';
            const { $from, empty } = view.state.selection;
            const isAlone =
              empty && $from.parent.type.name === 'paragraph' && $from.parent.content.size === 0;
            if (!isAlone || /\s/.test(text) || !/^https?:\/\//i.test(text) || !videoAt(text)) return false;
            options.onVideo(text);
            return true;
          },
        },
      }),
    ];
  },
});

class StampingSerializer extends DOMSerializer {
  override serializeFragment(
    fragment: Fragment,
    options?: { document?: Document },
    target?: HTMLElement | DocumentFragment,
  ): HTMLElement | DocumentFragment {
    const dom = super.serializeFragment(fragment, options, target);
    if (!target && dom.firstElementChild) dom.firstElementChild.setAttribute(STAMP, last.id);
    return dom;
  }
}
