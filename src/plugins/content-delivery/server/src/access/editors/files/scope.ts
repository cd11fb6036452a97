import type { Core } from '@strapi/strapi';
import { isAdminToken, type Authenticated } from '../../../platform/tokens';
import { CONTENT_UIDS } from '../../../platform/uids';
import { READ_ENTRIES } from '../../permissions';
import { createListedWebsites } from '../listed-websites';

interface Ability {
  rulesFor(action: string, subject: string): { conditions?: object }[];
}

interface State extends Authenticated {
  userAbility?: Ability;
  user?: { id: number };
}

/** Whose files the signed-in user of the running request works with. */
export type FileScope = () => Promise<readonly number[] | null>;

/**
 * @returns the numbers of the websites that the signed-in user is restricted to; null for a user of all websites, and
 * where no user of the admin panel asks: for front ends, commands and jobs
 */
export const createFileScope = (strapi: Core.Strapi): FileScope => {
  const listedWebsitesOf = createListedWebsites(strapi);
  const { generateUserAbility } = strapi.service('admin::permission').engine as {
    generateUserAbility(user: object): Promise<Ability>;
  };
  /** Of a token's owner, by the user of the request: there are several questions in one. */
  const ofOwners = new WeakMap<object, Promise<Ability>>();
  const abilityOf = (owner: object): Promise<Ability> => {
    const ability = ofOwners.get(owner) ?? generateUserAbility(owner);
    ofOwners.set(owner, ability);
    return ability;
  };
  return async () => {
    const state = (strapi.requestContext.get()?.state ?? {}) as State;
    const { userAbility, user } = state;
    if (!user || !userAbility) return null;
    const ability = isAdminToken(state) ? await abilityOf(user) : userAbility;
    return isRestricted(ability) ? (await listedWebsitesOf(user.id)).websites : null;
  };
};

/**
 * Upload permissions name no content type, so that a condition on websites cannot narrow them: users who read any type
 * of content under conditions only are restricted in the media library too, whatever else they read.
 */
const isRestricted = (ability: Ability): boolean =>
  CONTENT_UIDS.some((uid) => {
    const rules = ability.rulesFor(READ_ENTRIES, uid);
    return rules.length > 0 && rules.every(({ conditions }) => hasAny(conditions));
  });

const hasAny = (conditions: object | undefined): boolean => Object.keys(conditions ?? {}).length > 0;
