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

/** Gives names to the files of a folder: such that every system has them, and each once where capital letters do not count. */
export const createFileNames = () => {
  const taken = new Set<string>();
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
    for (let n = 2; taken.has(name.normalize('NFC').toLowerCase()); n += 1) name = `${safe}-${n}${extension}`;
    taken.add(name.normalize('NFC').toLowerCase());
    return name;
  };
};
