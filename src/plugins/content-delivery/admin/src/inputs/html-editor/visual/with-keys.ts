import { joinBackward, selectNodeBackward, splitBlock } from '@tiptap/pm/commands';
import type { Node } from '@tiptap/pm/model';
import type { Command, EditorState, Transaction } from '@tiptap/pm/state';
import type { TypedKey } from '../../../edit-view/rebase/typed-keys';

/** The document with keys typed at the selection, for an editor that is not on the page any more. */
export const withKeys = (before: EditorState, keys: readonly TypedKey[]): Node => {
  let state = before;
  const take = (transaction: Transaction) => {
    state = state.apply(transaction);
  };
  const run = (...commands: Command[]) => commands.some((command) => command(state, take));
  for (const key of keys) {
    const { tr, selection } = state;
    if (key.kind === 'text') take(tr.insertText(key.text));
    else if (key.kind === 'enter') run(splitBlock);
    else if (!selection.empty) take(tr.deleteSelection());
    else if (selection.$from.parentOffset > 0) take(tr.delete(selection.from - 1, selection.from));
    else run(joinBackward, selectNodeBackward);
  }
  return state.doc;
};
