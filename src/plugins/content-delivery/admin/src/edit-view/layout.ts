import { withFields, type EditView } from '../shared/edit-view';
import { PLUGIN_ID } from '../shared/plugin-id';

export interface Field {
  type: string;
  required?: boolean;
  attribute?: { pluginOptions?: Record<string, { input?: string; required?: boolean } | undefined> };
}

/** The name under which Strapi knows an input. */
export const typeOf = (input: string): string => `${PLUGIN_ID}.${input}`;

/**
 * Gives a field the input that its attribute names in the schema:
 * `"pluginOptions": { "content-delivery": { "input": "post-slug" } }`. The attribute keeps its plain type, so
 * that stored data, document service and API know nothing of it. `"required": true` there marks a field that a rule
 * demands, as Strapi cannot demand a relation.
 */
export const withInputs = <View extends EditView<Field>>(view: View, inputs: ReadonlySet<string>): View =>
  withFields<Field, View>(view, (field) => {
    const { input, required = false } = field.attribute?.pluginOptions?.[PLUGIN_ID] ?? {};
    return {
      ...field,
      ...(required && { required }),
      ...(input !== undefined && inputs.has(input) && { type: typeOf(input) }),
    };
  });
