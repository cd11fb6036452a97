import { textId } from '../../shared/plugin-id';

/** What Strapi's store knows of a request that failed. */
export interface Failure {
  name?: string;
  message?: string;
  details?: unknown;
  status?: number;
}

type TagsOf = (result: unknown, error: unknown, argument: unknown, meta: unknown) => unknown;

/** What a mutation makes outdated: a list, or what makes one. */
export type Tags = TagsOf | readonly unknown[];

const hasFieldErrors = ({ name, details }: Failure): boolean =>
  name === 'ValidationError' && typeof details === 'object' && details !== null;

/** A request that got no answer, or one that is not from Strapi: a proxy's page, say. */
const isUnanswered = ({ name }: Failure): boolean =>
  name === undefined || name === 'TypeError' || name === 'SyntaxError' || name === 'UnknownError';

/**
 * The failure as the edit view takes it for one that leaves the form alone. It asks for a `ValidationError`:
 * after any other one, Save marks the form as saved although nothing was.
 */
export const keptFailure = (failure: Failure): Failure => {
  if (hasFieldErrors(failure)) return failure;
  const message = isUnanswered(failure) ? textId('unsaved-work.not-known') : failure.message;
  return { ...failure, name: 'ValidationError', message, details: {} };
};

/** Nothing has changed on the server, so nothing is read again: an answer that fails would take the form away. */
export const tagsUnlessFailed =
  (tags: Tags | undefined) =>
  (result: unknown, error: unknown, argument: unknown, meta: unknown): unknown => {
    if (error || !tags) return [];
    return typeof tags === 'function' ? tags(result, error, argument, meta) : tags;
  };
