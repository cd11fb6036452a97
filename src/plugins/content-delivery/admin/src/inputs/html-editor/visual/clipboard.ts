import { Extension } from '@tiptap/core';
import { DOMSerializer, Fragment, Slice } from '@tiptap/pm/model';
import { Plugin, PluginKey, type EditorState } from '@tiptap/pm/state';
import { videoAt } from '../fidelity/video';
import { clipboardMarks, clipboardNodes, clipboardParser, withBareText } from './clipboard-html';
import { findCopied, keepCopied } from './copied';
import { CODE_EDITOR, plainCodeIn } from '../pasted/plain-code';
import { newId } from '../../../shared/new-id';

const STAMP = 'data-html-copy';

/** Another one for each document that is opened: where blocks come from means nothing in another one. */
const openedDocument = new PluginKey<object>('openedDocument');

/** What was last copied or cut in this tab of the browser. */
let last: { id: string; slice: Slice; from: object | undefined } | null = null;

/**
 * Copying, cutting and pasting within the panel, also from tab to tab, keeps what HTML of the clipboard cannot carry:
 * attributes that the editor does not show, and parts that are kept as they are. What is copied gets a stamp; where the
 * stamp is pasted, the copied content itself goes in. Content of other pages has no such stamp and is read as any HTML.
 */
export const Clipboard = Extension.create<{ onVideo: (address: string) => void }>({
  name: 'losslessClipboard',
  // Before the links, which would take a pasted address as a link.
  priority: 1100,
  addOptions: () => ({ onVideo: () => undefined }),
  addProseMirrorPlugins() {
    const { editor, options } = this;
    const { schema } = editor;
    /** The stamp of what is being pasted. */
    let stamp: string | undefined;
    /** What an editor of code says of it. */
    let editorData = '';
    return [
      new Plugin<object>({
        key: openedDocument,
        state: { init: () => ({}), apply: (_transaction, opened) => opened },
        props: {
          clipboardSerializer: new StampingSerializer(clipboardNodes(schema), clipboardMarks(schema)),
          clipboardParser: clipboardParser(schema),
          handleDOMEvents: {
            paste(_view, { clipboardData }) {
              editorData = clipboardData?.getData(CODE_EDITOR) ?? '';
            },
          },
          clipboardTextParser(text) {
            const code = plainCodeIn(text, editorData);
            // What is undefined here is read as paragraphs.
            if (!code) return undefined as unknown as Slice;
            if (code.text.includes('\n')) {
              const block = schema.node('codeBlock', { language: code.language }, schema.text(code.text));
              return new Slice(Fragment.from(block), 0, 0);
            }
            const line = schema.node('paragraph', null, schema.text(code.text, [schema.mark('code')]));
            return new Slice(Fragment.from(line), 1, 1);
          },
          transformCopied(slice, { state }) {
            const id = newId();
            last = { id, slice, from: openedDocument.getState(state) };
            keepCopied(id, withoutOrigins(slice.toJSON()));
            return slice;
          },
          transformPastedHTML(html) {
            stamp = new RegExp(`${STAMP}="([\\w-]+)"`).exec(html)?.[1];
            return html;
          },
          transformPasted(slice, { state }) {
            const copied = stamp === undefined ? null : copiedAs(stamp, state);
            stamp = undefined;
            return copied ?? withBareText(slice);
          },
          handlePaste(view, event) {
            const pasted = event.clipboardData?.getData('text/plain') ?? '';
            const text = pasted.trim();
            const { $from, empty } = view.state.selection;
            // TipTap would make a block of each word from there, and of texts that are no code.
            if (text !== '' && event.clipboardData?.getData(CODE_EDITOR) && !$from.parent.type.spec.code) {
              return view.pasteText(pasted, new Event('paste') as ClipboardEvent);
            }
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

const copiedAs = (id: string, state: EditorState): Slice | null => {
  if (last?.id === id && last.from === openedDocument.getState(state)) return last.slice;
  try {
    const json = findCopied(id);
    return json === null ? null : Slice.fromJSON(state.schema, json);
  } catch {
    // Of a panel with other nodes. Its HTML is read as any other.
    return null;
  }
};

/** Without where in its text each block was: the number of another one in the text that it comes into. */
const withoutOrigins = (json: unknown): unknown => {
  if (Array.isArray(json)) return json.map(withoutOrigins);
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(
    Object.entries(json).flatMap(([name, value]) =>
      name === 'origin' ? [] : [[name, withoutOrigins(value)]],
    ),
  );
};

class StampingSerializer extends DOMSerializer {
  override serializeFragment(
    fragment: Fragment,
    options?: { document?: Document },
    target?: HTMLElement | DocumentFragment,
  ): HTMLElement | DocumentFragment {
    const dom = super.serializeFragment(fragment, options, target);
    if (!target && dom.firstElementChild && last) dom.firstElementChild.setAttribute(STAMP, last.id);
    return dom;
  }
}
