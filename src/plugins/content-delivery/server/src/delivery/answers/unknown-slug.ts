import { errors } from '@strapi/utils';

const MESSAGES = {
  blog: 'There is no published post with this slug.',
  'pseo-pages': 'There is no live page with this slug.',
} as const;

/** The one error for a slug that leads to nothing, and for a preview token that opens nothing. */
export const unknownSlug = (route: keyof typeof MESSAGES) => new errors.NotFoundError(MESSAGES[route]);
