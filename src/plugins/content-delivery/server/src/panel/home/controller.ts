import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import type { Home, HomePosts } from '../../../../contracts/home';
import { checkerFor, readableOf } from '../../access/editors/rights';
import { UIDS } from '../../platform/uids';
import { createToDo } from './to-do';

/** What waits for the signed-in user. */
export const createHomeController = (strapi: Core.Strapi) => {
  const toDo = createToDo(strapi);
  return {
    async show(ctx: Context) {
      const posts = await readableOf(strapi, ctx, UIDS.post);
      if (!posts?.shows('title')) throw new errors.ForbiddenError();
      const { id: userId } = ctx.state['user'] as { id: number };
      const { can } = checkerFor(strapi, ctx, UIDS.post);
      const showsWebsites =
        posts.shows('website') && checkerFor(strapi, ctx, UIDS.website).can.read(undefined, 'name');
      const shown = ({ total, posts: some }: HomePosts): HomePosts => ({
        total,
        posts: showsWebsites ? some : some.map((post) => ({ ...post, website: null })),
      });
      const data: Home = {
        drafts: shown(await toDo.drafts(posts.rows, userId)),
        toPublish: can.publish() ? shown(await toDo.toPublish(posts.rows, userId)) : null,
        scheduled: posts.shows('scheduleDate')
          ? shown(await toDo.scheduled(posts.rows, new Date()))
          : { total: 0, posts: [] },
        mayWrite: can.create(),
      };
      ctx.set('Cache-Control', 'no-store');
      ctx.body = { data };
    },
  };
};
