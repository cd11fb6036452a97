import type { Core } from '@strapi/strapi';
import { replaceFunction } from './replace';

/**
 * Changes `contentAPI.validate.query` of Strapi, read at @strapi/core 5.54.0: it judges the parameters of every route of the content
 * API by what they name, and not by how much. Does something before.
 */
export const beforeQueriesAreValidated = (
  { contentAPI }: Core.Strapi,
  before: (uid: string, query: Record<string, unknown>) => void,
): void =>
  replaceFunction(
    contentAPI.validate,
    'query',
    { readAt: '@strapi/core 5.54.0', parameters: 2 },
    (validate) => async (query, schema, options) => {
      before(schema.uid, query);
      await validate(query, schema, options);
    },
  );
