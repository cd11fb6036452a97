import { createRequire } from 'node:module';
import path from 'node:path';
import type { Core } from '@strapi/strapi';
import { expectFunction } from './replace';

interface Transform {
  transformContentTypesToModels(contentTypes: unknown[], identifiers: unknown): object[];
}

interface Internals {
  get(name: 'models'): { get(): object[] };
  db: { metadata: { identifiers: unknown }; init(parts: { models: object[] }): Promise<unknown> };
}

/**
 * Tells the database layer of all content types, and does nothing else of Strapi's `bootstrap`, read at @strapi/core 5.54.0: no
 * migration, no change of a table, no first rows, no clock.
 */
export const initDatabaseOnly = async (strapi: Core.Strapi): Promise<void> => {
  const require = createRequire(__filename);
  const core = path.dirname(createRequire(require.resolve('@strapi/strapi')).resolve('@strapi/core'));
  const transform = require(path.join(core, 'utils', 'transform-content-types-to-models.js')) as Transform;
  expectFunction(transform, 'transformContentTypesToModels', {
    readAt: '@strapi/core 5.54.0',
    parameters: 2,
  });
  const { db, get } = { db: strapi.db, get: strapi.get.bind(strapi) } as unknown as Internals;
  const types = [...Object.values(strapi.contentTypes), ...Object.values(strapi.components)];
  await db.init({
    models: [
      ...transform.transformContentTypesToModels(types, db.metadata.identifiers),
      ...get('models').get(),
    ],
  });
};
