type Rows<Field> = readonly (readonly Field[])[];

/** Strapi's edit view: panels of rows of fields, and rows of fields of components. */
export interface EditView<Field> {
  layout: {
    layout: readonly Rows<Field>[];
    components: Readonly<Record<string, { layout: Rows<Field> }>>;
  };
}

/** The same view with other fields, also within components; the one that Strapi gave is not written into. */
export const withFields = <Field, View extends EditView<Field>>(
  view: View,
  change: (field: Field) => Field,
): View => {
  const inRows = (rows: Rows<Field>): Rows<Field> => rows.map((row) => row.map(change));
  const { layout, components } = view.layout;
  return {
    ...view,
    layout: {
      ...view.layout,
      layout: layout.map(inRows),
      components: Object.fromEntries(
        Object.entries(components).map(([uid, one]) => [uid, { ...one, layout: inRows(one.layout) }]),
      ),
    },
  };
};
