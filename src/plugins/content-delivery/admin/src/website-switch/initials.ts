/** One or two letters that stand for a name: of its first two words, or the first two of its only one. */
export const initialsOf = (name: string): string => {
  const [first = '', second] = name.match(/[\p{L}\p{N}]+/gu) ?? [name.trim()];
  const letters = [...first];
  return `${letters[0] ?? ''}${second === undefined ? (letters[1] ?? '') : ([...second][0] ?? '')}`.toLocaleUpperCase();
};
