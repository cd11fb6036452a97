import { createHash } from 'node:crypto';
import { errors } from '@strapi/utils';
import type { Scope } from '../../freshness/revisions';
import type { DeliverySnapshot } from '../queries';
import type { Website } from '../queries/websites';
import { scopesOf, type Caller } from '../authentication/websites';
import { expiryOf } from './build';
import { parametersOf, type DeliveryQuery } from './delivery-query';

/** What an answer rests on. */
export interface State {
  website: Website;
  scopes: Scope[];
  revisions: number[];
  expiresAt: number;
}

/**
 * Settings may have changed since the key was looked up; the answer rests on those of its own moment.
 * @throws NotFoundError
 */
export const stateIn = async (
  moment: DeliverySnapshot,
  question: DeliveryQuery,
  caller: Caller,
): Promise<State> => {
  const website = await moment.websiteById(caller.website.id);
  if (!website) throw new errors.NotFoundError('The website is gone.');
  const scopes = scopesOf(website);
  return {
    website,
    scopes,
    revisions: await moment.revisions(scopes),
    expiresAt: await expiryOf(question, website, moment),
  };
};

/** The cache key, made of the declared parameters: what else stands in an address makes no other entry. */
export const keyOf = (question: DeliveryQuery, { website }: { website: { documentId: string } }): string =>
  JSON.stringify([website.documentId, question.route, ...parametersOf(question)]);

/** Requests that have seen the same revisions can share a build. */
export const seenBy = ({ website, sighting }: Caller): string =>
  JSON.stringify(scopesOf(website).map((scope) => sighting.revisions?.get(scope) ?? 0));

interface Maker {
  publicUrl: string;
  /** Of this software: another release may write the same content in other bytes. */
  release: string;
}

/** Names the content of an answer that is too long to be kept, by what it is made of. */
export const versionOf = (
  question: DeliveryQuery,
  caller: Caller,
  { revisions, expiresAt }: State,
  { publicUrl, release }: Maker,
): string => {
  const made = [keyOf(question, caller), revisions, expiresAt, publicUrl, release];
  return createHash('sha256').update(JSON.stringify(made)).digest('base64url');
};
