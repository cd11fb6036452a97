import { Extension, type Editor, type Range } from '@tiptap/core';
import { Suggestion, type SuggestionProps } from '@tiptap/suggestion';
import { slashList } from './slash-list';

/** What is put in by a dialog of the editor. */
export type Insertion = 'image' | 'library' | 'video';

interface SlashMenuOptions {
  text(key: string, values?: Record<string, number>): string;
  onInsert(what: Insertion): void;
}

interface Entry {
  label: string;
  run(editor: Editor, range: Range): void;
}

/** What can begin at the caret, as the toolbar names it. */
const entriesOf = ({ text, onInsert }: SlashMenuOptions): readonly Entry[] => {
  type Chain = ReturnType<Editor['chain']>;
  const block = (label: string, change: (chain: Chain) => Chain): Entry => ({
    label,
    run: (editor, range) => change(editor.chain().focus().deleteRange(range)).run(),
  });
  const insertion = (what: Insertion): Entry => ({
    label: text(`tool.${what}`),
    run(editor, range) {
      editor.chain().focus().deleteRange(range).run();
      onInsert(what);
    },
  });
  const heading = (level: 2 | 3 | 4) =>
    block(text('style.heading', { level }), (chain) => chain.setHeading({ level }));
  return [
    heading(2),
    heading(3),
    heading(4),
    block(text('tool.bullet-list'), (chain) => chain.toggleBulletList()),
    block(text('tool.ordered-list'), (chain) => chain.toggleOrderedList()),
    block(text('tool.quote'), (chain) => chain.toggleBlockquote()),
    block(text('tool.code-block'), (chain) => chain.toggleCodeBlock()),
    block(text('tool.line'), (chain) => chain.setHorizontalRule()),
    block(text('tool.table'), (chain) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true })),
    insertion('image'),
    insertion('library'),
    insertion('video'),
  ];
};

const folded = (words: string): string =>
  words
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();

/** A menu of what can begin here, after a slash at the beginning of a paragraph. What is typed behind the slash narrows it. */
export const SlashMenu = Extension.create<SlashMenuOptions>({
  name: 'slashMenu',
  // Before the keys of lists and paragraphs.
  priority: 1000,
  addOptions: () => ({ text: (key) => key, onInsert: () => undefined }),
  addProseMirrorPlugins() {
    const { editor, options } = this;
    const entries = entriesOf(options);
    return [
      Suggestion<Entry, Entry>({
        editor,
        char: '/',
        allow: ({ state, range }) => {
          const $from = state.doc.resolve(range.from);
          return $from.parent.type.name === 'paragraph' && $from.parentOffset === 0;
        },
        items: ({ query }) => entries.filter(({ label }) => folded(label).includes(folded(query))),
        command: ({ range, props }) => props.run(editor, range),
        floatingUi: { strategy: 'fixed' },
        render: () => {
          let list: ReturnType<typeof slashList<Entry>> | null = null;
          let unmount = () => undefined as void;
          const show = (props: SuggestionProps<Entry, Entry>) => list?.show(props.items, props.command);
          return {
            onStart(props) {
              list = slashList<Entry>(editor.view.dom, options.text('slash-menu'));
              unmount = props.mount(list.element);
              show(props);
            },
            onUpdate: show,
            onKeyDown: ({ event }) => list?.onKey(event.key) ?? false,
            onExit() {
              unmount();
              list?.close();
              list = null;
            },
          };
        },
      }),
    ];
  },
});
