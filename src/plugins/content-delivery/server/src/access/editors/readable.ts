import type { Core } from '@strapi/strapi';
import type { Knex } from 'knex';
import type { ContentUid } from '../../platform/uids';

type Filters = Record<string, unknown>;

interface Checker {
  cannot: { read(entity?: unknown, field?: string): boolean };
  requiresEntity: { read(): boolean };
  sanitizedQuery: { read(query: object): Promise<{ filters?: Filters }> };
}

interface QueryBuilder {
  init(params: { select: string[]; where: unknown }): { getKnexQuery(): Knex.QueryBuilder };
}

/** What a signed-in user may read of one content type. */
export interface Readable {
  /** The numbers of the rows; null for all of them. */
  rows: Knex.QueryBuilder | null;
  /** False for an attribute that the user's role may not read. */
  shows(attribute: string): boolean;
}

/**
 * Says what a user may read, in the form of a subquery: numbers and lists that are made by hand then keep to the
 * conditions of roles as the content manager's own lists do.
 *
 * @param userAbility the signed-in user's abilities, from the request's state
 */
export const createReadable =
  (strapi: Core.Strapi, userAbility: unknown) =>
  /** @returns null when the user may read nothing of this type */
  async (uid: ContentUid): Promise<Readable | null> => {
    const checker = strapi
      .plugin('content-manager')
      .service('permission-checker')
      .create({ userAbility, model: uid }) as Checker;
    if (checker.cannot.read()) return null;
    const shows = (attribute: string) => !checker.cannot.read(undefined, attribute);
    if (!checker.requiresEntity.read()) return { rows: null, shows };

    const { filters } = await checker.sanitizedQuery.read({});
    const { where } = strapi.get('query-params').transform(uid, { filters }) as { where?: unknown };
    const builder = strapi.db.queryBuilder(uid) as unknown as QueryBuilder;
    return { rows: builder.init({ select: ['id'], where }).getKnexQuery(), shows };
  };
