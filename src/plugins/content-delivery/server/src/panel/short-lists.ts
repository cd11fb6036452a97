import type { Core } from '@strapi/strapi';
import type { Context, Next } from 'koa';
import { prependRouteMiddleware } from '../platform/patches/routes';
import { CONTENT_UIDS } from '../platform/uids';
import { attributesOf, type Attribute } from '../platform/attributes';

/** What has no end of its own: texts of pages, and what pages are filled with. */
const isLong = ({ type, customField }: Attribute): boolean =>
  customField === 'plugin::content-delivery.html' || type === 'json';

/** Attributes that are columns of the entry's own row. */
const isColumn = ({ type }: Attribute): boolean =>
  !['relation', 'media', 'component', 'dynamiczone'].includes(type);

interface ContentTypes {
  findConfiguration(type: object): Promise<{ layouts?: { list?: unknown } }>;
}

/**
 * The content manager's lists leave long texts out, unless a request names its `fields` or the view shows the text:
 * a hundred posts are 20 MB otherwise, made for each click. Called while plugins register.
 */
export const leaveLongTextsOutOfLists = (strapi: Core.Strapi): void => {
  /** What is read for the lists that are being made. */
  const fieldsOf = new WeakMap<object, string[]>();

  prependRouteMiddleware(
    strapi,
    'content-manager',
    'collection-types.find',
    async (ctx: Context, next: Next) => {
      const { model } = ctx['params'] as { model: string };
      if (ctx.query['fields'] === undefined && (CONTENT_UIDS as readonly string[]).includes(model)) {
        const shown = await listed(strapi, model);
        const columns = Object.entries(attributesOf(strapi, model)).filter(
          ([name, attribute]) => isColumn(attribute) && (!isLong(attribute) || shown.has(name)),
        );
        fieldsOf.set(
          ctx,
          columns.map(([name]) => name),
        );
      }
      return next();
    },
  );

  // Not among the parameters of the request: Strapi refuses those that name a field which the user may not read.
  strapi.documents.use((context, next) => {
    const ctx =
      context.action === 'findMany' ? (strapi.requestContext.get() as Context | undefined) : undefined;
    const fields = ctx && fieldsOf.get(ctx);
    const params = context.params as { fields?: unknown };
    if (
      fields &&
      params.fields === undefined &&
      (ctx['params'] as { model?: string }).model === context.uid
    ) {
      params.fields = fields;
    }
    return next();
  });
};

/** The columns of the list, as the view is configured. */
const listed = async (strapi: Core.Strapi, model: string): Promise<ReadonlySet<unknown>> => {
  const contentTypes = strapi.plugin('content-manager').service('content-types') as ContentTypes;
  const { layouts } = await contentTypes.findConfiguration(strapi.getModel(model as never));
  return new Set(Array.isArray(layouts?.list) ? layouts.list : []);
};
