import type { Core } from '@strapi/strapi';
import type { ActivityAction, ActivityType } from '../../../../contracts/activity';
import { subscribe, type WriteEvent } from '../../platform/database/lifecycles';
import { UIDS } from '../../platform/uids';
import { accountScope, websiteScope, type Scope } from '../revisions';
import { recordActivity } from './record';

type Data = Record<string, unknown>;

interface Row {
  documentId: string;
  name?: string | null;
  keyword?: string | null;
  website?: { documentId: string } | null;
  account?: { documentId: string } | null;
}

const ref = { select: ['id', 'documentId'] };
const ofWebsite = ({ website }: Row): Scope | null => (website ? websiteScope(website.documentId) : null);

/** The types without drafts that belong to no campaign: each write of one is recorded. */
const WATCHED: Record<
  string,
  { type: ActivityType; name: 'name' | 'keyword'; populate: Data; scopeOf(row: Row): Scope | null }
> = {
  [UIDS.category]: { type: 'category', name: 'name', populate: { website: ref }, scopeOf: ofWebsite },
  [UIDS.tag]: { type: 'tag', name: 'name', populate: { website: ref }, scopeOf: ofWebsite },
  [UIDS.internalLink]: {
    type: 'internal-link',
    name: 'keyword',
    populate: { account: ref },
    scopeOf: ({ account }) => (account ? accountScope(account.documentId) : null),
  },
  [UIDS.website]: {
    type: 'website',
    name: 'name',
    populate: {},
    scopeOf: ({ documentId }) => websiteScope(documentId),
  },
  [UIDS.account]: {
    type: 'account',
    name: 'name',
    populate: {},
    scopeOf: ({ documentId }) => accountScope(documentId),
  },
};

/** Records what happens to websites, accounts, categories, tags and link rules, in the transaction that writes them. */
export const recordSettings = (strapi: Core.Strapi): void => {
  for (const [uid, { type, name, populate, scopeOf }] of Object.entries(WATCHED)) {
    const record = async (action: ActivityAction, where: Data): Promise<void> => {
      const rows: Row[] = await strapi.db
        .query(uid as never)
        .findMany({ where, select: ['id', 'documentId', name], populate });
      for (const row of rows) {
        const scope = scopeOf(row);
        if (!scope) continue;
        const label = row[name] ?? null;
        await recordActivity(strapi, [{ action, type, scope, entry: row.documentId, label }]);
      }
    };
    const afterwards =
      (action: ActivityAction) =>
      async ({ result }: WriteEvent): Promise<void> => {
        if (result) await record(action, { id: result.id });
      };
    const asFound =
      (action: ActivityAction) =>
      async ({ params }: WriteEvent): Promise<void> =>
        record(action, params.where ?? {});
    const subscriber = {
      models: [uid],
      afterCreate: afterwards('created'),
      afterUpdate: afterwards('updated'),
      beforeUpdateMany: asFound('updated'),
      beforeDelete: asFound('deleted'),
      beforeDeleteMany: asFound('deleted'),
    };
    subscribe(strapi, subscriber);
  }
};
