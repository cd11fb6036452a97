import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { SAVE_HEADER, UNANSWERED_HEADER } from '../../../../contracts/editing';

/** Letters, digits and hyphens. */
export const SAVE_NAME = /^[A-Za-z0-9-]{1,64}$/;
/** Of one form. */
const MAX_UNANSWERED = 20;

const ENTRIES = '/content-manager/collection-types/';

/** A request of the panel that saves an entry. */
export interface NamedSave {
  request: object;
  userId: number;
  model: string;
  /** undefined for a new one */
  entry: string | undefined;
  name: string;
  unanswered: string[];
}

/** The save that is under way; null for what has no name, as what scripts send. */
export const namedSave = (strapi: Core.Strapi): NamedSave | null => {
  const ctx = strapi.requestContext.get() as (Context & { params?: Record<string, string> }) | undefined;
  if (!ctx?.path.startsWith(ENTRIES)) return null;
  const name = ctx.get(SAVE_HEADER);
  const user = ctx.state['user'] as { id: number } | undefined;
  const { model, id } = ctx.params ?? {};
  if (!SAVE_NAME.test(name) || !user || model === undefined) return null;
  const unanswered = ctx
    .get(UNANSWERED_HEADER)
    .split(',')
    .filter((one) => SAVE_NAME.test(one))
    .slice(-MAX_UNANSWERED);
  return { request: ctx, userId: user.id, model, entry: id, name, unanswered };
};
