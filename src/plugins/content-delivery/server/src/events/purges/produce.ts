import type { Core } from '@strapi/strapi';
import { tagsOfChange, websiteTag } from '../../freshness/tags';
import { UIDS } from '../../platform/uids';
import { createLogFollower } from '../follow-log';
import { addPurges } from './pending';

/** Finds which tags the change log has made old, for each purge target that is switched on. */
export const createPurgeProducer = (strapi: Core.Strapi) =>
  createLogFollower(strapi, {
    uid: UIDS.purgeTarget,
    columns: [],
    plan: (_row, { receiver: target, website, rows, isTooMuch, revision }) => ({
      columns: {},
      write: (trx) => {
        const tags = isTooMuch
          ? [websiteTag(website)]
          : rows.flatMap(({ type, id }) => tagsOfChange(website, { type, entry: id }));
        return addPurges(trx, { target, website, tags: [...new Set(tags)], revision });
      },
    }),
  });
