import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import type { Home, HomeList, HomePost, HomePosts, RecentPosts } from '../../../../contracts/home';
import { checkerFor, may, readableOf, websiteOf, type Readable } from '../../access/editors/rights';
import { SEE_LINKS } from '../../access/permissions';
import type { Jobs } from '../../jobs';
import { readParameters, withValidationError } from '../../platform/parameters';
import { UIDS } from '../../platform/uids';
import type { Links } from '../links';
import { createDeadLinkCount } from '../links/dead-links';
import { linkReachOf } from '../links/reach';
import { createFailedWork } from './failed-work';
import type { UnsavedWorkStore } from '../unsaved-work/store';
import { createToDo, type Scope } from './to-do';
import { createUnsavedList } from './unsaved';

/** What waits for the signed-in user, and what they worked on. */
export const createHomeController = (
  strapi: Core.Strapi,
  jobs: Jobs,
  links: Pick<Links, 'checks'>,
  unsavedWork: Pick<UnsavedWorkStore, 'latest' | 'find'>,
) => {
  const unsaved = createUnsavedList(strapi, unsavedWork);
  const toDo = createToDo(strapi);
  const failedWork = createFailedWork(strapi, jobs);
  const deadLinks = createDeadLinkCount(strapi, links);

  /** @throws ForbiddenError; NotFoundError for a foreign website */
  const asked = async (ctx: Context) => {
    const posts = await readableOf(strapi, ctx, UIDS.post);
    if (!posts?.shows('title')) throw new errors.ForbiddenError();
    const { website, whole } = withValidationError(() =>
      readParameters(ctx.querystring, ['website', 'whole']),
    );
    const scope: Scope = {
      readable: posts.rows,
      website: website ? (await websiteOf(strapi, ctx, website)).id : null,
    };
    const { id: userId } = ctx.state['user'] as { id: number };
    return { posts, scope, userId, website, whole };
  };

  const shownTo = (ctx: Context, posts: Readable) => {
    const showsWebsites =
      posts.shows('website') && checkerFor(strapi, ctx, UIDS.website).can.read(undefined, 'name');
    return (some: HomePost[]): HomePost[] =>
      showsWebsites ? some : some.map((post) => ({ ...post, website: null }));
  };

  return {
    async show(ctx: Context) {
      const { posts, scope, userId, website, whole } = await asked(ctx);
      const shown = shownTo(ctx, posts);
      const { can } = checkerFor(strapi, ctx, UIDS.post);
      const of = (list: HomeList): Scope => ({ ...scope, isWhole: whole === list });
      const named = (list: HomePosts): HomePosts => ({ ...list, posts: shown(list.posts) });
      const reach = may(ctx, SEE_LINKS) ? await linkReachOf(strapi, ctx) : null;
      const data: Home = {
        drafts: named(await toDo.drafts(of('drafts'), userId)),
        changed: named(await toDo.changed(of('changed'), userId)),
        toPublish: can.publish() ? named(await toDo.toPublish(of('toPublish'), userId)) : null,
        scheduled: posts.shows('scheduleDate')
          ? named(await toDo.scheduled(of('scheduled'), new Date()))
          : { total: 0, posts: [] },
        unsaved: await unsaved(ctx, userId),
        failed: await failedWork(ctx, scope.website, reach),
        deadLinks: await deadLinks(reach, website),
        mayWrite: can.create(),
      };
      ctx.set('Cache-Control', 'no-store');
      ctx.body = { data };
    },

    async recent(ctx: Context) {
      const { posts, scope, userId } = await asked(ctx);
      const data: RecentPosts = shownTo(ctx, posts)(await toDo.recent(scope, userId));
      ctx.set('Cache-Control', 'no-store');
      ctx.body = { data };
    },
  };
};
