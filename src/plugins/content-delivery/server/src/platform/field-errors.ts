import { errors } from '@strapi/utils';

/**
 * A rule of the content model is broken: a 400 that the admin panel shows at the field.
 * @param path the attribute, or the way to it through components: `['internalLinks', 0, 'url']`
 */
export const fieldError = (path: string | readonly (string | number)[], message: string) =>
  new errors.ValidationError(message, {
    errors: [
      { path: typeof path === 'string' ? [path] : path.map(String), message, name: 'ValidationError' },
    ],
  });

/** Something is still in use and cannot be deleted: a 400 without a field. */
export const inUseError = (message: string) => new errors.ApplicationError(message);

/** `1 post`, `2 posts`: a count with its noun, for messages. */
export const counted = (count: number, singular: string, plural = `${singular}s`): string =>
  `${count} ${count === 1 ? singular : plural}`;
