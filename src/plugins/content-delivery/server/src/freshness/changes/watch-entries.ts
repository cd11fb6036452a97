import type { Core } from '@strapi/strapi';
import { subscribe, type WriteEvent } from '../../platform/database/lifecycles';
import { rowsBefore, type RowBefore } from '../../platform/database/rows-before';
import { UIDS } from '../../platform/uids';
import { havingLinks, LIVE } from '../scopes';
import { hasNoDrafts, LOGGED_UIDS } from './delivered';
import { noteDeleted, noteLive, noteNew } from './collector';

type Row = Pick<RowBefore, 'documentId' | 'publishedAt'>;

/**
 * Notes what happens to live versions of entries, whichever way it is written; bulk writers, which go past these events, note
 * it themselves. Must be registered after `watchWrites`, which takes the lock: what is read here is not changed by others meanwhile.
 */
export const watchEntries = (strapi: Core.Strapi): void => {
  watchLinks(strapi);
  for (const uid of LOGGED_UIDS) {
    const isLive = ({ publishedAt }: Row): boolean => hasNoDrafts(uid) || Boolean(publishedAt);
    const ids = (some: readonly Row[]): string[] => [...new Set(some.map(({ documentId }) => documentId))];

    const changing = async ({ params }: WriteEvent): Promise<void> => {
      const found = await rowsBefore(strapi, uid, params.where);
      const goesLive = Boolean(params.data?.['publishedAt']);
      const concerned = goesLive ? found : found.filter(isLive);
      if (concerned.length > 0) await noteLive(strapi, uid, ids(concerned));
    };
    const deleting = async ({ params }: WriteEvent): Promise<void> => {
      const found = await rowsBefore(strapi, uid, params.where);
      const live = found.filter(isLive);
      const going = hasNoDrafts(uid) ? found : found.filter((row) => !isLive(row));
      if (live.length > 0) await noteLive(strapi, uid, ids(live));
      if (going.length > 0) await noteDeleted(strapi, uid, ids(going));
    };
    const subscriber = {
      models: [uid],
      async afterCreate({ params, result }: WriteEvent) {
        if (!result || !(hasNoDrafts(uid) || params.data?.['publishedAt'])) return;
        const row: Pick<Row, 'documentId'> | null = result.documentId
          ? { documentId: result.documentId }
          : await strapi.db.query(uid).findOne({ where: { id: result.id }, select: ['id', 'documentId'] });
        if (row) await noteNew(strapi, uid, [row.documentId]);
      },
      beforeUpdate: changing,
      beforeUpdateMany: changing,
      beforeDelete: deleting,
      beforeDeleteMany: deleting,
    };
    subscribe(strapi, subscriber);
  }
};

/** A link rule that is written by itself, past the page or campaign that has it, is a change of these. */
const watchLinks = (strapi: Core.Strapi): void => {
  const changing = async ({ params }: WriteEvent): Promise<void> => {
    const having = await havingLinks(strapi, params.where ?? {});
    if (having === null) return;
    for (const [uid, where] of [
      [UIDS.pseoCampaign, having],
      [UIDS.pseoPage, { $and: [having, LIVE] }],
    ] as const) {
      const owners: { documentId: string }[] = await strapi.db
        .query(uid)
        .findMany({ where, select: ['id', 'documentId'] });
      if (owners.length > 0) await noteLive(strapi, uid, [...new Set(owners.map((row) => row.documentId))]);
    }
  };
  const subscriber = {
    models: [UIDS.pseoLinkComponent],
    beforeUpdate: changing,
    beforeUpdateMany: changing,
    beforeDelete: changing,
    beforeDeleteMany: changing,
  };
  subscribe(strapi, subscriber);
};
