import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context, Next } from 'koa';
import { prependRouteMiddleware } from '../../../platform/patches/routes';
import { bodyOf } from '../../../platform/request-body';
import { checkerOf } from '../checker';
import { PERMISSION_POPULATE } from '../permission-populate';
import type { FileScope } from './scope';
import { ownOf } from '../../../../../contracts/own';
import { toRowNumber } from '../../../platform/database/values';
import { FILE_UID } from '../../../platform/uids';
import { attributesOf, partsIn } from '../../../platform/attributes';

/** Parts of an upload that reach past the media library: into an entry, or to a place in a bucket. */
const INTO_AN_ENTRY = ['ref', 'refId', 'field', 'source', 'related'];
const PATH = 'path';
/** All parts of an upload that reach past the media library. */
export const PAST_THE_LIBRARY: readonly string[] = [...INTO_AN_ENTRY, PATH];

/**
 * An upload can put its file into any entry, published or not, past all rules. Restricted editors cannot have it do
 * so; others need the rights that the same change takes in the entry's form.
 */
export const guardUploadsIntoEntries = (strapi: Core.Strapi, scopeOf: FileScope): void => {
  const guard = async (ctx: Context, next: Next): Promise<unknown> => {
    const body = bodyOf(ctx);
    if (PATH in body) throw new errors.ValidationError('An upload cannot choose its path.');
    const named = INTO_AN_ENTRY.filter((name) => name in body);
    if (named.length === 0) return next();
    if (await scopeOf()) {
      return ctx['forbidden']('Choose files in the form of the entry: an upload cannot put them there.');
    }
    const { ref, refId, field } = body;
    const row = ['string', 'number'].includes(typeof refId) ? toRowNumber(String(refId)) : null;
    if (typeof ref !== 'string' || typeof field !== 'string' || !row || named.length !== 3) {
      throw new errors.ValidationError(
        'An upload into an entry takes one ref (a content type), one refId (the number of its row) and one field.',
      );
    }
    const mayChange = await hasRights(ctx.state['userAbility'], ref, row, field);
    return mayChange ? next() : ctx['forbidden']('You may not change this field of this entry.');
  };

  const hasRights = async (
    userAbility: unknown,
    uid: string,
    id: number,
    field: string,
  ): Promise<boolean> => {
    if (!Object.hasOwn(strapi.contentTypes, uid)) return false;
    if (ownOf(attributesOf(strapi, uid), field)?.type !== 'media') return false;
    const row: { publishedAt?: string | null } | null = await strapi.db
      .query(uid as never)
      .findOne({ where: { id }, populate: PERMISSION_POPULATE[uid] ?? {} });
    const checker = checkerOf(strapi, userAbility, uid);
    if (!row || checker.cannot.update(row, field)) return false;
    return !row.publishedAt || checker.can.publish(row);
  };

  for (const action of ['upload', 'uploadFile', 'replaceFile', 'updateFileInfo']) {
    prependRouteMiddleware(strapi, 'upload', `admin-upload.${action}`, guard);
  }
};

const FOREIGN = 'A file that was chosen is not there, or it belongs to another website.';

/** Restricted editors choose files that they can see, in whatever form a request names them. */
export const refuseForeignMedia = (strapi: Core.Strapi, scopeOf: FileScope): void => {
  strapi.documents.use(async (context, next) => {
    const data = (context.params as { data?: object }).data;
    if (!['create', 'clone', 'update'].includes(context.action) || !data) return next();
    const chosen = mediaIn(strapi, context.uid, data);
    if (chosen.length > 0 && (await scopeOf())) {
      for (const { attribute, file } of chosen) {
        // Narrowed to what the user can see.
        if ((await strapi.db.query(FILE_UID).count({ where: file })) > 0) continue;
        const error = { path: [attribute], message: FOREIGN, name: 'ValidationError' };
        throw new errors.ValidationError(FOREIGN, { errors: [error] });
      }
    }
    return next();
  });
};

type FileId = { id: number } | { documentId: string };

interface Chosen {
  attribute: string;
  file: FileId;
}

const mediaIn = (strapi: Core.Strapi, uid: string, data: object): Chosen[] => {
  const attributes = attributesOf(strapi, uid);
  return Object.entries(data).flatMap(([name, value]) => {
    const attribute = ownOf(attributes, name);
    if (attribute?.type === 'media') return filesIn(value).map((file) => ({ attribute: name, file }));
    return attribute
      ? partsIn(strapi, attribute, value).flatMap(([component, part]) => mediaIn(strapi, component, part))
      : [];
  });
};

const filesIn = (value: unknown): FileId[] => {
  if (typeof value === 'number') return [{ id: value }];
  if (typeof value === 'string') {
    return Number.isFinite(Number(value)) ? [{ id: Number(value) }] : [{ documentId: value }];
  }
  if (Array.isArray(value)) return value.flatMap(filesIn);
  if (typeof value !== 'object' || value === null) return [];
  const { id, documentId, connect, set } = value as Record<string, unknown>;
  return [id, documentId, connect, set].flatMap(filesIn);
};
