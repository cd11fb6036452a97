/** Scripts that are read from right to left. */
const FROM_THE_RIGHT = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa']);

/** Attributes of an element whose text is in a language; none for null, which is that of what is around it. */
export const inLanguage = (lang: string | null): { lang?: string; dir?: 'ltr' | 'rtl' } => {
  if (lang === null) return {};
  const { script = '' } = new Intl.Locale(lang).maximize();
  return { lang, dir: FROM_THE_RIGHT.has(script) ? 'rtl' : 'ltr' };
};
