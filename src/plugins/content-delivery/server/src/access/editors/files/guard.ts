import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context, Next } from 'koa';
import { prependRouteMiddleware } from '../../../platform/patches/routes';
import { FILE_UID, UIDS } from '../../../platform/uids';
import { isConfirmed } from './confirmation';
import { describeUses, entriesOf, sentenceOf } from './described';
import type { FileScope } from './scope';
import { touchedFiles, type Touched } from './touched';
import { bodyOf } from '../../../platform/request-body';
import type { StoredFile } from './file-names';
import { createUses } from './uses';
import type { FileWebsites } from './websites';

interface Request {
  files?: Record<string, unknown>;
}

interface Change extends Touched {
  /** True when readers see another picture afterwards, or none. */
  isSeen?: boolean;
}

const UPDATE = 'plugin::upload.assets.update';

const idOf = (ctx: Context): unknown => (ctx['params'] as { id: string }).id;

/** The routes of the media library that change files which are there, and what each would change. */
const CHANGES: Record<string, (ctx: Context) => Change> = {
  'admin-upload.upload': (ctx) => ({
    files: ctx.query['id'],
    isSeen: Object.keys((ctx.request as Request).files ?? {}).length > 0,
  }),
  'admin-upload.replaceFile': (ctx) => ({ files: idOf(ctx), isSeen: true }),
  'admin-upload.updateFileInfo': (ctx) => ({ files: idOf(ctx) }),
  'admin-upload.bulkUpdateFileInfo': (ctx) => ({
    files: [bodyOf(ctx)['updates']].flat().map((update) => (update as { id?: unknown } | null)?.id),
  }),
  'admin-file.destroy': (ctx) => ({ files: idOf(ctx), isSeen: true }),
  'admin-file.generateAIMetadata': (ctx) => ({ files: bodyOf(ctx)['fileIds'] }),
  'admin-folder.update': (ctx) => ({ folders: idOf(ctx) }),
  'admin-folder-file.deleteMany': (ctx) => ({
    files: bodyOf(ctx)['fileIds'],
    folders: bodyOf(ctx)['folderIds'],
    isSeen: true,
  }),
  'admin-folder-file.moveMany': (ctx) => ({
    files: bodyOf(ctx)['fileIds'],
    folders: bodyOf(ctx)['folderIds'],
  }),
};

/** Why a user may not; the message of an error that Strapi knows as a 403 would be lost on its way. */
class FileRefusal extends Error {}

const FOREIGN =
  'belongs to another website too, or is used there. Only an editor of all of its websites can change, move or delete it. Upload a copy for yours.';
const FOREIGN_IN_FOLDER =
  'This folder also holds files of other websites, so only an editor of all of them can change, move or delete it.';

/**
 * Restricted editors cannot change what another website uses, and other editors are asked first: deleting and
 * replacing files that are used is refused with their uses, until the request names these as agreed to.
 */
export const guardFiles = (strapi: Core.Strapi, scopeOf: FileScope, websites: FileWebsites): void => {
  /** @throws FileRefusal with the reason, NotFoundError for files out of sight */
  const refuseForeign = async (
    scope: readonly number[],
    change: Change,
    files: readonly StoredFile[],
  ): Promise<void> => {
    const named = await touchedFiles(strapi, { files: change.files });
    const seen: { id: number }[] = await strapi.db
      .query(FILE_UID)
      .findMany({ where: { id: { $in: files.map(({ id }) => id) } }, select: ['id'] });
    const visible = new Set(seen.map(({ id }) => id));
    if (named.some(({ id }) => !visible.has(id))) {
      throw new errors.NotFoundError('There is no such file, or it belongs to another website.');
    }
    if (files.some(({ id }) => !visible.has(id))) throw new FileRefusal(FOREIGN_IN_FOLDER);
    const ids = files.map(({ id }) => id);
    const foreign = new Set(await websites.belongingElsewhere(ids, scope));
    if (foreign.size === 0) {
      const { uses } = await createUses(strapi)(files, Infinity);
      for (const { use, website } of await entriesOf(strapi, uses)) {
        const home = use.uid === UIDS.website ? use.id : website?.id;
        if (!scope.some((id) => id === home)) foreign.add(use.file);
      }
    }
    const [first] = files.filter(({ id }) => foreign.has(id));
    if (first) throw new FileRefusal(`“${first.name}” ${FOREIGN}`);
  };

  const guard = (changeOf: (ctx: Context) => Change) => async (ctx: Context, next: Next) => {
    const { userAbility } = ctx.state as { userAbility?: { can(action: string): boolean } };
    // A user without the permission learns that, and nothing about uses.
    if (!userAbility?.can(UPDATE)) return next();
    const change = changeOf(ctx);
    const files = await touchedFiles(strapi, change);
    if (files.length === 0) return next();
    const scope = await scopeOf();
    try {
      if (scope) await refuseForeign(scope, change, files);
    } catch (error) {
      if (error instanceof FileRefusal) return ctx['forbidden'](error.message);
      throw error;
    }
    if (!change.isSeen) return next();

    const { uses, isCut } = await createUses(strapi)(files);
    const entries = await entriesOf(strapi, uses);
    if (entries.length === 0) return next();
    const details = await describeUses(strapi, userAbility, files, entries, isCut);
    if (isConfirmed(ctx, details, sentenceOf(details))) return next();
  };

  for (const [handler, changeOf] of Object.entries(CHANGES)) {
    prependRouteMiddleware(strapi, 'upload', handler, guard(changeOf));
  }
  prependRouteMiddleware(strapi, 'upload', 'admin-file.createAIMetadataJob', async (ctx, next) => {
    if (await scopeOf()) return ctx['forbidden']('This would change files of all websites.');
    return next();
  });
};
