/** Where the group that begins at an opening brace has ended. */
const endOfGroup = (rtf: string, start: number): number => {
  let depth = 0;
  for (let at = start; at < rtf.length; at += 1) {
    const sign = rtf[at];
    // Whatever is escaped is no brace.
    if (sign === '\\') at += 1;
    else if (sign === '{') depth += 1;
    else if (sign === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return rtf.length;
};

/** A group without those in it. */
const withoutInnerGroups = (group: string): string => {
  let rest = '';
  let at = 1;
  for (let open = group.indexOf('{', at); open >= 0; open = group.indexOf('{', at)) {
    rest += group.slice(at, open);
    at = endOfGroup(group, open);
  }
  return rest + group.slice(at);
};

const TYPES: Readonly<Record<string, string>> = { pngblip: 'png', jpegblip: 'jpeg' };

/** @returns null for a picture that browsers do not show */
const dataOf = (group: string): string | null => {
  const own = withoutInnerGroups(group);
  const type = TYPES[/\\(pngblip|jpegblip)\b/.exec(own)?.[1] ?? ''];
  if (!type) return null;
  const hex = own.replace(/\\[a-z]+-?\d* ?/gi, '').replace(/[^\da-f]/gi, '');
  let bytes = '';
  for (let at = 0; at + 1 < hex.length; at += 2)
    bytes += String.fromCharCode(parseInt(hex.slice(at, at + 2), 16));
  return `data:image/${type};base64,${btoa(bytes)}`;
};

/**
 * The pictures of a text in RTF, in its order, as `data:` addresses. Word puts them there only: in its HTML they are files of
 * the computer.
 */
export const picturesInRtf = (rtf: string): (string | null)[] => {
  const pictures: (string | null)[] = [];
  const groups = /\{\\(pict|nonshppict)\b/g;
  for (let found = groups.exec(rtf); found; found = groups.exec(rtf)) {
    const end = endOfGroup(rtf, found.index);
    // Those that are not to be shown are the same once more, for old programs.
    if (found[1] === 'pict') pictures.push(dataOf(rtf.slice(found.index, end)));
    groups.lastIndex = end;
  }
  return pictures;
};
