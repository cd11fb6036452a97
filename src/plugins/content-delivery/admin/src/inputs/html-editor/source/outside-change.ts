import { Transaction, type EditorState, type TransactionSpec } from '@uiw/react-codemirror';

/** What `outsideChange` makes is told by it from what is typed. */
export const FROM_OUTSIDE = 'set';

/**
 * Has the source hold another value. Only what differs is replaced: a caret in what is replaced would jump to its start.
 * Undo leaves it alone.
 */
export const outsideChange = (state: EditorState, value: string): TransactionSpec => {
  const before = state.doc.toString();
  const after = state.toText(value).toString();
  let from = 0;
  while (from < before.length && from < after.length && before[from] === after[from]) from += 1;
  let tail = 0;
  const most = Math.min(before.length, after.length) - from;
  while (tail < most && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail += 1;
  return {
    changes: { from, to: before.length - tail, insert: after.slice(from, after.length - tail) },
    userEvent: FROM_OUTSIDE,
    annotations: Transaction.addToHistory.of(false),
  };
};
