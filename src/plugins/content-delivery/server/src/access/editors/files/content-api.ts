import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import { CONFIRM_USES_HEADER } from '../../../../../contracts/media-library';
import { changeActions, type Action } from '../../../platform/patches/controllers';
import { bodyOf } from '../../../platform/request-body';
import { isApiToken } from '../../../platform/tokens';
import { CONTENT_UIDS } from '../../../platform/uids';
import { isConfirmed } from './confirmation';
import { describeUses, entriesOf } from './described';
import { PAST_THE_LIBRARY } from './entries';
import { touchedFiles } from './touched';
import { createUses } from './uses';
import type { FileWebsites } from './websites';

const CONTROLLER = 'plugin::upload.content-api';

/** The token may read entries elsewhere; here it gets their number. */
const SEES_NOTHING = null;

const refuse = (ctx: Context): false => {
  ctx['forbidden']('This file belongs to a website. Only its editors change or delete it.');
  return false;
};

/**
 * The upload routes of the content API, which know neither entries nor websites. An upload goes into the library and
 * nowhere else. What is used is deleted or replaced by an API token once it has been warned and has agreed, as in the
 * media library; others change nothing that belongs to a website. Called while plugins register.
 */
export const guardContentApi = (strapi: Core.Strapi, websites: FileWebsites): void => {
  /** @returns false where the request has been answered */
  const mayChange = async (ctx: Context, ids: unknown, isSeen: boolean): Promise<boolean> => {
    const files = await touchedFiles(strapi, { files: ids });
    // Everybody else is an end user of a project, or not signed in.
    const isToken = isApiToken(ctx.state);
    if (isToken && !isSeen) return true;
    const ofWebsites = isToken
      ? []
      : await websites.belongingElsewhere(
          files.map(({ id }) => id),
          [],
        );
    if (ofWebsites.length > 0) return refuse(ctx);
    // Looks through all texts, so what can be said without it comes first.
    const { uses, isCut } = await createUses(strapi)(files);
    const entries = await entriesOf(strapi, uses);
    if (!isToken) {
      const isUsed = entries.some(({ use }) => (CONTENT_UIDS as readonly string[]).includes(use.uid));
      return isUsed ? refuse(ctx) : true;
    }
    if (entries.length === 0) return true;
    const details = await describeUses(strapi, SEES_NOTHING, files, entries, isCut);
    const message =
      `Nothing was changed, as this file is in use in ${details.more} place(s). ` +
      `To do it all the same, send the header ${CONFIRM_USES_HEADER} with ${details.confirm}.`;
    return isConfirmed(ctx, details, message);
  };

  const guarded =
    (guard: (ctx: Context) => Promise<boolean> | boolean) =>
    (action: Action): Action =>
    async (ctx, ...rest) =>
      (await guard(ctx)) ? action(ctx, ...rest) : undefined;

  changeActions(strapi, CONTROLLER, {
    upload: guarded((ctx) => {
      const { files } = ctx.request as { files?: Record<string, unknown> };
      const body = bodyOf(ctx);
      const named = PAST_THE_LIBRARY.find((name) => name in body);
      if (named !== undefined) {
        throw new errors.ValidationError(
          `An upload over the API goes into the media library only: leave "${named}" out, and choose the file in the entry.`,
        );
      }
      const { id } = ctx.query;
      return id === undefined || mayChange(ctx, id, Object.keys(files ?? {}).length > 0);
    }),
    destroy: guarded((ctx) => mayChange(ctx, (ctx['params'] as { id?: string }).id, true)),
  });
};
