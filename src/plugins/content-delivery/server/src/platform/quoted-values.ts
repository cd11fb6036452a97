import { listed } from './listed';

/** Why a value has marks that nobody meant. */
export const WHENCE = '("docker run --env-file" hands them over)';

/** What is wrong with variables whose values have quotation marks around them, as the beginning of a sentence. */
export const quotedFault = (names: readonly string[]): string => {
  const [have, values, them] =
    names.length === 1 ? ['has', 'its value', 'it'] : ['have', 'their values', 'them'];
  return `${listed(names)} ${have} quotation marks around ${values}, which count as part of ${them} ${WHENCE}`;
};
