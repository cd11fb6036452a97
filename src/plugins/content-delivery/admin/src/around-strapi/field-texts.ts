import { withFields, type EditView } from '../shared/edit-view';
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
/** Fields are named in a list of them too, beside the rows. */
export type NamedView = EditView<Field> & { layout: { metadatas: Readonly<Record<string, Field>> } };

const PARTS = ['label', 'hint', 'description'] as const;

/** Strapi's edit view with names and help of its fields, and of those of components, in the language of the panel. */
export const withFieldTexts = <View extends NamedView>(view: View, translate: Translate): View => {
  const named = (field: Field): Field => ({
    ...field,
    ...Object.fromEntries(
      PARTS.flatMap((part) => {
        const words = field[part];
        return words === undefined ? [] : [[part, translate(words)]];
      }),
    ),
  });
  const changed = withFields<Field, View>(view, named);
  const metadatas = Object.entries(view.layout.metadatas).map(([name, one]) => [name, named(one)]);
  return { ...changed, layout: { ...changed.layout, metadatas: Object.fromEntries(metadatas) } };
};

/** Headings of a list, and its filters, as texts that Strapi looks up by itself. */
export const asTexts = <Named extends { label: unknown }>(named: readonly Named[]) =>
  named.map((one) =>
    typeof one.label === 'string'
      ? { ...one, label: { ...textOf(keyOf(one.label)), defaultMessage: one.label } }
      : one,
  );
