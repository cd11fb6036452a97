import type { Core } from '@strapi/strapi';
import { errors } from '@strapi/utils';
import type { Checker } from '../../access/editors/checker';
import { PERMISSION_POPULATE } from '../../access/editors/permission-populate';
import { websiteScope } from '../../freshness/revisions';
import { UIDS } from '../../platform/uids';
import { datedPost } from './calendar';
import { hasUnpublishedChanges, readVersions } from './post-states';
import { withLocks } from '../../freshness/with-locks';

interface Moving {
  documentId: string;
  website: string;
  /** The date that the post has, as far as the user knows. */
  from: Date;
  to: Date;
  /** The row number of the user. */
  userId: number;
  checker: Checker;
}

const changedMeanwhile = () =>
  new errors.ValidationError(
    'The date of this post has changed meanwhile. Nothing was moved: look at it again.',
  );

/** Whether a user may give a post another date: to change it, and to publish what is published once more. */
export const mayMove = (checker: Checker, row: object, isPublished: boolean): boolean =>
  checker.can.update(row) &&
  checker.can.update(row, 'scheduleDate') &&
  (!isPublished || checker.can.publish(row));

/**
 * Gives a post another schedule date; what is published waits for it at once.
 * @throws ValidationError when it is live, has changes that are not published, or has another date by now
 */
export const movePost = async (
  strapi: Core.Strapi,
  { documentId, website, from, to, userId, checker }: Moving,
): Promise<void> =>
  withLocks(strapi, [websiteScope(website)], async () => {
    const now = new Date();
    const versions = (await readVersions(strapi, { documentId })).get(documentId);
    const post = versions && datedPost(documentId, versions, now);
    if (!versions || !post || post.version.website?.documentId !== website) throw changedMeanwhile();
    const isPublished = post.state === 'scheduled';
    const rows: object[] = await strapi.db.query(UIDS.post).findMany({
      where: { documentId },
      populate: PERMISSION_POPULATE[UIDS.post] ?? {},
    });
    if (!rows.every((row) => mayMove(checker, row, isPublished))) throw new errors.ForbiddenError();
    if (post.state === 'live') {
      throw new errors.ValidationError('This post is live already. Open it to change its publication date.');
    }
    if (post.at.getTime() !== from.getTime()) throw changedMeanwhile();
    if (to <= now) throw new errors.ValidationError('Choose a moment that is still to come.');
    if (isPublished && hasUnpublishedChanges(versions)) {
      throw new errors.ValidationError(
        'This post has changes that are not published, which would go along. Open it to change its date.',
      );
    }
    const documents = strapi.documents(UIDS.post as never);
    await documents.update({ documentId, data: { scheduleDate: to, updatedBy: userId } } as never);
    if (isPublished) await documents.publish({ documentId, data: { updatedBy: userId } } as never);
  });
