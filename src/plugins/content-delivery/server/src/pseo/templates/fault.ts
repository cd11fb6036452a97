/** Where LiquidJS saw a mistake, as its message says it. */
const PLACE = /,? ?line:(\d+), col:(\d+)/;

export interface SourcePosition {
  /** From 1; null where it is not known. */
  line: number | null;
  column: number | null;
}

/** Takes the place of a mistake out of its message. */
export const placeIn = (message: string): SourcePosition & { message: string } => {
  const [found, line, column] = PLACE.exec(message) ?? [];
  if (found === undefined) return { message, line: null, column: null };
  return { message: message.replace(found, ''), line: Number(line), column: Number(column) };
};
