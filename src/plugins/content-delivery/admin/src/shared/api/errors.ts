import { isBaseQueryError } from '@strapi/strapi/admin';

interface Details {
  errors?: { message: string }[];
}

/** What the server said was wrong, in its words; null when it could not be asked or said nothing. */
export const reasonOf = (error: unknown): string | null => {
  if (typeof error !== 'object' || error === null || !isBaseQueryError(error as never)) return null;
  const { name, message, details } = error as { name: string; message?: string; details?: Details };
  // A browser's own message for a lost connection, or for the page of a proxy, is of no help.
  if (['TypeError', 'SyntaxError', 'UnknownError'].includes(name)) return null;
  return details?.errors?.map((one) => one.message).join(' ') || message || null;
};
