import { fieldError } from '../../platform/field-errors';
import { isBlank, languageTag } from '../../platform/formats';
import type { Data } from './rule';

/** Puts a language that is given into its usual spelling. @throws ValidationError for what is none */
export const spellLanguage = (data: Data): void => {
  const given = data['language'];
  if (given === undefined || typeof given !== 'string') return;
  if (isBlank(given)) {
    data['language'] = null;
    return;
  }
  const tag = languageTag(given);
  if (tag === null) {
    throw fieldError('language', 'Give the code of a language, such as en, de or pt-BR.');
  }
  data['language'] = tag;
};
