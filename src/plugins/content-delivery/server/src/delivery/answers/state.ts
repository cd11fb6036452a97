import { createHash } from 'node:crypto';
import { errors } from '@strapi/utils';
import type { Scope } from '../../freshness/revisions';
import type { DeliverySnapshot } from '../queries';
import type { Website } from '../queries/websites';
import { scopesOf } from '../authentication/authenticated-website';
import type { Caller } from '../authentication/websites';
import { expiryOf } from './build';
import { parametersOf, type DeliveryQuery } from './delivery-query';

/** What an answer was built from. */
export interface State {
  website: Website;
  scopes: Scope[];
  revisions: number[];
  expiresAt: number;
}

/**
 * Settings may have changed since the key was looked up; the answer uses those of its snapshot. They are read
 * again only when the revisions say so.
 * @throws NotFoundError
 */
export const stateIn = async (
  snapshot: DeliverySnapshot,
  query: DeliveryQuery,
  caller: Caller,
): Promise<State> => {
  const known = await revisionsIn(snapshot, caller.website);
  const isUnchanged = known.revisions.every(
    (revision, index) => revision === caller.validity.revisions[index],
  );
  const website = isUnchanged ? caller.website : await snapshot.websiteById(caller.website.id);
  if (!website) throw new errors.NotFoundError('The website is gone.');
  const isOfAccount = website.account === caller.website.account;
  return {
    website,
    ...(isOfAccount ? known : await revisionsIn(snapshot, website)),
    expiresAt: await expiryOf(query, website, snapshot),
  };
};

const revisionsIn = async (
  snapshot: DeliverySnapshot,
  website: Website,
): Promise<Pick<State, 'scopes' | 'revisions'>> => {
  const scopes = scopesOf(website);
  return { scopes, revisions: await snapshot.revisions(scopes) };
};

/** The cache key, made of the declared parameters: other parameters make no other entry. */
export const keyOf = (query: DeliveryQuery, { website }: { website: { documentId: string } }): string =>
  JSON.stringify([website.documentId, query.route, ...parametersOf(query)]);

let unseen = 0;

/** Requests that have seen the same revisions can share a build. Those that could not read them cannot: what was built for one may be too old for the next. */
export const seenBy = ({ website, observed: { revisions } }: Caller): string =>
  revisions
    ? JSON.stringify(scopesOf(website).map((scope) => revisions.get(scope) ?? 0))
    : `${(unseen += 1)}`;

interface Maker {
  publicUrl: string;
  /** Of this software: another release may write the same content in other bytes. */
  release: string;
}

/** Names the content of an answer that is too long to be kept, by what it is made of. */
export const listVersionOf = (
  query: DeliveryQuery,
  caller: Caller,
  { revisions, expiresAt }: State,
  { publicUrl, release }: Maker,
): string => {
  const made = [keyOf(query, caller), revisions, expiresAt, publicUrl, release];
  return createHash('sha256').update(JSON.stringify(made)).digest('base64url');
};
