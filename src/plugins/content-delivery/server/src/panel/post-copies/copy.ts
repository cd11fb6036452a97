import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { PostCopy } from '../../../../contracts/post-copies';
import { createFileWebsites } from '../../access/editors/files/websites';
import { websiteScope } from '../../freshness/revisions';
import type { Ref } from '../../platform/database/rows';
import { UIDS } from '../../platform/uids';
import { planCopy, type CopyRights, type PlannedCopy } from './plan';
import { TERM_FIELDS, type PlannedTerm } from './terms';
import { withLocks } from '../../freshness/with-locks';

export const isGone = () => new errors.NotFoundError('There is no such post, or it is not one of yours.');

/**
 * Makes a copy of a post's draft on another website: all of it in one transaction, under that website's lock.
 * @throws NotFoundError; ForbiddenError; ValidationError when a rule refuses the copy
 */
export const createPostCopier = (strapi: Core.Strapi) => {
  const fileWebsites = createFileWebsites(strapi);

  const create = async (uid: string, data: Record<string, unknown>): Promise<{ documentId: string }> =>
    (await strapi.documents(uid as never).create({ data } as never)) as unknown as { documentId: string };

  /**
   * Files that only other websites have become this one's too, or its editors would see a picture in the text that is not
   * in their media library. What is shared by all stays so.
   */
  const shareFiles = async (files: PlannedCopy['files'], website: Ref): Promise<void> => {
    const ids = files.map(({ id }) => id);
    const foreign = new Set(await fileWebsites.belongingElsewhere(ids, [website.id as number]));
    for (const { id, documentId } of files) {
      if (foreign.has(id)) await fileWebsites.assign(documentId, [website.documentId]);
    }
  };

  return (documentId: string, website: Ref, rights: CopyRights): Promise<PostCopy> =>
    withLocks(strapi, [websiteScope(website.documentId)], async () => {
      const plan = await planCopy(strapi, documentId, website, rights);
      if (!plan) throw isGone();
      const own = {
        website: { documentId: website.documentId },
        createdBy: rights.user.id,
        updatedBy: rights.user.id,
      };
      const terms: PlannedTerm[] = [];
      for (const term of plan.terms) {
        const made =
          term.becomes === 'made'
            ? await create(TERM_FIELDS[term.field], { name: term.name, ...term.data, ...own })
            : null;
        terms.push(made ? { ...term, documentId: made.documentId } : term);
      }
      const ofField = (field: PlannedTerm['field']) =>
        terms.flatMap((term) =>
          term.field === field && term.documentId !== null ? [{ documentId: term.documentId }] : [],
        );
      const copy = await create(UIDS.post, {
        ...plan.data,
        ...own,
        slug: plan.slug,
        category: ofField('category')[0] ?? null,
        tags: ofField('tags'),
        author: ofField('author')[0] ?? null,
      });
      await shareFiles(plan.files, website);
      return { documentId: copy.documentId, ...toPostCopyPlan(plan) };
    });
};

/** As the panel gets it. */
export const toPostCopyPlan = ({ slug, terms, files, leftOut }: PlannedCopy) => ({
  slug,
  terms: terms.map(({ field, name, becomes }) => ({ field, name, becomes })),
  files: files.map(({ name }) => name),
  leftOut,
});
