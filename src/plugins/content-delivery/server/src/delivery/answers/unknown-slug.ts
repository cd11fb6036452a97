import { errors } from '@strapi/utils';
import { UNKNOWN_SLUG, type ApiErrorDetails } from '../../../../contracts/delivery';

const MESSAGES = {
  blog: 'There is no published post with this slug.',
  'pseo-pages': 'There is no live page with this slug.',
} as const;

/**
 * The one error for a slug that leads to nothing, and for a preview token that opens nothing.
 * @param movedTo the slug under which the entry is found now that had this one before
 */
export const unknownSlug = (route: keyof typeof MESSAGES, movedTo: string | null = null) =>
  new errors.NotFoundError(MESSAGES[route], {
    code: UNKNOWN_SLUG,
    ...(movedTo === null ? {} : { movedTo }),
  } satisfies ApiErrorDetails);
