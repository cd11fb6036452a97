import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';

export type Permission = 'read' | 'create' | 'update' | 'delete' | 'publish' | 'unpublish' | 'discard';

/** The parts of the content manager's permission checker that are used here. */
export interface Checker {
  can: Record<Permission, (entity?: unknown, field?: string) => boolean>;
  cannot: Record<Permission, (entity?: unknown, field?: string) => boolean>;
  /** True when a condition narrows the permission, so that it depends on the entry. */
  requiresEntity: Record<Permission, () => boolean>;
  sanitizedQuery: Record<Permission, (query: object) => Promise<Record<string, unknown>>>;
}

/**
 * What a user may do with entries of a type.
 * @param userAbility from the request's state
 * @throws ForbiddenError without one: the request came by a route that never looked up its permissions
 */
export const checkerOf = (strapi: Core.Strapi, userAbility: unknown, model: string): Checker => {
  if (!userAbility) throw new errors.ForbiddenError();
  return strapi
    .plugin('content-manager')
    .service('permission-checker')
    .create({ userAbility, model }) as Checker;
};
