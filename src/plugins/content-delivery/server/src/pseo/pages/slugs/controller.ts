import { errors } from '@strapi/utils';
import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import type { SlugsQuestion } from '../../../../../contracts/pseo-pages';
import { websiteOf } from '../../../access/editors/rights';
import { JobProblem } from '../../../jobs';
import type { Pages } from '..';
import { toPageJob } from '../page-jobs';
import { websiteIn } from '../selection-resolver';
import { conflict, userIdOf } from '../../../platform/panel-requests';
import { fieldError } from '../../../platform/field-errors';
import { asObject, idIn, type Input } from '../../../platform/input';
import { selectedPagesIn, slugRightsOf } from '../selected-pages';

/** The client has gone. */
class Abandoned extends Error {}

/** Regenerating the slugs of many pSEO pages. */
export const createPseoSlugsController = (strapi: Core.Strapi, pages: Pages) => {
  const narrowingFor = async (ctx: Context, question: SlugsQuestion) => {
    await websiteOf(strapi, ctx, websiteIn(question));
    return slugRightsOf(strapi, ctx, question.publish);
  };

  return {
    /** What it would do. Changes nothing. */
    async preview(ctx: Context) {
      const question = questionIn(asObject(ctx.request.body, 'body'));
      const narrowing = await narrowingFor(ctx, question);
      const onward = async (): Promise<void> => {
        if (ctx.req.socket.destroyed) throw new Abandoned();
      };
      try {
        ctx.body = { data: await pages.slugs.preview(question, narrowing, onward) };
      } catch (error) {
        if (error instanceof JobProblem) throw new errors.ApplicationError(error.message);
        if (!(error instanceof Abandoned)) throw error;
      }
    },

    async start(ctx: Context) {
      const input = asObject(ctx.request.body, 'body');
      const request = { ...questionIn(input), version: idIn(input, 'version') };
      const narrowing = await narrowingFor(ctx, request);
      const id = userIdOf(ctx);
      const job = await pages.slugs.start(request, narrowing, id);
      if (!job) {
        return conflict(ctx, 'A slug template was changed after the preview. Look at a new preview first.');
      }
      ctx.status = 202;
      ctx.body = { data: toPageJob(job) };
    },
  };
};

const questionIn = (input: Input): SlugsQuestion => {
  const { publish } = input;
  if (typeof publish !== 'boolean') {
    throw fieldError('publish', 'Say whether live pages are published again: true or false.');
  }
  return { publish, ...selectedPagesIn(input) };
};
