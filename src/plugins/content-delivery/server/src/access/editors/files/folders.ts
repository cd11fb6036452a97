import type { Core } from '@strapi/strapi';
import type { Context, Next } from 'koa';
import { prependRouteMiddleware } from '../../../platform/patches/routes';
import { FILE_UID } from '../../../platform/uids';
import type { FileScope } from './scope';

interface Folder {
  id: number;
  files?: { count?: number };
}

/** Folders say how many files are in them: of those that the user finds there. */
export const countOwnInFolders = (strapi: Core.Strapi, scopeOf: FileScope): void => {
  const recount = async (ctx: Context, next: Next): Promise<void> => {
    await next();
    const { data } = (ctx.body ?? {}) as { data?: Folder | Folder[] };
    if (!data || !(await scopeOf())) return;
    for (const folder of [data].flat()) {
      if (folder.files?.count === undefined) continue;
      folder.files.count = await strapi.db.query(FILE_UID).count({ where: { folder: { id: folder.id } } });
    }
  };
  for (const action of ['find', 'findOne'])
    prependRouteMiddleware(strapi, 'upload', `admin-folder.${action}`, recount);
};
