import { errors } from '@strapi/utils';

/** Of a request's state, by which way somebody has proved who they are. */
export interface Authenticated {
  auth?: { strategy?: { name?: string } } | null;
}

/** True where a token of the content API asks, which administrators make for programs. */
export const isApiToken = ({ auth }: Authenticated): boolean => auth?.strategy?.name === 'content-api-token';

/**
 * True where no person asks but an admin token of theirs. It may do less than its owner, and nothing about websites can be
 * concluded from what it lacks.
 */
export const isAdminToken = ({ auth }: Authenticated): boolean => auth?.strategy?.name === 'admin-token';

/**
 * Lets only people pass, who sign in to the admin panel.
 * @param message why, as a whole sentence
 * @throws ForbiddenError for an admin token
 */
export const refuseAdminToken = (state: Authenticated, message: string): void => {
  if (isAdminToken(state)) throw new errors.ForbiddenError(message);
};
