import { UIDS } from '../../platform/uids';
import { isBlank, webAddressProblem } from '../../platform/formats';
import { chosenSlug } from './chosen-slug';
import { firstFreeSlug, slugFromTitle } from './free-slug';
import { isCloneWithoutPublishDate, isCloneWithoutSlug } from './clones';
import { createPublishDates } from './publish-date';
import { spellLanguage } from './language';
import { checkMetaDescription } from './meta-description';
import { patchRow, type Ref } from '../../platform/database/rows';
import { rowsBefore } from '../../platform/database/rows-before';
import type { ContentRule, RuleServices } from './rule';
import { wasStoredBefore } from './stored-before';
import { readStoredPost, type StoredPost } from './stored-post';
import { slugsTakenFrom } from './taken-slugs';
import { scopedHash } from '../../platform/scoped-hash';
import { fieldError } from '../../platform/field-errors';

export const postRule = ({ strapi }: RuleServices): ContentRule => {
  const publishDates = createPublishDates(strapi);

  return {
    uid: UIDS.post,
    guarded: [
      'slug',
      'website',
      'category',
      'tags',
      'author',
      'uniqueKey',
      'featuredImageUrl',
      'metaDescription',
      'language',
      'publishedAt',
    ],

    async validateInput({ data, kind }) {
      spellLanguage(data);
      const url = data['featuredImageUrl'];
      if (typeof url === 'string' && url !== '') {
        const problem = webAddressProblem(url);
        if (problem) throw fieldError('featuredImageUrl', problem);
      }
      if (kind !== 'create') return;
      if (isCloneWithoutPublishDate()) Object.assign(data, { publishDate: null, filledDate: null });
      await publishDates.fill(data);
    },

    async loadPrevious(where) {
      const [post] = await rowsBefore(strapi, UIDS.post, where);
      return { ...post };
    },

    async validateStored(id, { kind }, before) {
      const post = await readStoredPost(strapi, id);
      const { website, foreign } = post;
      if (!website) throw fieldError('website', 'A post belongs to a website. Choose one.');
      if (foreign) throw foreignTerm(foreign);
      await checkMetaDescription(strapi, UIDS.post, post, before['metaDescription']);

      const slug = await chooseSlug(post, website, kind === 'create' && isCloneWithoutSlug(), before['slug']);
      const key = slug === null ? null : scopedHash(website.documentId, slug);
      if (slug !== post.slug || key !== post.uniqueKey) {
        await patchRow(strapi, UIDS.post, { id }, { slug, uniqueKey: key });
      }

      if (post.publishedAt && kind === 'create') await publishDates.share(post);
      if (post.publishedAt && kind === 'update') await publishDates.follow(post, before);
      if (!post.publishedAt && kind === 'create') await publishDates.draftCreated(post.documentId);
      return { slug };
    },

    beforeDelete: (where) => publishDates.liveRowsDeleted(where),
  };

  async function chooseSlug(
    post: StoredPost,
    website: Ref,
    isClone: boolean,
    before: unknown,
  ): Promise<string | null> {
    const takenAmong = slugsTakenFrom(strapi, UIDS.post, website, post);

    if (post.slug === null || isBlank(post.slug)) {
      if (post.title === null || isBlank(post.title)) {
        if (post.publishedAt) throw fieldError('title', 'A published post needs a title.');
        return null;
      }
      return firstFreeSlug(slugFromTitle(post.title), takenAmong);
    }
    const { slug } = post;
    return chosenSlug({
      slug,
      otherwise: () => slugFromTitle(post.title ?? ''),
      noun: 'post',
      isClone,
      takenAmong,
      mayStay: () => wasStoredBefore(strapi, UIDS.post, post, 'slug', slug, before),
    });
  }
};

const foreignTerm = ({ relation, name }: NonNullable<StoredPost['foreign']>): Error => {
  const [kind, advice] =
    relation === 'tags'
      ? ['tag', "Choose tags of this post's website."]
      : [relation, "Choose one of this post's website."];
  return fieldError(relation, `The ${kind} "${name}" belongs to another website. ${advice}`);
};
