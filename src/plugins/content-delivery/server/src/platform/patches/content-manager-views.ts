import { createRequire } from 'node:module';
import { giveInPlaceOf, isAsRead } from './late-module';

interface Schema {
  config?: object;
}
interface Options {
  allowUndefined?: boolean;
}
type ViewSchema = (schema: Schema, options?: Options) => { validate(config: unknown): Promise<unknown> };

/** What the schema of a view's configuration has. */
const PARTS = ['settings', 'metadatas', 'layouts', 'options'];

/**
 * Changes `model-configuration` of the content manager, read at @strapi/content-manager 5.54.0: at each start it is asked for every type,
 * to judge what the type's own code says of its view, and makes a schema of each of its fields for that. Of a type that says nothing
 * there is nothing to judge. Has to come ahead of Strapi.
 */
export const judgeOnlyConfiguredViews = (): void => {
  const fromStrapi = createRequire(createRequire(__filename).resolve('@strapi/strapi/package.json'));
  // Another version judges all, as nothing rests on this.
  if (!isAsRead(fromStrapi, '@strapi/content-manager 5.54.0')) return;
  const load = createRequire(fromStrapi.resolve('@strapi/content-manager/package.json'));
  const file = load.resolve('./dist/server/controllers/validation/model-configuration.js');
  giveInPlaceOf<ViewSchema>(
    load,
    file,
    (whole) => (schema, options) =>
      // Only the look at a start allows what is undefined; editors' views are judged by all of it.
      options?.allowUndefined && saysNothing(schema.config) ? NOTHING : whole()(schema, options),
  );
};

const NOTHING: ReturnType<ViewSchema> = { validate: (config) => Promise.resolve(config) };

const saysNothing = (config: unknown): boolean =>
  config === undefined ||
  (typeof config === 'object' && config !== null && !PARTS.some((part) => part in config));
