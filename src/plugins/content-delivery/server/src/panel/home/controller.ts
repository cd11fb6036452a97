import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import {
  HOME_LISTS,
  type Home,
  type HomeList,
  type HomePost,
  type HomePosts,
  type RecentPosts,
} from '../../../../contracts/home';
import { checkerFor, may, readableOf, websiteOf, type Readable } from '../../access/editors/rights';
import { SEE_LINKS } from '../../access/permissions';
import { personIdOf } from '../../platform/panel-requests';
import { readParameters, withValidationError } from '../../platform/parameters';
import { UIDS } from '../../platform/uids';
import type { Links } from '../links';
import { createDeadLinkCount } from '../links/dead-links';
import { visibleLinksOf } from '../links/visible-links';
import { createFailedWork } from './failed-work';
import type { UnsavedWorkStore } from '../unsaved-work/store';
import { createToDo, type Scope } from './to-do';
import { createUnsavedList } from './unsaved';

/** Posts of a list that are answered at a time. */
const PART = 100;

/** What waits for the signed-in user, and what they worked on. */
export const createHomeController = (
  strapi: Core.Strapi,
  links: Pick<Links, 'checks'>,
  unsavedWork: Pick<UnsavedWorkStore, 'latest' | 'find'>,
) => {
  const unsaved = createUnsavedList(strapi, unsavedWork);
  const toDo = createToDo(strapi);
  const failedWork = createFailedWork(strapi);
  const deadLinks = createDeadLinkCount(strapi, links);

  /** @throws ForbiddenError; NotFoundError for a foreign website */
  const asked = async (ctx: Context) => {
    const posts = await readableOf(strapi, ctx, UIDS.post);
    if (!posts?.shows('title')) throw new errors.ForbiddenError();
    const { website, list, start } = withValidationError(() =>
      readParameters(ctx.querystring, ['website', 'list', 'start']),
    );
    const scope: Scope = {
      readable: posts.narrow,
      website: website ? (await websiteOf(strapi, ctx, website)).id : null,
    };
    const userId = personIdOf(ctx);
    return { posts, scope, userId, website, list, start };
  };

  const shownTo = (ctx: Context, posts: Readable) => {
    const showsWebsites =
      posts.shows('website') && checkerFor(strapi, ctx, UIDS.website).can.read(undefined, 'name');
    return (some: HomePost[]): HomePost[] =>
      showsWebsites ? some : some.map((post) => ({ ...post, website: null }));
  };

  /** Null where the user's role has no such list. */
  const lists: Record<
    HomeList,
    (ctx: Context, posts: Readable, scope: Scope, userId: number) => Promise<HomePosts> | null
  > = {
    drafts: (_ctx, _posts, scope, userId) => toDo.drafts(scope, userId),
    changed: (_ctx, _posts, scope, userId) => toDo.changed(scope, userId),
    toPublish: (ctx, _posts, scope, userId) =>
      checkerFor(strapi, ctx, UIDS.post).can.publish() ? toDo.toPublish(scope, userId) : null,
    scheduled: (_ctx, posts, scope) =>
      posts.shows('scheduleDate') ? toDo.scheduled(scope, new Date()) : null,
  };

  return {
    async show(ctx: Context) {
      const { posts, scope, userId, website } = await asked(ctx);
      const shown = shownTo(ctx, posts);
      const { can } = checkerFor(strapi, ctx, UIDS.post);
      const named = async (list: HomeList): Promise<HomePosts | null> => {
        const found = await lists[list](ctx, posts, scope, userId);
        return found && { ...found, posts: shown(found.posts) };
      };
      const none: HomePosts = { total: 0, posts: [] };
      const visible = may(ctx, SEE_LINKS) ? await visibleLinksOf(strapi, ctx) : null;
      const data: Home = {
        drafts: (await named('drafts')) ?? none,
        changed: (await named('changed')) ?? none,
        toPublish: await named('toPublish'),
        scheduled: (await named('scheduled')) ?? none,
        unsaved: await unsaved(ctx, userId),
        failed: await failedWork(ctx, scope.website, visible),
        deadLinks: await deadLinks(visible, website),
        mayWrite: can.create(),
      };
      ctx.body = { data };
    },

    async posts(ctx: Context) {
      const { posts, scope, userId, list, start } = await asked(ctx);
      const name = HOME_LISTS.find((one) => one === list);
      const from = Number(start ?? 0);
      if (!name || !Number.isSafeInteger(from) || from < 0)
        throw new errors.ValidationError(
          `A list is one of ${HOME_LISTS.join(', ')}, and "start" the number of posts before the first one.`,
        );
      const part = { start: from, limit: PART };
      const found = await lists[name](ctx, posts, { ...scope, part }, userId);
      if (!found) throw new errors.ForbiddenError();
      const data: HomePosts = { ...found, posts: shownTo(ctx, posts)(found.posts) };
      ctx.body = { data };
    },

    async recent(ctx: Context) {
      const { posts, scope, userId } = await asked(ctx);
      const data: RecentPosts = shownTo(ctx, posts)(await toDo.recent(scope, userId));
      ctx.body = { data };
    },
  };
};
