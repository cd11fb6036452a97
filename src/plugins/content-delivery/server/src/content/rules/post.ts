import { UIDS } from '../../platform/uids';
import { isBlank, webAddressProblem } from '../../platform/formats';
import { chosenSlug } from './chosen-slug';
import { firstFreeSlug, slugFromTitle } from './free-slug';
import { isCloneWithoutPublishDate, isCloneWithoutSlug } from './clones';
import { createPublishDates, type DatedRow } from './publish-date';
import { spellLanguage } from './language';
import { checkMetaDescription } from './meta-description';
import { patchRow, type Ref } from '../../platform/database/rows';
import type { ContentRule, Data, RuleServices } from './rule';
import { maySlugStay } from './slug';
import { slugsTakenFrom } from './taken-slugs';
import { scopedHash } from '../../platform/scoped-hash';
import { fieldError } from '../../platform/field-errors';

interface PostRow extends DatedRow {
  title: string | null;
  slug: string | null;
  metaDescription: string | null;
  uniqueKey: string | null;
}

const DATES = ['publishDate', 'scheduleDate', 'filledDate'] as const;

interface TermRef {
  name: string;
  website: Ref | null;
}

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
      const post: Data | null = await strapi.db
        .query(UIDS.post)
        .findOne({ where, select: ['slug', 'metaDescription', ...DATES] });
      return { ...post };
    },

    async validateStored(id, { kind }, before) {
      const post: PostRow = await strapi.db.query(UIDS.post).findOne({
        where: { id },
        select: [
          'id',
          'documentId',
          'title',
          'slug',
          'metaDescription',
          'uniqueKey',
          'publishedAt',
          ...DATES,
        ],
      });
      const website = await websiteOf(id);
      if (!website) throw fieldError('website', 'A post belongs to a website. Choose one.');
      await checkTerms(id, website);
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
    const post: { category: TermRef | null; tags: TermRef[]; author: TermRef | null } = await strapi.db
      .query(UIDS.post)
      .findOne({
        where: { id },
        select: ['id'],
        populate: { category: term, tags: term, author: term },
      });
    for (const relation of ['category', 'author'] as const) {
      const chosen = post[relation];
      if (chosen && chosen.website?.id !== website.id) {
        throw fieldError(
          relation,
          `The ${relation} "${chosen.name}" belongs to another website. Choose one of this post's website.`,
        );
      }
    }
    const foreign = post.tags.find((tag) => tag.website?.id !== website.id);
    if (foreign) {
      throw fieldError(
        'tags',
        `The tag "${foreign.name}" belongs to another website. Choose tags of this post's website.`,
      );
    }
  }

  async function chooseSlug(
    post: PostRow,
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
      mayStay: () => maySlugStay(strapi, UIDS.post, post, 'slug', slug, before),
    });
  }
};
