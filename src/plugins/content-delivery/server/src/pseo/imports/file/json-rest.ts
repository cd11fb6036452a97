import { ImportProblem } from '../problem';
import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  isSpace,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from './json-signs';
import { MAX_DEPTH } from './json-wrapper';

/** Far more than anybody writes; each is remembered until it ends. */
const MAX_OPEN = 10_000;

/**
 * Reads what follows the list of rows in a file of one object, as it arrives: another list of rows would be lost.
 * @param depth objects in each other that the list stands in
 */
export const createRestReader = (depth: number) => {
  const open: number[] = Array.from({ length: depth }, () => CLOSE_BRACE);
  /** Of those that are open. */
  let lists = 0;
  let isString = false;
  let isEscaped = false;
  /** The last sign opened a list that would be one of rows if it had an object in it. */
  let mayBeRows = false;

  return {
    /** @throws ImportProblem for another list of rows, and for what is not the rest of an object */
    read(text: string, from: number): void {
      for (let at = from; at < text.length; at += 1) {
        const code = text.charCodeAt(at);
        if (isString) {
          if (isEscaped) isEscaped = false;
          else if (code === BACKSLASH) isEscaped = true;
          else if (code === QUOTE) isString = false;
          continue;
        }
        if (isSpace(code)) continue;
        if (open.length === 0) throw new ImportProblem('The file goes on after the end of its JSON object.');
        if (code === OPEN_BRACE && mayBeRows) {
          throw new ImportProblem(
            'The file is one object with several lists of rows. Save the list that is meant as a file of its own.',
          );
        }
        mayBeRows = code === OPEN_BRACKET && lists === 0 && open.length <= MAX_DEPTH + 1;
        if (code === OPEN_BRACKET) lists += 1;
        else if (code === CLOSE_BRACKET) lists -= 1;
        if (code === QUOTE) isString = true;
        else if (code === OPEN_BRACE) open.push(CLOSE_BRACE);
        else if (code === OPEN_BRACKET) open.push(CLOSE_BRACKET);
        else if ((code === CLOSE_BRACE || code === CLOSE_BRACKET) && open.pop() !== code)
          throw new ImportProblem(
            'The file is not right as JSON after its list of rows: its brackets do not match.',
          );
        if (open.length > MAX_OPEN)
          throw new ImportProblem(
            `The file has more than ${MAX_OPEN.toLocaleString('en')} lists and objects in each other after its list of rows.`,
          );
      }
    },

    /** @throws ImportProblem where the object has not ended */
    end(): void {
      if (open.length > 0) throw new ImportProblem('The file ends before its JSON object does.');
    },
  };
};
