import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Context } from 'koa';
import type { CopyTargets, PostCopyPlan } from '../../../../contracts/post-copies';
import { checkerFor, readableEntry, rightsOf, websiteOf } from '../../access/editors/rights';
import type { Ref } from '../../platform/database/rows';
import { asObject, idIn } from '../../platform/input';
import { UIDS } from '../../platform/uids';
import { createPostCopier, isGone, toPostCopyPlan } from './copy';
import { planCopy, type CopyRights } from './plan';
import { documentIdOf } from '../../platform/panel-requests';

/** Copies of a post on other websites, for those who may read it here and create posts there. */
export const createPostCopiesController = (strapi: Core.Strapi) => {
  const copy = createPostCopier(strapi);

  const rightsFor = (ctx: Context): CopyRights => ({
    user: ctx.state['user'] as { id: number },
    post: checkerFor(strapi, ctx, UIDS.post),
    category: checkerFor(strapi, ctx, UIDS.category),
    tags: checkerFor(strapi, ctx, UIDS.tag),
    author: checkerFor(strapi, ctx, UIDS.author),
  });

  const mayCreateOn = ({ post, user }: CopyRights, { id }: Ref): boolean =>
    post.can.create({ website: { id }, createdBy: user });

  /** The draft of the path, with the website that it is on. */
  const sourceOf = async (ctx: Context): Promise<{ documentId: string; website: string | null }> => {
    const documentId = documentIdOf(ctx);
    const post = await readableEntry(strapi, ctx, UIDS.post, documentId, { publishedAt: null });
    if (!post) throw isGone();
    const { website }: { website: Ref | null } = await strapi.db
      .query(UIDS.post)
      .findOne({ where: { id: post.id }, populate: { website: { select: ['id', 'documentId'] } } });
    return { documentId: post.documentId, website: website?.documentId ?? null };
  };

  const targetOf = async (ctx: Context, rights: CopyRights, documentId: string): Promise<Ref> => {
    const website = await websiteOf(strapi, ctx, documentId);
    if (!mayCreateOn(rights, website)) {
      throw new errors.ForbiddenError('You may not write posts on this website.');
    }
    return website;
  };

  return {
    async targets(ctx: Context) {
      const { website: own } = await sourceOf(ctx);
      const rights = rightsFor(ctx);
      const readable = await rightsOf(strapi, ctx, UIDS.website, 'read');
      const websites: (Ref & { name: string })[] = await strapi.db.query(UIDS.website).findMany({
        where: readable ?? {},
        select: ['id', 'documentId', 'name'],
        orderBy: [{ name: 'asc' }, { id: 'asc' }],
      });
      const others = websites.filter((one) => one.documentId !== own && mayCreateOn(rights, one));
      const data: CopyTargets = { websites: others.map(({ documentId, name }) => ({ documentId, name })) };
      ctx.body = { data };
    },

    /** What a copy on the website would be, before it is made. */
    async plan(ctx: Context) {
      const { documentId } = await sourceOf(ctx);
      const rights = rightsFor(ctx);
      const website = await targetOf(ctx, rights, (ctx['params'] as { website: string }).website);
      const plan = await planCopy(strapi, documentId, website, rights);
      if (!plan) throw isGone();
      ctx.body = { data: toPostCopyPlan(plan) satisfies PostCopyPlan };
    },

    async create(ctx: Context) {
      const { documentId } = await sourceOf(ctx);
      const rights = rightsFor(ctx);
      const website = await targetOf(ctx, rights, idIn(asObject(ctx.request.body, 'body'), 'website'));
      ctx.status = 201;
      ctx.body = { data: await copy(documentId, website, rights) };
    },
  };
};
