/** The fields that are typed into, by their names in the form. */
export const FIELDS = ['title', 'metaDescription', 'content'] as const;
export type Field = (typeof FIELDS)[number];
export type Texts = Record<Field, string>;

/** Where typing begins: where the caret was left, or at an end of the field, which is clicked first. */
export type Place = 'here' | 'start' | 'end';

export const BACKSPACE = '\b';

/** What the fields have to hold by what was typed, and where the caret has to be. */
export const createTyped = (texts: Texts) => {
  const now = { ...texts };
  let field: Field = 'title';
  let caret = 0;
  return {
    texts: (): Texts => ({ ...now }),
    /** The field that is typed into now. */
    go(to: Field, place: Place): void {
      if (place === 'here') {
        if (to !== field) throw new Error(`The caret is in ${field}, not in ${to}.`);
        return;
      }
      field = to;
      caret = place === 'start' ? 0 : now[field].length;
    },
    key(key: string): void {
      const before = now[field].slice(0, caret);
      const kept = key === BACKSPACE ? before.slice(0, -1) : before + key;
      now[field] = kept + now[field].slice(caret);
      caret = kept.length;
    },
  };
};

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' };

/** The paragraphs of stored HTML, one a line; nothing else is typed. */
export const textOfHtml = (html: string | null): string =>
  [...(html ?? '').matchAll(/<p>(.*?)<\/p>/gs)]
    .map(([, inside = '']) => inside.replace(/&(\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity))
    .join('\n');
