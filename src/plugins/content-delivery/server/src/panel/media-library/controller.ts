import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { usesOfFile } from '../../access/editors/files/uses-of-file';

/** What the media library shows of a file beside what Strapi knows. */
export const createMediaLibraryController = (strapi: Core.Strapi) => ({
  async uses(ctx: Context) {
    const { id } = ctx['params'] as { id: string };
    ctx.body = { data: await usesOfFile(strapi, ctx.state['userAbility'], id) };
  },
});
