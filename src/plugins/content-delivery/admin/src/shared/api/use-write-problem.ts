import { useAPIErrorHandler, type FetchError } from '@strapi/strapi/admin';
import { useText } from '../text';

/** A proxy's page, or no answer at all, says nothing of what the server has done. */
const isAnswered = (error: unknown): boolean =>
  Boolean((error as { response?: { data?: { error?: unknown } } } | null)?.response?.data?.error);

/** @returns says in words for people why something was not done, or that this is not known */
export const useWriteProblem = (): ((error: unknown) => string) => {
  const text = useText();
  const { formatAPIError } = useAPIErrorHandler();
  return (error) => (isAnswered(error) ? formatAPIError(error as FetchError) : text('no-answer'));
};
