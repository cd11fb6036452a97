import type { Mistake } from './file';

/** Lines that are named as examples. */
const EXAMPLES = 3;
/** Kinds of mistakes that are counted separately; a damaged file may have any number. */
const KINDS = 50;
const OTHERS = 'Others of many kinds.';

export interface MistakesOfAKind {
  what: string;
  count: number;
  /** The first lines that have it, in order. */
  lines: readonly number[];
}

/** What was wrong with the text of a file, counted: a large file may be wrong in every line. */
export class Mistakes {
  private readonly kinds = new Map<string, { what: string; count: number; lines: number[] }>();

  add({ line, what }: Mistake): void {
    const kind = this.kinds.has(what) || this.kinds.size < KINDS ? what : OTHERS;
    const known = this.kinds.get(kind) ?? { what: kind, count: 0, lines: [] };
    known.count += 1;
    if (known.lines.length < EXAMPLES) known.lines.push(line);
    this.kinds.set(kind, known);
  }

  all(): MistakesOfAKind[] {
    return [...this.kinds.values()];
  }
}
