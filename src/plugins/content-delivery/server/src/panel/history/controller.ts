import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import {
  VERSIONED_TYPES,
  type RestoreRequest,
  type RestoreResult,
  type VersionDetails,
  type VersionInfo,
  type VersionList,
  type VersionedType,
} from '../../../../contracts/history';
import type { Checker } from '../../access/editors/checker';
import { checkerFor, requireEntry } from '../../access/editors/rights';
import { PERMISSION_POPULATE } from '../../access/editors/permission-populate';
import type { History } from '../../content/history';
import { userIdOf } from '../../platform/panel-requests';
import { fieldError } from '../../platform/field-errors';
import { UIDS } from '../../platform/uids';
import { authorsOf } from '../../content/authors';
import { attributesOf } from '../../platform/attributes';
import { toRowNumber } from '../../platform/database/values';

const isVersioned = (uid: string): uid is VersionedType =>
  (VERSIONED_TYPES as readonly string[]).includes(uid);

/** Earlier versions of posts, campaigns and pages, for those who may read the entry. */
export const createHistoryController = (strapi: Core.Strapi, history: History) => {
  /** The entry of the path, if the signed-in user may read it. */
  const entryOf = async (ctx: Context): Promise<{ uid: VersionedType; documentId: string }> => {
    const { model: uid, documentId } = ctx['params'] as { model: string; documentId: string };
    if (!isVersioned(uid)) throw new errors.NotFoundError('No versions of this type are kept.');
    const which = uid === UIDS.pseoCampaign ? {} : { publishedAt: null };
    await requireEntry(strapi, ctx, uid, documentId, which);
    return { uid, documentId };
  };

  const numberOf = (ctx: Context): number => {
    const number = toRowNumber((ctx['params'] as { number: string }).number);
    if (!number) throw noVersion();
    return number;
  };

  return {
    async list(ctx: Context) {
      const { uid, documentId } = await entryOf(ctx);
      const versions = await history.list(uid, documentId);
      const by = await authorsOf(
        strapi,
        versions.map(({ userId }) => userId),
      );
      ctx.body = {
        data: {
          versions: versions.map(({ number, at, userId, source }): VersionInfo => ({
            number,
            at: at.toISOString(),
            by: by(userId),
            source,
          })),
        } satisfies VersionList,
      };
    },

    async find(ctx: Context) {
      const { uid, documentId } = await entryOf(ctx);
      const version = await history.find(uid, documentId, numberOf(ctx));
      if (!version) throw noVersion();
      const { number, at, userId, source, values } = version;
      const checker = checkerFor(strapi, ctx, uid);
      const by = await authorsOf(strapi, [userId]);
      ctx.body = {
        data: {
          number,
          at: at.toISOString(),
          by: by(userId),
          source,
          // A role may read some fields and not others.
          values: Object.fromEntries(
            Object.entries(values).filter(([name]) => reaches(strapi, checker, 'read', uid, name)),
          ),
        } satisfies VersionDetails,
      };
    },

    /** Makes a version the draft. Needs the right to change the entry. */
    async restore(ctx: Context) {
      const { uid, documentId } = await entryOf(ctx);
      const checker = checkerFor(strapi, ctx, uid);
      const rows: unknown[] = await strapi.db.query(uid).findMany({
        where: { documentId },
        populate: PERMISSION_POPULATE[uid] ?? {},
      });
      if (rows.some((row) => checker.cannot.update(row))) throw new errors.ForbiddenError();
      const userId = userIdOf(ctx);
      const result: RestoreResult = await history.restore({
        uid,
        documentId,
        number: numberOf(ctx),
        savedAt: savedAtIn(ctx.request.body),
        userId,
        mayChange: (attribute) => reaches(strapi, checker, 'update', uid, attribute),
      });
      ctx.body = { data: result };
    },
  };
};

/** Whether a permission has a field; of a component, which it has part by part, all of them. */
const reaches = (
  strapi: Core.Strapi,
  checker: Checker,
  permission: 'read' | 'update',
  uid: string,
  name: string,
): boolean => {
  const { component } = attributesOf(strapi, uid)[name] ?? {};
  const fields = component
    ? Object.keys(attributesOf(strapi, component)).flatMap((part) => (part === 'id' ? [] : `${name}.${part}`))
    : [name];
  return fields.every((field) => checker.can[permission](undefined, field));
};

const noVersion = () => new errors.NotFoundError('There is no such version any more.');

const savedAtIn = (body: unknown): Date => {
  const { savedAt } = (typeof body === 'object' && body !== null ? body : {}) as Partial<
    Record<keyof RestoreRequest, unknown>
  >;
  const date = typeof savedAt === 'string' ? new Date(savedAt) : null;
  if (date && !Number.isNaN(date.getTime())) return date;
  throw fieldError('savedAt', 'Say when the entry was saved last.');
};
