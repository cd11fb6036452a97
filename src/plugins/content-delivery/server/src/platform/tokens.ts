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
