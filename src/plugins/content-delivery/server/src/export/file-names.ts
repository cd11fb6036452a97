/** What Windows keeps for devices, whatever follows a dot. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;
/** In bytes: file systems take 255, and some archives are unpacked into deep folders. */
const MAX_NAME_BYTES = 120;

/** Cut between characters. */
const fitting = (text: string): string => {
  let bytes = 0;
  let fits = '';
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > MAX_NAME_BYTES) break;
    fits += character;
  }
  return fits;
};

/** As it is compared where capital letters do not count. */
const folded = (name: string): string => name.normalize('NFC').toLowerCase();

/** Gives names to the files of a folder: such that every system has them, and each once where capital letters do not count. */
export const createFileNames = () => {
  /** By folded name: the number that is tried next for another file of that name. */
  const taken = new Map<string, number>();
  /**
   * @param wanted the name without its extension
   * @param fallback where nothing of that can be in a name
   * @param extension with its dot
   */
  return (wanted: string, fallback: string, extension: string): string => {
    const plain = wanted.replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-').replace(/^[._-]+|[.-]+$/g, '');
    const base = fitting(plain) || fallback;
    const [first = ''] = base.split('.');
    const safe = RESERVED.test(first) ? `${first}-${base.slice(first.length)}` : base;
    let name = `${safe}${extension}`;
    const unnumbered = folded(name);
    let next = taken.get(unnumbered) ?? 2;
    for (; taken.has(folded(name)); next += 1) name = `${safe}-${next}${extension}`;
    taken.set(folded(name), 2);
    taken.set(unnumbered, next);
    return name;
  };
};
