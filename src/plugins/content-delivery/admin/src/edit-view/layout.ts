import { PLUGIN_ID } from '../shared/plugin-id';

interface Field {
  type: string;
  attribute?: { pluginOptions?: Record<string, { input?: string } | undefined> };
}

type Rows = readonly (readonly Field[])[];

/** The parts of Strapi's edit view that are looked at: panels of rows of fields. */
export interface EditView {
  layout: { layout: readonly Rows[] };
}

/** The name under which Strapi knows an input. */
export const typeOf = (input: string): string => `${PLUGIN_ID}.${input}`;

/**
 * Gives a field the input that its attribute names in the schema:
 * `"pluginOptions": { "content-delivery": { "input": "post-slug" } }`. The attribute keeps its plain type, so
 * that stored data, document service and API know nothing of it.
 */
export const withInputs = <View extends EditView>(view: View, inputs: ReadonlySet<string>): View => ({
  ...view,
  layout: {
    ...view.layout,
    layout: view.layout.layout.map((rows) =>
      rows.map((row) =>
        row.map((field) => {
          const input = field.attribute?.pluginOptions?.[PLUGIN_ID]?.input;
          return input !== undefined && inputs.has(input) ? { ...field, type: typeOf(input) } : field;
        }),
      ),
    ),
  },
});
