/** The start of a block of code, by which the end is known. */
const FENCE = /^[ \t>]*(`{3,}|~{3,})/;

/** Texts between blocks of code are changed, these are not. */
export const outsideOfCode = (text: string, change: (part: string) => string): string => {
  const parts: string[] = [];
  let plain: string[] = [];
  let fence: string | null = null;
  const flush = (): void => {
    if (plain.length > 0) parts.push(change(plain.join('\n')));
    plain = [];
  };
  for (const line of text.split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (fence === null && mark === undefined) plain.push(line);
    else {
      flush();
      parts.push(line);
      if (fence === null) fence = mark ?? null;
      else if (mark?.startsWith(fence) && line.replace(/^[ \t>]+/, '').trimEnd() === mark) fence = null;
    }
  }
  flush();
  return parts.join('\n');
};
