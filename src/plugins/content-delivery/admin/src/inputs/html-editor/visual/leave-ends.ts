import { Extension } from '@tiptap/core';
import { GapCursor } from '@tiptap/pm/gapcursor';
import type { Command } from '@tiptap/pm/state';
import { Mapping } from '@tiptap/pm/transform';

/**
 * Goes before the first or behind the last block where no text is: a table or a video there could not be left. Nothing is
 * added until something is typed.
 */
const toEdge =
  (edge: 'start' | 'end'): Command =>
  ({ doc, tr }, dispatch) => {
    const $edge = doc.resolve(edge === 'start' ? 0 : doc.content.size);
    // Mapped, it is another selection where there is no gap: a list or a box ends with a text, which the browser goes to.
    const gap = new GapCursor($edge).map(doc, new Mapping());
    if (!(gap instanceof GapCursor)) return false;
    dispatch?.(tr.setSelection(gap).scrollIntoView());
    return true;
  };

export const LeaveEnds = Extension.create({
  name: 'leaveEnds',
  addKeyboardShortcuts() {
    const { editor } = this;
    const to = (edge: 'start' | 'end') => () => toEdge(edge)(editor.state, editor.view.dispatch);
    return {
      'Mod-Home': to('start'),
      'Mod-End': to('end'),
      // As on a Mac.
      'Meta-ArrowUp': to('start'),
      'Meta-ArrowDown': to('end'),
    };
  },
});
