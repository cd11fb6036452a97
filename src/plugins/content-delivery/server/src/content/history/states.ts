import { createHash } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import { hasNoDrafts, type LoggedUid } from '../../freshness/changes/delivered';
import { UIDS } from '../../platform/uids';
import { readSnapshots } from '../snapshots';
import type { Publications, Written } from './publications';

/** What is live of an entry. */
export interface LiveState {
  entry: string;
  /** Its content as JSON, and the hash of that: equal ones are one version. */
  json: string;
  hash: string;
  /** When it was saved last. */
  updatedAt: Date;
  publishedAt: Date | null;
  /** documentId of a page's campaign; null for other types. */
  campaign: string | null;
}

interface Row extends Record<string, unknown> {
  documentId: string;
  updatedAt: Date | string;
  publishedAt: Date | string | null;
  campaign?: { documentId: string } | null;
}

/** @param entries a part (`inParts`): their texts are read */
export const readLive = async (
  strapi: Core.Strapi,
  uid: LoggedUid,
  entries: readonly string[],
): Promise<LiveState[]> => {
  if (entries.length === 0) return [];
  const found = await readSnapshots<Row>(
    strapi,
    uid,
    {
      documentId: { $in: [...entries] },
      ...(hasNoDrafts(uid) ? {} : { publishedAt: { $notNull: true } }),
    },
    uid === UIDS.pseoPage ? { campaign: { select: ['id', 'documentId'] } } : {},
  );
  return found.map(({ row, values }) => {
    const json = JSON.stringify(values);
    return {
      entry: row.documentId,
      json,
      hash: createHash('sha256').update(json).digest('base64url'),
      updatedAt: new Date(row.updatedAt),
      publishedAt: row.publishedAt ? new Date(row.publishedAt) : null,
      campaign: row.campaign?.documentId ?? null,
    };
  });
};

/** Who has made these states live, as far as it is known without a version of theirs. */
export const writersOf = async (
  publications: Publications,
  states: readonly LiveState[],
): Promise<(state: LiveState) => Written> => {
  const publicationOf = ({ campaign, publishedAt }: LiveState) =>
    campaign !== null && publishedAt ? [{ campaign, at: publishedAt }] : [];
  const find = await publications.of(states.flatMap(publicationOf));
  return (state) => {
    const [published] = publicationOf(state);
    const known = published && find(published);
    return known ?? { at: state.updatedAt, userId: null, source: 'unknown' };
  };
};
