import { textOf } from '../shared/plugin-id';

/**
 * The server stores names and help of fields, in English; catalogues have them by these words. What an administrator has
 * written in their place is in none of them, and is shown as it is.
 */
export const keyOf = (words: string): string => `field.${words}`;

type Translate = (words: string) => string;

interface Field {
  label?: string;
  hint?: string;
  description?: string;
}
type Rows = readonly (readonly Field[])[];

export interface EditView {
  layout: {
    layout: readonly Rows[];
    components: Readonly<Record<string, { layout: Rows }>>;
    metadatas: Readonly<Record<string, Field>>;
  };
}

const PARTS = ['label', 'hint', 'description'] as const;

/** Strapi's edit view with names and help of its fields, and of those of components, in the language of the panel. */
export const withFieldTexts = <View extends EditView>(view: View, translate: Translate): View => {
  const named = (field: Field): Field => ({
    ...field,
    ...Object.fromEntries(
      PARTS.flatMap((part) => {
        const words = field[part];
        return words === undefined ? [] : [[part, translate(words)]];
      }),
    ),
  });
  const inRows = (rows: Rows): Rows => rows.map((row) => row.map(named));
  const { layout, components, metadatas } = view.layout;
  return {
    ...view,
    layout: {
      ...view.layout,
      layout: layout.map(inRows),
      components: Object.fromEntries(
        Object.entries(components).map(([uid, one]) => [uid, { ...one, layout: inRows(one.layout) }]),
      ),
      metadatas: Object.fromEntries(Object.entries(metadatas).map(([name, one]) => [name, named(one)])),
    },
  };
};

/** Headings of a list, and its filters, as texts that Strapi looks up by itself. */
export const asTexts = <Named extends { label: unknown }>(named: readonly Named[]) =>
  named.map((one) =>
    typeof one.label === 'string'
      ? { ...one, label: { ...textOf(keyOf(one.label)), defaultMessage: one.label } }
      : one,
  );
