import type { Validity } from '../../freshness/cache/entry';
import { accountScope, EVERYTHING, HISTORY, websiteScope, type Scope } from '../../freshness/revisions';
import type { Website } from '../queries/websites';

/** A website that a key has opened, and what that knowledge rests on. */
export interface AuthenticatedWebsite {
  website: Website;
  validity: Validity;
}

/** All scopes that any response to this website depends on. */
export const scopesOf = (website: Website): [Scope, Scope, Scope, Scope] => [
  websiteScope(website.documentId),
  accountScope(website.account),
  EVERYTHING,
  HISTORY,
];
