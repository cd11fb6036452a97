import { PLUGIN_ID } from '../shared/plugin-id';

interface Field {
  type: string;
  required?: boolean;
  attribute?: { pluginOptions?: Record<string, { input?: string; required?: boolean } | undefined> };
}

type Rows = readonly (readonly Field[])[];

/** The parts of Strapi's edit view that are looked at: panels of rows of fields, and rows of fields of components. */
export interface EditView {
  layout: { layout: readonly Rows[]; components?: Readonly<Record<string, { layout: Rows }>> };
}

/** The name under which Strapi knows an input. */
export const typeOf = (input: string): string => `${PLUGIN_ID}.${input}`;

/**
 * Gives a field the input that its attribute names in the schema:
 * `"pluginOptions": { "content-delivery": { "input": "post-slug" } }`. The attribute keeps its plain type, so
 * that stored data, document service and API know nothing of it. `"required": true` there marks a field that a rule
 * demands, as Strapi cannot demand a relation.
 */
export const withInputs = <View extends EditView>(view: View, inputs: ReadonlySet<string>): View => {
  const changed = (rows: Rows): Rows =>
    rows.map((row) =>
      row.map((field) => {
        const { input, required = false } = field.attribute?.pluginOptions?.[PLUGIN_ID] ?? {};
        return {
          ...field,
          ...(required && { required }),
          ...(input !== undefined && inputs.has(input) && { type: typeOf(input) }),
        };
      }),
    );
  const { layout, components = {} } = view.layout;
  return {
    ...view,
    layout: {
      ...view.layout,
      layout: layout.map(changed),
      components: Object.fromEntries(
        Object.entries(components).map(([uid, component]) => [
          uid,
          { ...component, layout: changed(component.layout) },
        ]),
      ),
    },
  };
};
