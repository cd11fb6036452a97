import type { Core } from '@strapi/strapi';
import { contentTypes, errors } from '@strapi/utils';
import type { Context, Next } from 'koa';
import { checkerOf } from '../checker';
import type { ReadScope } from './access';
import { modelOf, type Model } from './attributes';
import type { Attribute } from '../../../platform/attributes';
import { outOfReach } from './refusals';
import { onlyNames, countsOf, whereOf } from './visible';
import { USER_UID } from '../../../platform/uids';

interface Asked {
  model: Model;
  id?: string;
  field: string;
  attribute: Attribute;
  target: string;
}

type Body = { results?: unknown[]; pagination?: Record<string, number> } | undefined;

const hasDrafts = (model: unknown): boolean => contentTypes.hasDraftAndPublish(model as never);

/**
 * The relation that a request to a picker of related entries is about.
 * @throws ValidationError for what is no relation that forms show
 * @throws ForbiddenError when the user may not read it
 */
export const askedRelation = (strapi: Core.Strapi, ctx: Context): Asked => {
  const { model: uid, id, targetField: field } = ctx['params'] as Record<string, string>;
  const model = modelOf(strapi, uid ?? '');
  const attribute =
    model && field && Object.hasOwn(model.attributes, field) ? model.attributes[field] : undefined;
  const isShown = model && attribute && contentTypes.isVisibleAttribute(model as never, field as never);
  if (!model || !field || !isShown || attribute?.type !== 'relation' || !attribute.target) {
    throw new errors.ValidationError('There is no relation of this name whose entries can be chosen from.');
  }
  // Of a relation that the role hides Strapi refuses the list with a fault of its own, a 500.
  const isContentType = model.modelType === 'contentType';
  if (isContentType && checkerOf(strapi, ctx.state['userAbility'], model.uid).cannot.read(undefined, field))
    throw new errors.ForbiddenError('Your role does not let you read this relation.');
  return { model, field, attribute, target: attribute.target, ...(id === undefined ? {} : { id }) };
};

/** What can be chosen: of types that the user may read, as Strapi narrows the list. */
export const pickAvailable = (scope: ReadScope, { target, field }: Asked, next: Next): Promise<unknown> => {
  if (!scope.of(target).isReadable) throw outOfReach('targetField', field);
  return next();
};

/**
 * What is chosen already. Strapi reveals that entries exist which the user may not read; here they are
 * left out, of the number too.
 */
export const showExisting = async (
  strapi: Core.Strapi,
  scope: ReadScope,
  asked: Asked,
  ctx: Context,
  next: Next,
): Promise<void> => {
  await next();
  const { model, field, target, id } = asked;
  const body = ctx.body as Body;
  if (!body?.results) return;
  if (target === USER_UID && !scope.seesUsers) body.results = onlyNames(body.results) as unknown[];
  const { where: filters } = scope.of(target);
  if (!filters) return;

  const isLive = hasDrafts(model) && ctx.query['status'] === 'published';
  const source: { id: number } | null = await strapi.db.query(model.uid as never).findOne({
    select: ['id'],
    where:
      model.modelType === 'component'
        ? { id }
        : {
            documentId: id,
            ...(hasDrafts(model) ? { publishedAt: isLive ? { $notNull: true } : null } : {}),
          },
  });
  if (!source) throw new errors.NotFoundError();
  const drafts = hasDrafts(modelOf(strapi, target))
    ? { publishedAt: isLive ? { $notNull: true } : null }
    : {};
  const where = { $and: [whereOf(strapi, target, filters), drafts] };
  const readable = (await countsOf(strapi, model.uid, field, [source.id], where)).get(source.id) ?? 0;
  if (readable === body.pagination?.['total']) return;
  if (readable === 0) {
    ctx.body = { ...body, results: [], pagination: { ...body.pagination, pageCount: 1, total: 0 } };
    return;
  }
  const page = (await (
    strapi.db.query(model.uid as never) as unknown as {
      loadPages(
        entry: object,
        field: string,
        params: object,
      ): Promise<{ results: Record<string, unknown>[] }>;
    }
  ).loadPages({ id: source.id }, field, {
    where,
    ordering: 'desc',
    page: Number(ctx.query['page'] ?? 1),
    pageSize: Number(ctx.query['pageSize'] ?? 10),
  })) as { results: Record<string, unknown>[] };
  ctx.body = {
    ...page,
    results: page.results.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => scope.of(target).shows(name))),
    ),
  };
};
