/** A key that was pressed in a text. */
export type TypedKey = { kind: 'text'; text: string } | { kind: 'enter' } | { kind: 'backspace' };

export interface Selection {
  from: number;
  to: number;
}

/** Keys typed into plain text. */
export const textWithKeys = (
  text: string,
  { from, to }: Selection,
  keys: readonly TypedKey[],
  enter = '\n',
): string => {
  let before = text.slice(0, from);
  let isSelected = to > from;
  for (const key of keys) {
    if (key.kind !== 'backspace') before += key.kind === 'text' ? key.text : enter;
    else if (!isSelected) before = before.slice(0, -1);
    isSelected = false;
  }
  return before + text.slice(to);
};
