/** Where LiquidJS saw a mistake, as it stands in a message. */
const PLACE = /,? ?line:(\d+), col:(\d+)/;

export interface Place {
  /** From 1; null where it is not known. */
  line: number | null;
  column: number | null;
}

/** Takes the place of a mistake out of its message. */
export const placeIn = (message: string): Place & { message: string } => {
  const [found, line, column] = PLACE.exec(message) ?? [];
  if (found === undefined) return { message, line: null, column: null };
  return { message: message.replace(found, ''), line: Number(line), column: Number(column) };
};
