import { UIDS } from '../uids';
import { isBlank, webAddressProblem } from './formats';
import { firstFreeSlug, slugFromTitle } from './free-slug';
import type { RuleServices } from './index';
import { isCloneWithoutPublishDate, isCloneWithoutSlug } from './clones';
import { createPublishDates } from './publish-date';
import { patchRow, type Ref } from './rows';
import type { ContentRule } from './rule';
import { slugsTakenFrom } from './taken-slugs';
import { uniqueKey } from '../unique-key';
import { fieldError } from './violations';

interface PostRow extends Ref {
  title: string | null;
  slug: string | null;
  uniqueKey: string | null;
  publishedAt: unknown;
  publishDate: Date | string | null;
}

interface TermRef {
  name: string;
  website: Ref | null;
}

export const postRule = ({ strapi }: RuleServices): ContentRule => {
  const publishDates = createPublishDates(strapi);

  return {
    uid: UIDS.post,
    guarded: ['slug', 'website', 'category', 'tags', 'uniqueKey', 'featuredImageUrl', 'publishedAt'],

    async prepare({ data, kind }) {
      const url = data['featuredImageUrl'];
      if (typeof url === 'string' && url !== '') {
        const problem = webAddressProblem(url);
        if (problem) throw fieldError('featuredImageUrl', problem);
      }
      if (kind !== 'create') return;
      if (isCloneWithoutPublishDate()) data['publishDate'] = null;
      await publishDates.fill(data);
    },

    async settle(id, { kind }) {
      const post: PostRow = await strapi.db.query(UIDS.post).findOne({
        where: { id },
        select: ['id', 'documentId', 'title', 'slug', 'uniqueKey', 'publishedAt', 'publishDate'],
      });
      const website = await websiteOf(id);
      if (!website) throw fieldError('website', 'A post belongs to a website. Choose one.');
      await checkTerms(id, website);

      const slug = await settleSlug(post, website, kind === 'create' && isCloneWithoutSlug());
      const key = slug === null ? null : uniqueKey(website.documentId, slug);
      if (slug !== post.slug || key !== post.uniqueKey) {
        await patchRow(strapi, UIDS.post, { id }, { slug, uniqueKey: key });
      }

      if (post.publishedAt && post.publishDate) await publishDates.share(post.documentId, post.publishDate);
      if (!post.publishedAt && kind === 'create') await publishDates.draftCreated(post.documentId);
      return { slug };
    },

    release: (where) => publishDates.liveRowsDeleted(where),
  };

  async function websiteOf(id: number): Promise<Ref | null> {
    const post: { website: Ref | null } = await strapi.db.query(UIDS.post).findOne({
      where: { id },
      select: ['id'],
      populate: { website: { select: ['id', 'documentId'] } },
    });
    return post.website;
  }

  async function checkTerms(id: number, website: Ref): Promise<void> {
    const term = { select: ['id', 'name'], populate: { website: { select: ['id', 'documentId'] } } };
    const post: { category: TermRef | null; tags: TermRef[] } = await strapi.db.query(UIDS.post).findOne({
      where: { id },
      select: ['id'],
      populate: { category: term, tags: term },
    });
    if (post.category && post.category.website?.id !== website.id) {
      throw fieldError(
        'category',
        `The category "${post.category.name}" belongs to another website. Choose one of this post's website.`,
      );
    }
    const foreign = post.tags.find((tag) => tag.website?.id !== website.id);
    if (foreign) {
      throw fieldError(
        'tags',
        `The tag "${foreign.name}" belongs to another website. Choose tags of this post's website.`,
      );
    }
  }

  async function settleSlug(post: PostRow, website: Ref, isClone: boolean): Promise<string | null> {
    const takenAmong = slugsTakenFrom(strapi, UIDS.post, website, post);

    if (post.slug === null || isBlank(post.slug)) {
      if (post.title === null || isBlank(post.title)) {
        if (post.publishedAt) throw fieldError('title', 'A published post needs a title.');
        return null;
      }
      return firstFreeSlug(slugFromTitle(post.title), takenAmong);
    }
    if (isClone) return firstFreeSlug(post.slug, takenAmong);
    if ((await takenAmong([post.slug])).size > 0) {
      throw fieldError('slug', `Another post of this website already uses the slug "${post.slug}".`);
    }
    return post.slug;
  }
};
